// A sleeping execution of Send and Wait, and what posts to it bring about.

import { WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IWebhookData,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';
import { keepAwaitedRequests } from '../../../../nodes/Signaturit/actions/waiting/look';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { accountOf, readCredential } from '../../../../nodes/Signaturit/transport/credential';
import type { FileKind } from '../../../../nodes/Signaturit/events/deliveryFiles';
import { ADA } from '../../../people';
import { additionalData, node, nodeOf, workflowOf } from '../../engine/engineWorkflow';
import { executeContext } from '../../engine/executeContext';
import { createSignature, recipients } from '../../engine/fixtures';
import type { LocalService } from '../../engine/localService';
import { movedContext } from '../../engine/moved';

let executions = 0;

export interface Sleeper {
	kinds?: FileKind[];
	stopsAtBounce?: boolean;
	/** What rows have in place of these. */
	rows?: ReadonlyArray<{ kinds?: FileKind[]; stopsAtBounce?: boolean }>;
	/** Of the node. */
	credential?: ICredentialDataDecryptedObject;
	/** Who has sent the requests, by row, and the input items. */
	senders?: readonly ICredentialDataDecryptedObject[];
	/** What n8n gives the webhook otherwise. */
	moved?: object;
}

/** A sleeping execution that waits for these requests of the local service: what posts to it meet. */
export function sleeperIn(local: LocalService, ids: string | string[], sleeper: Sleeper = {}) {
	const { kinds = [], stopsAtBounce = true, rows = [], credential = local.credential } = sleeper;
	const { senders = [], moved = {} } = sleeper;
	const executionId = `wake-${++executions}`;
	const workflow = workflowOf([node('Signaturit', 'signaturit', {})]);
	const signaturit = nodeOf(workflow, 'Signaturit');
	const main = [senders.map((json) => ({ json }))];
	const execution = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: signaturit, data: { main }, source: null }],
		},
	});
	const plan = { kinds, stopsAtBounce };
	const items = [ids].flat().map((id, row) => {
		const account = accountOf(readCredential(senders[row] ?? local.credential));
		return { id, reused: false, account, ...plan, ...rows[row] };
	});
	const log: string[] = [];
	const write = (text: string) => log.push(text);
	keepAwaitedRequests(new Call(executeContext({ execution })), { run: 0, isReview: false, items });
	/** The statuses of the answers that the node has given by itself. */
	const statuses: number[] = [];
	const status = (code: number) => {
		statuses.push(code);
		return { end: () => undefined };
	};
	const post = async (body: unknown = {}) => {
		const data = { ...additionalData(credential, workflow), executionId };
		const webhook = new WebhookContext(
			workflow,
			signaturit,
			{ ...data, httpRequest: { body }, httpResponse: { status } } as unknown as typeof data,
			'manual',
			{} as IWebhookData,
			[],
			execution,
		);
		const changes = {
			getSignedResumeUrl: () => `${local.service.url}/n8n/waits`,
			logger: { warn: write, error: write },
			...moved,
		};
		return await new Signaturit().webhook.call(movedContext(webhook, changes));
	};
	return { post, statuses, log };
}

/** The items with which an execution goes on; `undefined` if it sleeps on. */
export const goneOn = ({ workflowData }: IWebhookResponseData) => workflowData?.[0];

/** As `goneOn`, without files. */
export const itemsOf = (answer: IWebhookResponseData) => goneOn(answer)?.map(({ json }) => json);

/** Creates a request, and returns its id. */
export async function requestOf(
	service: Pick<LocalService, 'service' | 'control'>,
): Promise<string> {
	const fields = { ...recipients(ADA), 'templates[0]': '#Consent' };
	return (await createSignature(service, fields, [])).id;
}
