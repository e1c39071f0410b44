import type { INodeProperties } from 'n8n-workflow';
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
import { workflowNodes, type WorkflowNode } from '../n8n/workflowNodes';
import { parameter, type ExecuteCall } from '../transport/call';
import type { DeliveryKind } from '../transport/endpoints';
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

export const eventsUrlField = textField('Events URL', 'eventsUrl', {
	placeholder: 'e.g. https://n8n.example.com/webhook/…/events.json',
	description: 'The address that events are posted to when Events is Send to a URL',
	displayOptions: { show: { events: ['url'] } },
});

export const eventsOptions: INodeProperties[] = [eventsField, eventsUrlField];

export const eventsUrlSchema = webUrl('Events URL').optional();

interface Reporting extends Pick<Creation, 'track'> {
	/** For `events_url`, not validated yet (`eventsUrlSchema`). */
	eventsUrl: unknown;
}

/**
 * Reads where the events of an item go, and how triggers find the creation: by its workflow, unless nothing is
 * to be reported. There is no address when the trigger of this workflow looks for events by itself, or hears of
 * everything in the account and posts name their request (docs/service.md#event-posts), or n8n does not tell it.
 *
 * An events URL that the user has entered gets a reference when a Signaturit Trigger is likely to be there and the
 * posts do not name their delivery (docs/service.md#certified-event-posts). An address that Signaturit may not
 * reach is sent all the same, with a hint (docs/service.md#events-url).
 */
