import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';
import { keepAwaited } from '../../../../nodes/Signaturit/actions/waiting/look';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { accountOf, readCredential } from '../../../../nodes/Signaturit/transport/credential';
import type { FileKind } from '../../../../nodes/Signaturit/transport/files/deliveryFiles';
import { ADA } from '../../../people';
import { executeContext } from '../../engine/executeContext';
import { createSignature, recipients } from '../../engine/fixtures';
import type { LocalService } from '../../engine/localService';

let executions = 0;

export interface Sleeper {
	kinds?: FileKind[];
	stopsAtBounce?: boolean;
	/** Of the node. */
	credential?: ICredentialDataDecryptedObject;
}

/** A sleeping execution that waits for these requests: what posts to it meet. */
export function sleepingOn(local: LocalService, ids: string | string[], sleeper: Sleeper = {}) {
	const { kinds = [], stopsAtBounce = true, credential = local.credential } = sleeper;
	const executionId = `wake-${++executions}`;
	const execution = createRunExecutionData({ executionData: {} });
	const context = executeContext({ execution, executionId, credential });
	const account = accountOf(readCredential(local.credential));
	const items = [ids].flat().map((id) => ({ id, reused: false, account }));
	keepAwaited(new Call(context), { run: 0, isReview: false, kinds, stopsAtBounce, items });
	/** The statuses of the answers that the node has given by itself. */
	const statuses: number[] = [];
	const status = (code: number) => {
		statuses.push(code);
		return { end: () => undefined };
	};
	const post = async (body: unknown = {}) => {
		const webhook = Object.create(context, {
			getBodyData: { value: () => body },
			getResponseObject: { value: () => ({ status }) },
			evaluateExpression: { value: () => context.getContext('node').waiting },
			getSignedResumeUrl: { value: () => `${local.service.url}/n8n/waits` },
		}) as unknown as IWebhookFunctions;
		return await new Signaturit().webhook.call(webhook);
	};
	return { post, statuses };
}

/** The items with which an execution goes on; `undefined` if it sleeps on. */
export const goneOn = ({ workflowData }: IWebhookResponseData) => workflowData?.[0];

/** Creates a request, and returns its id. */
export async function newRequest(local: LocalService): Promise<string> {
	const fields = { ...recipients(ADA), 'templates[0]': '#Consent' };
	return (await createSignature(local, fields, [])).id;
}
