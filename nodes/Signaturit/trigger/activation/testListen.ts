import { NodeOperationError, sleep, type IHookFunctions } from 'n8n-workflow';
import { MARK_KEY, markOf, newSecret } from '../../events/tracking';
import { delays } from '../../transport/delays';
import { endpoints } from '../../transport/endpoints';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { quietly } from '../../transport/errors';
import { readAs } from '../../transport/request';
import { deliveryPageSchema } from '../../transport/shapes';
import { offersIn, withMark, type Offered } from '../history/history';
import type { Settings } from '../panel/settings';
import { ownState } from '../process/ownState';
import { keepSubscription, type WantedSubscription } from './subscription';

/**
 * Prepares *Fetch Test Event*: n8n listens at the test URL then, whatever the trigger's settings. If a chosen event has
 * happened, the newest one is posted there at once; otherwise the trigger waits for one.
 *
 * @param wanted the subscription that posts events of the account to the test URL
 * @throws NodeOperationError when there is no event yet and none can arrive
 * @throws NodeApiError with the service's own words
 */
export async function listenForTest(
	this: IHookFunctions,
	settings: Settings,
	wanted: WantedSubscription | undefined,
): Promise<void> {
	const newest = await newestEvent.call(this, settings);
	if (newest) {
		const { happening, delivery } = newest;
		const token = newSecret();
		ownState.call(this).fetched = {
			token,
			handover: { kind: 'known', happenings: [happening], delivery },
		};
		void postTo.call(this, this.getNodeWebhookUrl('default') ?? '', token);
		return;
	}
	if (settings.arrival === 'polling') {
		throw new NodeOperationError(this.getNode(), 'There is no event to fetch yet', {
			description:
				settings.listenTo === 'account'
					? 'None of the newest entries of the account has an event of the chosen types. Choose other events, or let one happen and fetch again.'
					: 'What this workflow has sent while it was published has no event of the chosen types. Publish the workflow and send something with it, or choose "Everything in the Account" under Listen To.',
		});
	}
	if (wanted) await keepSubscription.call(this, wanted);
}

/** The newest event of a chosen type among the newest entries of the list. */
async function newestEvent(this: IHookFunctions, settings: Settings): Promise<Offered | undefined> {
	const { resource, listenTo } = settings;
	const isAccount = listenTo === 'account';
	const mark = productionMark(this);
	const { entries } = await readAs(this, endpoints[resource].list, {
		query: { limit: PAGE_SIZE, ...(!isAccount && { [MARK_KEY]: mark }) },
		schema: deliveryPageSchema,
		what: 'a list',
	});
	const deliveries = isAccount ? entries : withMark(entries, mark);
	return offersIn(deliveries, settings, () => true).at(-1);
}

/**
 * The mark of the published trigger. A test does not see what the publication has stored, but n8n's paths are known. In
 * newer n8n, test URLs have the editor's host, and n8n's API that of the webhooks.
 */
function productionMark(hook: IHookFunctions): string {
	const { id: workflowId = '' } = hook.getWorkflow();
	const [, path = ''] = (hook.getNodeWebhookUrl('default') ?? '').split('/webhook-test/');
	const url = `${hook.getRestApiUrl().replace(/[^/]+$/, '')}webhook/${path}`;
	return markOf({ workflowId, nodeId: hook.getNode().id, url });
}

/** Posts what tells the trigger to take the fetched event, once n8n has told the editor that it listens. */
async function postTo(this: IHookFunctions, url: string, token: string): Promise<void> {
	await sleep(delays.testPost);
	try {
		await this.helpers.httpRequest({ method: 'POST', url, body: { fetched: token }, json: true });
	} catch (error) {
		this.logger.warn(`Signaturit Trigger: n8n does not reach its own test URL. ${quietly(error)}`);
	}
}
