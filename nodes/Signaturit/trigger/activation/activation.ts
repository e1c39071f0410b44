import { NodeOperationError, sleep, type IDataObject, type IHookFunctions } from 'n8n-workflow';
import {
	entryOf,
	isStart,
	readRegistration,
	register,
	type Registration,
} from '../../events/registration';
import { MARK_KEY, markOf, newSecret, withMark } from '../../events/tracking';
import { delays } from '../../transport/deadline';
import { endpoints } from '../../transport/endpoints';
import { isPassing, quietly } from '../../transport/errors/errors';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { accountNow, readAs } from '../../transport/request';
import { deliveriesSchema } from '../../transport/shapes';
import { happeningsIn } from '../history/history';
import { chosenValues, readSettings, subscribedTypes, type Settings } from '../panel/settings';
import { processState } from '../process/processState';
import {
	existingSubscription,
	keepSubscription,
	howToEnd,
	subscribe,
	unsubscribe,
	warn,
	warnOfAddress,
	type WantedSubscription,
} from './subscription';

/**
 * n8n calls these methods when a workflow is activated or deactivated, when n8n starts, and around a test listen. They
 * write the registration, and keep a subscription for everything in the account.
 *
 * When `create` throws, n8n calls `delete`, which ends the subscription. So `create` throws NodeApiError only where
 * `tolerate` does. `delete` never throws: n8n would neither save the static data nor deactivate the other triggers.
 */
export const activation = {
	/** What is there already, `create` finds and keeps. */
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return false;
	},

	async create(this: IHookFunctions): Promise<boolean> {
		const now = Date.now();
		const account = await accountNow(this);
		const { entry, last, settings, wanted } = readActivation(this, now, account);
		if (this.getMode() === 'manual') {
			await listenForTest.call(this, settings, wanted);
			return true;
		}
		const state = processState.call(this);
		// A look of the activation before must not end what this one begins. Newer n8n has polled for this one already.
		if (state.polls?.isStopped) state.polls = undefined;

		// The database may be a copy of another n8n's.
		const { url } = entry;
		const id = last?.subscriptionId;
		let subscriptionId = last?.url === url ? id : undefined;
		if (wanted && last && id !== undefined && subscriptionId === undefined) {
			warnOfAddress(this, { id, url: last.url }, url);
		}
		try {
			if (wanted) {
				subscriptionId = await existingSubscription.call(this, wanted, subscriptionId);
				subscriptionId ??= await subscribe.call(this, wanted);
			} else if (subscriptionId !== undefined) {
				// The trigger has listened to the whole account before.
				await unsubscribe.call(this, url);
				subscriptionId = undefined;
			}
		} catch (error) {
			tolerate(this, error, subscriptionId);
		}
		// The first poll may have written the account meanwhile, so this is read again.
		keep(this, { ...readActivation(this, now, account).entry, subscriptionId });
		return true;
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		const { entry, last, wanted } = readActivation(this, Date.now());
		// The end of a test listen comes here too, with the test URL.
		const current = last?.url === entry.url ? last : undefined;
		const { polls } = processState.call(this);
		if (current && polls) polls.isStopped = true;
		let subscriptionId = current?.subscriptionId;
		if (wanted || subscriptionId !== undefined) {
			try {
				await unsubscribe.call(this, entry.url);
				subscriptionId = undefined;
			} catch (error) {
				const end = subscriptionId && ` If it is still there, end it: ${howToEnd(subscriptionId)}.`;
				warn(this, `its subscription to events could not be ended.${end ?? ''} ${quietly(error)}`);
			}
		}
		if (current) keep(this, { ...current, subscriptionId, inactiveSince: Date.now() });
		return true;
	},
};

function keep(hook: IHookFunctions, entry: Registration): void {
	register(hook.getWorkflowStaticData('global'), hook.getNode().id, entry);
}

/** Logs a failure if two reasons let the trigger go on with it. Otherwise n8n shows it. */
function tolerate(hook: IHookFunctions, error: unknown, lastId: string | undefined): void {
	const reasons = [isPassing(error), isStart(hook.getActivationMode()), lastId !== undefined];
	if (reasons.filter(Boolean).length < 2) throw error;
	warn(
		hook,
		`its subscription to events could not be checked. It is looked at again later. ${quietly(error)}`,
	);
}

/** @param account that of the credential; a deactivation needs none */
function readActivation(hook: IHookFunctions, now: number, account?: string) {
	const settings = readSettings(hook);
	const { id: nodeId, name: nodeName } = hook.getNode();
	const { id: workflowId = '' } = hook.getWorkflow();
	const url = hook.getNodeWebhookUrl('default') ?? '';
	const isAccount = settings.listenTo === 'account';
	const pollingOnly = settings.arrival === 'polling';
	const last = readRegistration(hook);
	const trigger = {
		workflowId,
		nodeId,
		nodeName,
		url,
		instance: hook.getInstanceBaseUrl(),
		resource: settings.resource,
		isAccount,
		...(pollingOnly && { pollingOnly }),
		chosen: chosenValues(settings),
		account,
	};
	return {
		entry: entryOf(last, trigger, { activationMode: hook.getActivationMode(), now }),
		last,
		settings,
		wanted: isAccount && !pollingOnly ? { url, events: subscribedTypes(settings) } : undefined,
	};
}

/**
 * Prepares *Fetch Test Event*, for which n8n listens at the test URL. The newest of the chosen events is posted there
 * at once: one of the workflow, else one of the account, for who tries the trigger has not published the workflow yet.
 * Without any, the trigger waits for one.
 */
async function listenForTest(
	this: IHookFunctions,
	settings: Settings,
	wanted: WantedSubscription | undefined,
): Promise<void> {
	const { resource, listenTo, arrival } = settings;
	const read = async (filter: IDataObject) =>
		await readAs(this, endpoints[resource].list, {
			query: { limit: PAGE_SIZE, ...filter },
			schema: deliveriesSchema,
			what: 'a list',
		});
	const mark = productionMark(this);
	// The list of certified SMS cannot be searched by it (docs/service.md#filters).
	const isMarked = listenTo === 'workflow' && resource !== 'certifiedSms';
	const marked = isMarked ? withMark(await read({ [MARK_KEY]: mark }), mark) : [];
	const hasMarked = marked.length > 0;
	const deliveries = hasMarked ? marked : await read({});
	const newest = happeningsIn(deliveries, settings, () => true).at(-1);
	if (newest) {
		const { happening, delivery } = newest;
		const token = newSecret();
		processState.call(this).fetched = {
			token,
			handover: { kind: 'happenings', happenings: [happening], delivery },
		};
		void postTo.call(this, this.getNodeWebhookUrl('default') ?? '', token);
		return;
	}
	if (arrival === 'polling') {
		throw new NodeOperationError(this.getNode(), 'There is no event to fetch yet', {
			description: hasMarked
				? 'What this workflow has sent while it was published has no event of the chosen types. Publish the workflow and send something with it, or choose "Everything in the Account" under Listen To.'
				: 'None of the newest entries of the account has an event of the chosen types. Choose other events, or let one happen and fetch again.',
		});
	}
	if (wanted) await keepSubscription.call(this, wanted);
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
