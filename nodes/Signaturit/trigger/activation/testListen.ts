import { NodeOperationError, sleep, type IDataObject } from 'n8n-workflow';
import { MARK_KEY, newSecret, workflowOrigin, withMark } from '../../events/tracking';
import type { HookCall } from '../../transport/call';
import { delays } from '../../transport/deadline';
import { endpoints } from '../../transport/endpoints';
import { quietly } from '../../transport/errors/errors';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { readAs } from '../../transport/request';
import { deliveriesSchema } from '../../transport/shapes';
import { happeningsIn } from '../history/history';
import type { Settings } from '../panel/settings';
import { processState } from '../process/processState';
import { keepSubscription, type WantedSubscription } from './subscription';

/**
 * Prepares *Fetch Test Event*, for which n8n listens at the test URL. The newest of the chosen events is posted there
 * at once: one of the workflow, else one of the account, for who tries the trigger has not published the workflow yet.
 * Without any, the trigger waits for one.
 */
export async function listenForTest(
	call: HookCall,
	settings: Settings,
	wanted: WantedSubscription | undefined,
): Promise<void> {
	const { resource, listenTo, arrival } = settings;
	const list = async (filter: IDataObject) =>
		await readAs(call, endpoints[resource].list, {
			query: { limit: PAGE_SIZE, ...filter },
			schema: deliveriesSchema,
			what: 'a list',
		});
	// The list of certified SMS cannot be searched by the mark (docs/service.md#filters).
	const isMarked = listenTo === 'workflow' && resource !== 'certifiedSms';
	const origin = isMarked ? workflowOrigin(call) : undefined;
	const marked = origin ? withMark(await list({ [MARK_KEY]: origin.mark }), origin) : [];
	const hasMarked = marked.length > 0;
	const deliveries = hasMarked ? marked : await list({});
	const newest = happeningsIn(deliveries, settings, () => true).at(-1);
	if (newest) {
		const { happening, delivery } = newest;
		const token = newSecret();
		processState(call).fetched = {
			token,
			handover: { kind: 'happenings', happenings: [happening], delivery },
		};
		void postTo(call, call.n8n.getNodeWebhookUrl('default') ?? '', token);
		return;
	}
	if (arrival === 'polling') {
		throw new NodeOperationError(call.node, 'There is no event to fetch yet', {
			description: hasMarked
				? 'What this workflow has sent has no event of the chosen types. Send something with it, or choose "Everything in the Account" under Listen To.'
				: 'None of the newest entries of the account has an event of the chosen types. Choose other events, or let one happen and fetch again.',
		});
	}
	if (wanted) await keepSubscription(call, wanted);
}

/** Posts what tells the trigger to take the fetched event, once n8n has told the editor that it listens. */
async function postTo(call: HookCall, url: string, token: string): Promise<void> {
	await sleep(delays.testPost);
	try {
		await call.n8n.helpers.httpRequest({
			method: 'POST',
			url,
			body: { fetched: token },
			json: true,
		});
	} catch (error) {
		call.log('warn', `Signaturit Trigger: n8n does not reach its own test URL. ${quietly(error)}`);
	}
}
