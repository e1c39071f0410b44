import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { eventsUrlWarning, ownAddressProblem, triggerWarning } from '../../events/reachability';
import { activeTriggers, hearsOfAccount, type Registration } from '../../events/registration';
import { addressWithReference, MARK_KEY, signedReference } from '../../events/tracking';
import { webUrl } from '../../input/doors';
import { Unfound } from '../../input/schemas';
import { choiceField, textField, option } from '../../input/fields';
import { parameter, type ExecuteCall } from '../../transport/call';
import { type DeliveryKind } from '../../transport/endpoints';
import type { FormFields } from '../../transport/form';
import { withPairs, type Creation } from '../sending/creation';
import { chosenIn } from '../../input/values';

const eventsField = choiceField('Events', 'events', {
	options: [
		option(
			'Automatic',
			'automatic',
			'Start the Signaturit Trigger of this workflow if it has a published one',
		),
		option(
			"Send to This Workflow's Trigger",
			'trigger',
			'As Automatic, but send nothing to anybody without a published trigger',
		),
		option(
			'Send to a URL',
			'url',
			'Post events elsewhere, e.g. to the Signaturit Trigger of another workflow',
		),
		option("Don't Send", 'none', 'Nothing is reported'),
	],
	default: 'automatic',
	description: 'Where Signaturit reports what happens, such as a signature or a delivery',
});

export const eventsOptions: INodeProperties[] = [
	eventsField,
	textField('Events URL', 'eventsUrl', {
		placeholder: 'e.g. https://n8n.example.com/webhook/…/events.json',
		description: 'The address that events are posted to when Events is Send to a URL',
		displayOptions: { show: { events: ['url'] } },
	}),
];

export const eventsUrlSchema = webUrl('Events URL').optional();

interface Reporting extends Pick<Creation, 'track'> {
	/** For `events_url`, not validated yet (`eventsUrlSchema`). */
	eventsUrl: unknown;
}

/**
 * Reads where the events of an item go, and by what the trigger finds what is being created. There is no address when
 * the trigger of this workflow looks for them by itself, or hears of everything in the account and posts name their
 * request (docs/service.md#event-posts). Without a published trigger, *Automatic* only shows a hint.
 *
 * An events URL that the user has entered gets a reference when a Signaturit Trigger is likely to be there and the
 * posts do not name what they are about (docs/service.md#certified-event-posts). An address that Signaturit may not
 * reach is sent all the same, with a hint (docs/service.md#events-url).
 */
export function reporting(call: ExecuteCall, item: number, resource: DeliveryKind): Reporting {
	const events = chosenIn(call, eventsField, item, 'options.');
	const untracked = async (fields: FormFields) => fields;
	if (events === 'none') return { eventsUrl: undefined, track: untracked };
	if (events === 'url') {
		const eventsUrl = parameter(call, 'options.eventsUrl', item, '');
		const track: Reporting['track'] = async (fields, reference) => {
			await hintAtAddress(call, fields, eventsUrlWarning);
			return resource !== 'signature' && isTriggerUrl(fields.events_url)
				? withReference(fields, reference)
				: fields;
		};
		return { eventsUrl, track };
	}
	const trigger = findWorkflowTrigger(call, resource);
	if ('refusal' in trigger) {
		const { refusal, isAbsent, hint = refusal.problem } = trigger;
		return {
			eventsUrl: events === 'automatic' && isAbsent ? undefined : refusal,
			track: async (fields) => {
				call.hint('info', hint);
				return fields;
			},
		};
	}
	const needsNoPosts = trigger.pollingOnly || (resource === 'signature' && hearsOfAccount(trigger));
	const fault = ownAddressProblem(trigger.url);
	const address = fault ? new Unfound(fault.problem, fault.advice) : trigger.url;
	return {
		eventsUrl: needsNoPosts ? undefined : address,
		track: async (fields, reference) => {
			const marked = withMarkOf(trigger, resource, fields);
			if (typeof fields.events_url !== 'string') return marked;
			await hintAtAddress(call, fields, triggerWarning);
			return withReference(marked, signedReference(reference, trigger.secret));
		},
	};
}

/**
 * A trigger for the whole account needs no mark: it looks through all lists. Certified SMS get no custom data, because
 * their list cannot be searched by it (docs/service.md#filters).
 */
function withMarkOf(trigger: Registration, resource: DeliveryKind, fields: FormFields) {
	return hearsOfAccount(trigger) || resource === 'certifiedSms'
		? fields
		: withPairs(fields, { [MARK_KEY]: trigger.mark });
}

const withReference = (fields: FormFields, reference: string): FormFields => ({
	...fields,
	events_url: addressWithReference(String(fields.events_url), reference),
});

const nodeSchema = z.object({
	name: z.string(),
	type: z.string(),
	disabled: z.boolean().optional(),
	parameters: z.object({ resource: z.string().default('signature') }),
});

