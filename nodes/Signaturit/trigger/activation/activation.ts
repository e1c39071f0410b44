import type { IHookFunctions } from 'n8n-workflow';
import {
	entryOf,
	isStart,
	ownRegistration,
	register,
	type Registration,
} from '../../events/registration';
import { isPassing } from '../../transport/errors';
import { accountNow } from '../../transport/request';
import { chosenValues, readSettings, subscribedTypes } from '../panel/settings';
import { ownState } from '../process/ownState';
import {
	existingSubscription,
	otherAddress,
	subscribe,
	subscriptionLeft,
	subscriptionUnsure,
	unsubscribe,
} from './subscription';
import { listenForTest } from './testListen';

/**
 * n8n calls these methods when a workflow is activated or deactivated, when n8n starts, and around a test listen. They
 * write what Create and the polls need into the workflow's shared static data. For everything in the account they keep
 * a subscription at the service. A test listen has an address of its own, so it never touches the entry of the active
 * workflow.
 *
 * When `create` throws, n8n calls `delete`, which would end the subscription: it throws NodeApiError with the service's
 * own words only where `tolerate` does. `delete` never throws: n8n would neither save the static data nor deactivate
 * the other triggers of the workflow.
 */
export const activation = {
	/** What is there already, `create` finds and keeps. */
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return false;
	},

	async create(this: IHookFunctions): Promise<boolean> {
		const now = Date.now();
		const account = await accountNow(this);
		const { entry, known, settings, wanted } = readActivation(this, now, account);
		if (this.getMode() === 'manual') {
			await listenForTest.call(this, settings, wanted);
			return true;
		}
		const process = ownState.call(this);
		// A look of the activation before must not end what this one begins. Newer n8n has polled for this one already.
		if (process.polls?.isStopped) process.polls = undefined;

		// The database may be a copy of another n8n's.
		const { url, nodeName } = entry;
		const id = known?.subscriptionId;
		let subscriptionId = known?.url === url ? id : undefined;
		if (wanted && known && id !== undefined && subscriptionId === undefined) {
			this.logger.warn(otherAddress(nodeName, { id, url: known.url }, url));
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
		const { entry, known, wanted } = readActivation(this, Date.now());
		// The end of a test listen comes here too, with the test URL.
		const own = known?.url === entry.url ? known : undefined;
		const { polls } = ownState.call(this);
		if (own && polls) polls.isStopped = true;
		let subscriptionId = own?.subscriptionId;
		if (wanted || subscriptionId !== undefined) {
			try {
				await unsubscribe.call(this, entry.url);
				subscriptionId = undefined;
			} catch (error) {
				this.logger.warn(subscriptionLeft(entry.nodeName, error, subscriptionId));
			}
		}
		if (own) keep(this, { ...own, subscriptionId, inactiveSince: Date.now() });
		return true;
	},
};

function keep(hook: IHookFunctions, entry: Registration): void {
	register(hook.getWorkflowStaticData('global'), hook.getNode().id, entry);
}

/**
 * Writes a failure at the service into the log when the trigger can go on. That takes two of three: the
 * failure passes, n8n is starting, the trigger has a subscription already.
 *
 * @throws the error otherwise, and n8n shows it
 */
function tolerate(hook: IHookFunctions, error: unknown, knownId: string | undefined): void {
	const reasons = [
		isPassing(error),
		isStart(hook.getActivationMode()),
		knownId !== undefined,
	].filter(Boolean);
	if (reasons.length < 2) throw error;
	hook.logger.warn(subscriptionUnsure(hook.getNode().name, error));
}

/**
 * @param now milliseconds since 1970
 * @param account that of the credential; a deactivation needs none
 */
function readActivation(hook: IHookFunctions, now: number, account?: string) {
	const settings = readSettings(hook);
	const { id: nodeId, name: nodeName } = hook.getNode();
	const { id: workflowId = '' } = hook.getWorkflow();
	const url = hook.getNodeWebhookUrl('default') ?? '';
	const isAccount = settings.listenTo === 'account';
	const pollingOnly = settings.arrival === 'polling';
	const known = ownRegistration(hook);
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
		entry: entryOf(known, trigger, { activationMode: hook.getActivationMode(), now }),
		known,
		settings,
		wanted: isAccount && !pollingOnly ? { url, events: subscribedTypes(settings) } : undefined,
	};
}