export function reporting(call: ExecuteCall, item: number, resource: DeliveryKind): Reporting {
	const events = chosenIn(call, eventsField, item, 'options.');
	if (events === 'none') return { eventsUrl: undefined, track: async (fields) => fields };
	if (events === 'url') {
		return {
			eventsUrl: parameter(call, 'options.eventsUrl', item, ''),
			async track(fields, reference) {
				const marked = withOrigin(call, fields);
				await hintAtAddress(call, fields, eventsUrlWarning);
				const isMissed = resource !== 'signature' && isTriggerUrl(fields.events_url);
				return isMissed ? withReference(marked, reference) : marked;
			},
		};
	}
	const trigger = postedTrigger(call, resource);
	if (!trigger) {
		const { refusal, isLost, hint } = unheard(call, resource);
		return {
			eventsUrl: isLost || events === 'trigger' ? refusal : undefined,
			async track(fields) {
				if (hint) call.hint('info', hint);
				return withOrigin(call, fields);
			},
		};
	}
	const needsNoPosts = trigger.pollingOnly || (resource === 'signature' && hearsOfAccount(trigger));
	const fault = ownAddressProblem(trigger.url);
	const address = fault ? new Unfound(fault.problem, fault.advice, 'builder') : trigger.url;
	return {
		eventsUrl: needsNoPosts ? undefined : address,
		async track(fields, reference) {
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

/** The fields with the custom data by which the triggers of this workflow find the creation. */
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

/**
 * The trigger of this workflow that gets the posts about the creation; the others look for its events. A trigger for
 * the whole account is taken only when there is no other one.
 */
function postedTrigger(call: ExecuteCall, resource: DeliveryKind): Registration | undefined {
	const active = triggersSeen(call).filter((entry) => (entry.resource ?? 'signature') === resource);
	const narrow = active.filter((entry) => !hearsOfAccount(entry));
	const [first] = narrow.length > 0 ? narrow : active;
	return narrow.find(({ pollingOnly }) => !pollingOnly) ?? first;
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
const isTriggerUrl = (url: unknown): boolean =>
	typeof url === 'string' && /\/webhook\/.+\/events\.json$/.test(new URL(url).pathname);

/** The names of the trigger's resources, in its panel and in problems. */
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

const resourceOf = ({ parameters: { resource = 'signature' } }: WorkflowNode) => String(resource);

/** The messages for when n8n tells no address of a published trigger. */
interface Unheard {
	/** Why nothing is sent, if a trigger has to hear of it. */
	refusal?: Unfound;
	/** Whether a trigger listens, but would not hear of it. */
	isLost?: boolean;
	/** The hint when it is sent all the same. */
	hint?: string;
}

/** Tells why n8n gives no address of a published trigger, by the triggers among the nodes of this run. */
function unheard(call: ExecuteCall, resource: DeliveryKind): Unheard {
	const nodes = workflowNodes(call.n8n);
	const triggers = (nodes ?? []).filter(
		({ type, disabled }) => /(^|\.)signaturitTrigger$/.test(type) && !disabled,
	);
	const trigger = triggers.find((one) => resourceOf(one) === resource);
	if (isHidden(call) && (trigger || !nodes)) {
		if (!nodes && resource !== 'certifiedSms') return unknownNodes(call);
		if (resource !== 'certifiedSms' || trigger?.parameters.listenTo === 'account') return {};
		const refusal = new Unfound(
			'The trigger of this workflow would not hear of this certified SMS',
			'n8n 2.41 in queue mode hides its address from workers, and it is not documented that polls can find the SMS of one workflow. Set the option "Events" to "Send to a URL" and enter the production URL of the trigger, or set its "Listen To" to "Everything in the Account".',
			'builder',
		);
		return { isLost: true, refusal };
	}
	return trigger ? unpublished(call, resource, trigger.name) : withoutTrigger(resource, triggers);
}

/** n8n hides published triggers from this run, and does not say whether there may be one. */
function unknownNodes(call: ExecuteCall): Unheard {
	const unknown = 'n8n does not say which nodes this workflow has';
	const hint = `${unknown}, so it is not known whether a Signaturit Trigger hears of it. Update n8n-nodes-signaturit.`;
	call.once('unknownNodes', () => call.log('warn', `Signaturit: ${unknown}`));
	const advice = 'Update n8n-nodes-signaturit, or set the option "Events" to another value.';
	return { refusal: new Unfound(unknown, advice, 'builder'), hint };
}

/** The trigger is there, but not published, as far as this run knows. */
function unpublished({ n8n }: ExecuteCall, resource: DeliveryKind, name: string): Unheard {
	const steps = `Publish the workflow: "${name}" listens only then`;
	const hidden =
		n8n.getMode() === 'manual'
			? ' If it is published: n8n hides that from manual runs on a worker (OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true). Let the trigger of the workflow start it.'
			: '';
	return {
		refusal: noTrigger(resource, steps, hidden),
		hint: `"${name}" hears of it while the workflow is published.`,
	};
}

/** The workflow has no trigger, or only triggers for other resources. */
function withoutTrigger(resource: DeliveryKind, triggers: readonly WorkflowNode[]): Unheard {
	const lines = triggers.map((one) => {
		const other = resourceOf(one);
		return `"${one.name}" listens to ${resourceNames[other] ?? other} only. `;
	});
	const otherTriggers = lines.join('');
	const needed = `a Signaturit Trigger with the resource ${resourceNames[resource]}`;
	const isPlain = resource === 'signature' && otherTriggers === '';
	const occasion = resource === 'signature' ? 'everyone has signed' : 'something happens to it';
	const steps = `${otherTriggers}Add ${needed} to this workflow and publish the workflow`;
	return {
		refusal: noTrigger(resource, steps),
		hint: `${otherTriggers}To start this workflow when ${occasion}, add ${isPlain ? 'a Signaturit Trigger' : needed} to it and publish.`,
	};
}

const noTrigger = (resource: DeliveryKind, steps: string, more = '') =>
	new Unfound(
		`This workflow has no published Signaturit Trigger for ${plurals[resource]}`,
		`${steps}, or set the option "Events" to "Automatic" or "Don't Send".${more}`,
		'builder',
	);

/**
 * Whether triggers among the nodes of this run may listen, although n8n tells nothing of them. A run in production with
 * the trigger among its nodes is one of a published workflow, whose address n8n 2.41 does not tell its workers. The
 * trigger finds what is sent by the mark; for certified SMS that is not documented. The nodes of a manual run may be
 * unpublished.
 */
function isHidden({ n8n }: ExecuteCall): boolean {
	const mode = n8n.getMode();
	const { signaturitTriggers } = n8n.getWorkflowStaticData('global');
	// A sub-workflow may be run that is not published.
	const isPublished = mode === 'integrated' ? n8n.getWorkflow().active : mode !== 'manual';
	return isPublished && signaturitTriggers === undefined;
}