const contextSchema = z.object({ workflow: z.object({ nodes: z.record(nodeSchema) }) });

/** The trigger's resources, as its panel names them and as a problem does. */
const resourceNames: Readonly<Record<string, string>> = {
	signature: 'Signature Request',
	certifiedEmail: 'Certified Email',
	certifiedSms: 'Certified SMS',
	embeddedSigning: 'Embedded Signing',
};

const plurals: Record<DeliveryKind, string> = {
	signature: 'signature requests',
	certifiedEmail: 'certified emails',
	certifiedSms: 'certified SMS',
};

/** Why events cannot be sent as selected, and what to do. */
interface EventsProblem {
	refusal: Unfound;
	/** Whether no trigger is published: then *Automatic* reports nothing. */
	isAbsent?: boolean;
	/** What is said when it is sent all the same. */
	hint?: string;
}

/**
 * The trigger of this workflow that is to hear of what is being created; one for the whole account only when there is
 * no other one. A problem when none is published, or several that are not for the whole account.
 */
function findWorkflowTrigger(
	call: ExecuteCall,
	resource: DeliveryKind,
): Registration | EventsProblem {
	const { id = '' } = call.n8n.getWorkflow();
	const active = activeTriggers(call.n8n.getWorkflowStaticData('global'), id).filter(
		(entry) => (entry.resource ?? 'signature') === resource,
	);
	const narrow = active.filter((entry) => !hearsOfAccount(entry));
	if (narrow.length < 2) return narrow[0] ?? active[0] ?? problemOfNoTrigger(call, resource);
	const names = narrow.map(({ nodeName }) => `"${nodeName}"`).join(', ');
	return {
		refusal: new Unfound(
			'This workflow has more than one published Signaturit Trigger',
			`A request reports to one address only. Remove all but one of ${names}, or set the option "Events" to "Send to a URL" and enter the production URL of one of them.`,
		),
	};
}

/**
 * Of a published workflow nobody can tell whether its trigger is not published with it or n8n hides it from this
 * run, so *Automatic* must not do without, except in a manual run: the user looks at its hint.
 */
function problemOfNoTrigger(call: ExecuteCall, resource: DeliveryKind): EventsProblem {
	// n8n documents no way to list nodes, but its contexts carry the workflow. They are used for messages only.
	const { data } = contextSchema.safeParse(call.n8n);
	const triggers = Object.values(data?.workflow.nodes ?? {}).filter(
		({ type, disabled }) => /(^|\.)signaturitTrigger$/.test(type) && !disabled,
	);
	const triggerNode = triggers.find(({ parameters }) => parameters.resource === resource);
	const isHidden = triggerNode !== undefined && call.n8n.getWorkflow().active;
	const isManual = call.n8n.getMode() === 'manual';
	const others = triggers.map(({ name, parameters: { resource: other } }) => {
		return `"${name}" listens to ${resourceNames[other] ?? other} only. `;
	});
	const steps = triggerNode
		? `Publish the workflow: "${triggerNode.name}" listens only then`
		: `${others.join('')}Add a Signaturit Trigger with the resource ${resourceNames[resource]} to this workflow and publish the workflow`;
	const hidden = isManual
		? 'If it is published: n8n hides the address of the trigger from manual runs on a worker (OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true). Let the trigger of the workflow start it.'
		: 'If it is published: n8n 2.41 in queue mode hides its address from workers. Set its "Listen To" to "Everything in the Account", and "Events" to "Don\'t Send".';
	const more = triggerNode && (isHidden || isManual) ? ` ${hidden}` : '';
	// On a worker, n8n tells a manual run neither the address nor that the workflow is published.
	const onWorkers = triggerNode && isManual ? ", and not to manual runs on n8n's workers" : '';
	return {
		refusal: new Unfound(
			`This workflow has no published Signaturit Trigger for ${plurals[resource]}`,
			`${steps}, or set the option "Events" to "Don't Send".${more}`,
		),
		isAbsent: isManual || !isHidden,
		hint:
			triggers.length > 0
				? `So far, nothing is reported here. ${steps}${onWorkers}.`
				: 'So far, nothing is reported here: add a Signaturit Trigger and publish the workflow.',
	};
}

async function hintAtAddress(
	call: ExecuteCall,
	{ events_url: url }: FormFields,
	warningFor: typeof triggerWarning,
): Promise<void> {
	const { environment } = await call.credential();
	const warning = warningFor(String(url), environment);
	if (warning) call.hint('warning', warning);
}

/** Whether this may be the production URL of a Signaturit Trigger, of this n8n or another one. */
function isTriggerUrl(url: unknown): boolean {
	return typeof url === 'string' && /\/webhook\/.+\/events\.json$/.test(new URL(url).pathname);
}
