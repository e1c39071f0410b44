import type { IExecuteFunctions } from 'n8n-workflow';
import type { EventResource } from '../events/catalogue';
import { activeTriggers, hearsOfAccount, type Registration } from '../events/registration';

/** Why events cannot be sent as selected, and what to do. */
export interface EventsFault {
	fault: string;
	advice: string;
}

/** As in the trigger's panel. */
const resourceNames: Record<EventResource, string> = {
	signature: 'Signature Request',
	certifiedEmail: 'Certified Email',
	certifiedSms: 'Certified SMS',
};

/**
 * The trigger of this workflow that is to hear of what is being created. A trigger for the whole account is
 * taken only when there is no other one.
 *
 * @param resource what is being created
 * @returns a fault when no trigger is active, or more than one that is not for the whole account
 */
export function ownTrigger(
	this: IExecuteFunctions,
	item: number,
	resource: EventResource,
): Registration | EventsFault {
	const { id = '' } = this.getWorkflow();
	const active = activeTriggers(this.getWorkflowStaticData('global'), id)
		.filter((entry) => (entry.resource ?? 'signature') === resource)
		// n8n does not tell such a trigger when the workflow is published without it.
		.filter(({ nodeName, pollingOnly }) => !pollingOnly || hasNode.call(this, nodeName, item));
	const [trigger, ...others] = active.filter((entry) => !hearsOfAccount(entry));
	if (others.length > 0) return tooMany([trigger, ...others]);
	return trigger ?? active[0] ?? none.call(this, resource);
}

export function isFault(target: unknown): target is EventsFault {
	return typeof target === 'object' && target !== null && 'fault' in target;
}

function none(this: IExecuteFunctions, resource: EventResource): EventsFault {
	const advice = `Add a Signaturit Trigger node with the resource ${resourceNames[resource]} to this workflow and activate the workflow, or set "Events" to "Don't Send".`;
	const manual =
		'If it has one that is active: with the environment variable OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true, n8n hides the address of the trigger from manual runs. Let the trigger of the workflow start it, or unset the variable.';
	return {
		fault: 'This workflow has no active Signaturit Trigger to send events to',
		advice: this.getMode() === 'manual' ? `${advice} ${manual}` : advice,
	};
}

function tooMany(triggers: Array<Registration | undefined>): EventsFault {
	const names = triggers.map((trigger) => `"${trigger?.nodeName}"`).join(', ');
	return {
		fault: 'This workflow has more than one active Signaturit Trigger',
		advice: `A request reports to one address only. Remove all but one of ${names}, or set "Events" to "Send to a URL" and enter the production URL of one of them.`,
	};
}

/** Whether the workflow that runs has a node of this name: n8n throws when an expression names another one. */
function hasNode(this: IExecuteFunctions, name: string, item: number): boolean {
	const { $: nodeOf } = this.getWorkflowDataProxy(item) as { $: (name: string) => unknown };
	try {
		nodeOf(name);
		return true;
	} catch {
		return false;
	}
}
