import type { INodeParameters } from 'n8n-workflow';
import { runNode, type NodeRun } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

export const SECRET = 'secret of the trigger';
/** That of n8n, as the trigger has stored it. */
export const ADDRESS = 'f'.repeat(32);
/** By what the triggers of the workflow find the requests, where one is registered. */
export const MARKED = {
	n8n_trigger: expect.stringMatching(/^[\da-f]{32}$/) as string,
	n8n_address: ADDRESS,
};
export const URL_OF_TRIGGER = 'http://127.0.0.1:9/webhook/1/events.json';
/** `Start` is a node of the workflow that `runNode` runs. */
const trigger = {
	workflowId: 'workflow-1',
	nodeName: 'Start',
	url: URL_OF_TRIGGER,
	address: ADDRESS,
	secret: SECRET,
};

const parametersOf = {
	signature: createParameters,
	certifiedEmail: createEmail,
	certifiedSms: createSms,
};
export type Kind = keyof typeof parametersOf;
export const kinds = Object.keys(parametersOf) as Kind[];

interface Sent {
	events_url?: string;
	data?: Record<string, string>;
}

/**
 * Registers the hooks of `localService`. Returns a function that creates something in a workflow with these
 * triggers; its result has the body that was sent, if any.
 */
export function reporting() {
	const local = localService();
	return async (
		kind: Kind,
		triggers: object[],
		changes: INodeParameters = {},
		settings: Partial<NodeRun> = {},
	) => {
		const entries = triggers.map((entry, index) => [
			`n${index}`,
			{ ...trigger, resource: kind, ...entry },
		]);
		const { options, ...others } = changes;
		await local.control.clearRequests();
		const { error, hints } = await runNode({
			parameters: parametersOf[kind]({
				...others,
				options: { events: 'trigger', ...(options as INodeParameters) },
			}),
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
			staticData:
				entries.length > 0 ? { signaturitTriggers: Object.fromEntries(entries) as never } : {},
			...settings,
		});
		const [post] = (await local.control.requests()).filter(({ method }) => method === 'POST');
		const body = post?.body as Sent | undefined;
		const url = body?.events_url === undefined ? undefined : new URL(body.events_url);
		const reference = url?.searchParams.get('reference') ?? undefined;
		url?.searchParams.delete('reference');
		return { error, hints, body, url: url?.href, reference, data: body?.data };
	};
}
