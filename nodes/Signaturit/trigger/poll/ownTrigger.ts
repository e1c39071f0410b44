import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { markOf } from '../../events/mark';
import {
	beginningOf,
	registerPolling,
	registrationOf,
	type Beginning,
	type Registration,
} from '../../events/registration';
import { chosenValues, type Settings } from '../panel/settings';

type Context = IExecuteFunctions | IPollFunctions;

/** The registration of this trigger, if it was written by this n8n and not by one whose database was copied. */
function ownRegistration(context: Context): Registration | undefined {
	const { id = '' } = context.getWorkflow();
	const staticData = context.getWorkflowStaticData('global');
	const known = registrationOf(staticData, context.getNode().id, id);
	return known?.url.startsWith(context.getInstanceBaseUrl()) ? known : undefined;
}

/** The production URL of this trigger. Without a registration, it is what n8n makes by default. */
export function ownUrl(context: Context): string {
	const known = ownRegistration(context)?.url;
	const { webhookId = '' } = context.getNode();
	return known ?? `${context.getInstanceBaseUrl()}webhook/${webhookId}/events.json`;
}

/** The id of the subscription by which this trigger hears of the account. */
export function ownSubscription(context: Context): string | undefined {
	return ownRegistration(context)?.subscriptionId;
}

/** By this custom data the trigger finds its requests. */
export function ownMark(context: Context): string {
	const { id: workflowId = '' } = context.getWorkflow();
	return markOf({ workflowId, nodeId: context.getNode().id, url: ownUrl(context) });
}

/**
 * Since when events count for this activation. A trigger to which nothing is posted is registered here,
 * because n8n calls none of its hooks.
 */
export function activationOf(context: IPollFunctions, settings: Settings): Beginning {
	const { resource, arrival, listenTo } = settings;
	const { id: workflowId = '' } = context.getWorkflow();
	const { id: nodeId, name: nodeName } = context.getNode();
	const staticData = context.getWorkflowStaticData('global');
	const activation = { activationMode: context.getActivationMode(), now: Date.now() };
	const trigger = {
		workflowId,
		nodeId,
		nodeName,
		url: ownUrl(context),
		resource,
		isAccount: listenTo === 'account',
		chosen: chosenValues(settings),
	};
	// Otherwise the hooks of the webhook register it, before this poll or after it.
	return arrival === 'polling'
		? registerPolling(staticData, trigger, activation)
		: beginningOf(registrationOf(staticData, nodeId, workflowId), trigger, activation);
}
