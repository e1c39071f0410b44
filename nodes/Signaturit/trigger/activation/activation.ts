import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import {
	isRegistered,
	register,
	registrationOf,
	withdraw,
	type Registration,
} from '../../events/registration';
import { readSettings } from '../panel/settings';
import { existingSubscription, subscribe, unsubscribe } from './subscription';

/**
 * n8n calls these methods when a workflow is activated or deactivated, when n8n starts, and around a test
 * listen. For requests of the workflow they write the trigger's address into its shared static data. For
 * everything in the account they keep a subscription at the service. A test listen has static data and an
 * address of its own, so it never touches those of the active workflow.
 *
 * All throw NodeApiError with the service's own words; n8n shows it and tries again.
 */
export const activation = {
	async checkExists(this: IHookFunctions): Promise<boolean> {
		const { staticData, nodeId, entry, known, wanted } = readActivation(this);
		if (!wanted) return isRegistered(staticData, nodeId, entry);

		const subscriptionId = await existingSubscription.call(this, known?.subscriptionId, wanted);
		if (subscriptionId === undefined) return false;
		register(staticData, nodeId, { ...entry, subscriptionId });
		return true;
	},

	async create(this: IHookFunctions): Promise<boolean> {
		const { staticData, nodeId, entry, known, wanted } = readActivation(this);
		if (wanted) {
			const subscriptionId = await subscribe.call(this, wanted);
			register(staticData, nodeId, { ...entry, subscriptionId });
		} else if (!isTestListen(this)) {
			await endSubscription.call(this, known);
			register(staticData, nodeId, entry);
		}
		return true;
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		const { staticData, nodeId, entry, known, wanted } = readActivation(this);
		// The end of a test listen comes here too, with the test URL.
		const own = known?.url === entry.url ? known : undefined;
		if (wanted) await unsubscribe.call(this, own?.subscriptionId, entry.url);
		else await endSubscription.call(this, own);
		if (own) withdraw(staticData, nodeId);
		return true;
	},
};

/** The trigger may have listened to the whole account before its settings were changed. */
async function endSubscription(this: IHookFunctions, known?: Registration): Promise<void> {
	if (known?.subscriptionId) await unsubscribe.call(this, known.subscriptionId, known.url);
}

function isTestListen(hook: IHookFunctions): boolean {
	return hook.getMode() === 'manual';
}

function readActivation(hook: IHookFunctions) {
	const { resource, listenTo, types } = readSettings(hook);
	const { id: nodeId, name: nodeName } = hook.getNode();
	const { id: workflowId = '' } = hook.getWorkflow();
	const url = hook.getNodeWebhookUrl('default') ?? '';
	const staticData: IDataObject = hook.getWorkflowStaticData('global');
	const entry: Registration = { workflowId, nodeName, url, resource };
	const known = registrationOf(staticData, nodeId, workflowId);
	return {
		staticData,
		nodeId,
		entry,
		known: isTestListen(hook) && known?.url !== url ? undefined : known,
		wanted: listenTo === 'account' ? { url, events: types } : undefined,
	};
}
