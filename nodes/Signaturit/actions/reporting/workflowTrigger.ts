import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { EventResource } from '../../events/catalogue';
import { activeTriggers, hearsOfAccount, type Registration } from '../../events/registration';
import type { Unfound } from '../../input/commonSchemas';

const contextSchema = z.object({
	workflow: z.object({
		nodes: z.record(
			z.object({
				name: z.string(),
				type: z.string(),
				disabled: z.boolean().optional(),
				parameters: z.object({ resource: z.string().default('signature') }),
			}),
		),
	}),
});

/**
 * The Signaturit Triggers of the workflow that runs, whether published or not. n8n documents no way to list nodes, but
 * its contexts carry the workflow; if one does not, the list is empty. So use it for messages only.
 */
function workflowTriggers(this: IExecuteFunctions) {
	const { data } = contextSchema.safeParse(this);
	return Object.values(data?.workflow.nodes ?? {})
		.filter(({ type, disabled }) => /(^|\.)signaturitTrigger$/.test(type) && !disabled)
		.map(({ name, parameters }) => ({ name, resource: parameters.resource }));
}

/** Why events cannot be sent as selected, and what to do. */
export interface EventsFault extends Unfound {
	/** Whether no trigger is published: then *Automatic* reports nothing. */
	isAbsent?: boolean;
	/** What is said when it is sent all the same. */
	hint?: string;
}

/** The names of the trigger's field Resource in its panel. */
const resourceNames = new Map([
	['signature', 'Signature Request'],
	['certifiedEmail', 'Certified Email'],
	['certifiedSms', 'Certified SMS'],
	['embeddedSigning', 'Embedded Signing'],
]);

const things: Record<EventResource, string> = {
	signature: 'signature requests',
	certifiedEmail: 'certified emails',
	certifiedSms: 'certified SMS',
};

/**
 * The trigger of this workflow that is to hear of what is being created; one for the whole account only when there is no
 * other one. A fault when none is published, or several that are not for the whole account.
 */
export function findWorkflowTrigger(
	this: IExecuteFunctions,
	resource: EventResource,
): Registration | EventsFault {
	const { id = '' } = this.getWorkflow();
	const active = activeTriggers(this.getWorkflowStaticData('global'), id).filter(
		(entry) => (entry.resource ?? 'signature') === resource,
	);
	const narrow = active.filter((entry) => !hearsOfAccount(entry));
	if (narrow.length > 1) return faultOfSeveralTriggers(narrow);
	return narrow[0] ?? active[0] ?? faultOfNoTrigger.call(this, resource);
}

/**
 * Of a published workflow nobody can tell whether its trigger is not published with it or n8n hides it from this
 * run, so *Automatic* must not do without, except in a manual run: the user looks at its hint.
 */
function faultOfNoTrigger(this: IExecuteFunctions, resource: EventResource): EventsFault {
	const triggers = workflowTriggers.call(this);
	const [triggerNode] = triggers.filter((trigger) => trigger.resource === resource);
	const isHidden = triggerNode !== undefined && this.getWorkflow().active;
	const isManual = this.getMode() === 'manual';
	const steps = triggerNode
		? `Publish the workflow: "${triggerNode.name}" listens only then`
		: adviceToAdd(resource, triggers);
	const hidden = isManual
		? 'If it is published: n8n hides the address of the trigger from manual runs on a worker (OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true). Let the trigger of the workflow start it.'
		: 'If it is published: n8n 2.41 in queue mode hides its address from workers. Set its "Listen To" to "Everything in the Account", and "Events" to "Don\'t Send".';
	const more = triggerNode && (isHidden || isManual) ? ` ${hidden}` : '';
	// On a worker, n8n tells a manual run neither the address nor that the workflow is published.
	const onWorkers = triggerNode && isManual ? ", and not to manual runs on n8n's workers" : '';
	return {
		fault: `This workflow has no published Signaturit Trigger for ${things[resource]}`,
		advice: `${steps}, or set the option "Events" to "Don't Send".${more}`,
		isAbsent: isManual || !isHidden,
		hint:
			triggers.length > 0
				? `So far, nothing is reported here. ${steps}${onWorkers}.`
				: 'So far, nothing is reported here: add a Signaturit Trigger and publish the workflow.',
	};
}

function adviceToAdd(
	resource: EventResource,
	triggers: ReturnType<typeof workflowTriggers>,
): string {
	const nameOf = (value: string) => resourceNames.get(value) ?? value;
	const others = triggers.map(
		({ name, resource: other }) => `"${name}" listens to ${nameOf(other)} only. `,
	);
	return `${others.join('')}Add a Signaturit Trigger with the resource ${nameOf(resource)} to this workflow and publish the workflow`;
}

function faultOfSeveralTriggers(triggers: readonly Registration[]): EventsFault {
	const names = triggers.map(({ nodeName }) => `"${nodeName}"`).join(', ');
	return {
		fault: 'This workflow has more than one published Signaturit Trigger',
		advice: `A request reports to one address only. Remove all but one of ${names}, or set the option "Events" to "Send to a URL" and enter the production URL of one of them.`,
	};
}
