import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { eventsUrlWarning, ownAddressProblem, triggerWarning } from '../events/reachability';
import { hearsOfAccount } from '../events/beginning';
import { activeTriggers, type Registration } from '../events/registration';
import {
	ADDRESS_KEY,
	addressWithReference,
	MARK_KEY,
	workflowOrigin,
	signedReference,
} from '../events/tracking';
import { webUrl } from '../input/doors';
import { Unfound } from '../input/schemas';
import { choiceField, textField, option } from '../input/fields';
import { parameter, type ExecuteCall } from '../transport/call';
import { type DeliveryKind } from '../transport/endpoints';
import type { FormFields } from '../transport/form';
import { withCustomData, type Creation } from './sending/creation';
import { chosenIn } from '../input/values';

const eventsField = choiceField('Events', 'events', {
	options: [
		option('Automatic', 'automatic', 'Start the published Signaturit Triggers of this workflow'),
		option(
			"Send to This Workflow's Trigger",
			'trigger',
			'As Automatic, but nothing is sent to anybody if the workflow has no published trigger',
		),
		option(
			'Send to a URL',
			'url',
			'As Automatic, and post events elsewhere, e.g. to the Signaturit Trigger of another workflow',
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
 * Reads where the events of an item go, and by what triggers find what is being created: by its workflow, unless nothing
 * is to be reported. There is no address when the trigger of this workflow looks for events by itself, or hears of
 * everything in the account and posts name their request (docs/service.md#event-posts), or n8n does not tell it.
 *
 * An events URL that the user has entered gets a reference when a Signaturit Trigger is likely to be there and the
 * posts do not name what they are about (docs/service.md#certified-event-posts). An address that Signaturit may not
 * reach is sent all the same, with a hint (docs/service.md#events-url).
 */
export function reporting(call: ExecuteCall, item: number, resource: DeliveryKind): Reporting {
	const events = chosenIn(call, eventsField, item, 'options.');
	if (events === 'none') return { eventsUrl: undefined, track: async (fields) => fields };
	if (events === 'url') {
		const eventsUrl = parameter(call, 'options.eventsUrl', item, '');
		const track: Reporting['track'] = async (fields, reference) => {
			const marked = withOrigin(call, fields);
			await hintAtAddress(call, fields, eventsUrlWarning);
			return resource !== 'signature' && isTriggerUrl(fields.events_url)
				? withReference(marked, reference)
				: marked;
		};
		return { eventsUrl, track };
	}
	const trigger = postedTrigger(call, resource);
	if (!trigger) {
		const { refusal, isLost, hint } = withoutAddress(call, resource);
		return {
			eventsUrl: isLost || events === 'trigger' ? refusal : undefined,
			track: async (fields) => {
				if (hint) call.hint('info', hint);
				return withOrigin(call, fields);
			},
		};
	}
	const needsNoPosts = trigger.pollingOnly || (resource === 'signature' && hearsOfAccount(trigger));
	const fault = ownAddressProblem(trigger.url);
	const address = fault ? new Unfound(fault.problem, fault.advice) : trigger.url;
	return {
		eventsUrl: needsNoPosts ? undefined : address,
		track: async (fields, reference) => {
			const marked = withOrigin(call, fields);
			if (typeof fields.events_url !== 'string') return marked;
			await hintAtAddress(call, fields, triggerWarning);
			return withReference(marked, signedReference(reference, trigger.secret));
		},
	};
}

/** The active triggers of this workflow, as far as n8n tells this run. */
const triggersSeen = (call: ExecuteCall) =>
	activeTriggers(call.n8n.getWorkflowStaticData('global'), call.n8n.getWorkflow().id ?? '');

/** The fields with that by which the triggers of this workflow find what is being created. */
export function withOrigin(call: ExecuteCall, fields: FormFields) {
	const origin = workflowOrigin(call);
	if (!origin) return fields;
	const [trigger] = triggersSeen(call);
	return withCustomData(fields, { [MARK_KEY]: origin.mark, [ADDRESS_KEY]: trigger?.address });
}

const withReference = (fields: FormFields, reference: string): FormFields => ({
	...fields,
	events_url: addressWithReference(String(fields.events_url), reference),
});

const nodeSchema = z.object({
	name: z.string(),
	type: z.string(),
	disabled: z.boolean().optional(),
	parameters: z.object({
		resource: z.string().default('signature'),
		listenTo: z.unknown(),
	}),
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

/**
 * The trigger of this workflow to whose address is posted what happens to what is being created; the others look for it.
 * One for the whole account is meant only when there is no other one.
 */
function postedTrigger(call: ExecuteCall, resource: DeliveryKind): Registration | undefined {
	const active = triggersSeen(call).filter((entry) => (entry.resource ?? 'signature') === resource);
	const narrow = active.filter((entry) => !hearsOfAccount(entry));
	const [first] = narrow.length > 0 ? narrow : active;
	return narrow.find(({ pollingOnly }) => !pollingOnly) ?? first;
}

/** What follows when n8n tells no address of a published trigger. */
interface WithoutAddress {
	/** Why nothing is sent, if a trigger has to hear of it. */
	refusal?: Unfound;
	/** Whether a trigger listens, but would not hear of it. */
	isLost?: boolean;
	/** What is said when it is sent all the same. */
	hint?: string;
}

/**
 * A run in production with the trigger among its nodes is one of a published workflow, whose address n8n 2.41 does not
 * tell its workers: the trigger finds by the mark what is sent; of certified SMS that is not documented. A manual run may
 * be one of nodes that are not published.
 */
function withoutAddress(call: ExecuteCall, resource: DeliveryKind): WithoutAddress {
	// n8n documents no way to list nodes, but its contexts carry the workflow.
	const { data } = contextSchema.safeParse(call.n8n);
	const triggers = Object.values(data?.workflow.nodes ?? {}).filter(
		({ type, disabled }) => /(^|\.)signaturitTrigger$/.test(type) && !disabled,
	);
	const trigger = triggers.find(({ parameters }) => parameters.resource === resource);
	if (isHidden(call) && (trigger || !data)) {
		if (resource !== 'certifiedSms' || trigger?.parameters.listenTo === 'account') return {};
		return { isLost: true, refusal: new Unfound(SMS_LOST, SMS_ADVICE) };
	}
	const others = triggers.map(({ name, parameters: { resource: other } }) => {
		return `"${name}" listens to ${resourceNames[other] ?? other} only. `;
	});
	const name = `a Signaturit Trigger with the resource ${resourceNames[resource]}`;
	const steps = trigger
		? `Publish the workflow: "${trigger.name}" listens only then`
		: `${others.join('')}Add ${name} to this workflow and publish the workflow`;
	const hidden =
		trigger && call.n8n.getMode() === 'manual'
			? ' If it is published: n8n hides that from manual runs on a worker (OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true). Let the trigger of the workflow start it.'
			: '';
	const [short, when] =
		resource === 'signature'
			? ['a Signaturit Trigger', 'when everyone has signed']
			: [name, 'when something happens to it'];
	return {
		refusal: new Unfound(
			`This workflow has no published Signaturit Trigger for ${plurals[resource]}`,
			`${steps}, or set the option "Events" to "Automatic" or "Don't Send".${hidden}`,
		),
		hint: trigger
			? `Sent. "${trigger.name}" hears of it while the workflow is published.`
			: `Sent. ${others.join('')}To start this workflow ${when}, add ${others.length > 0 ? name : short} to it and publish.`,
	};
}

const SMS_LOST = 'The trigger of this workflow would not hear of this certified SMS';
const SMS_ADVICE =
	'n8n 2.41 in queue mode hides its address from workers, and it is not documented that polls can find the SMS of one workflow. Set the option "Events" to "Send to a URL" and enter the production URL of the trigger, or set its "Listen To" to "Everything in the Account".';

/** Whether triggers among the nodes of this run may listen, although n8n tells nothing of them. */
function isHidden({ n8n }: ExecuteCall): boolean {
	const mode = n8n.getMode();
	const { signaturitTriggers } = n8n.getWorkflowStaticData('global');
	// A sub-workflow may be run that is not published.
	const isPublished = mode === 'integrated' ? n8n.getWorkflow().active : mode !== 'manual';
	return isPublished && signaturitTriggers === undefined;
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
