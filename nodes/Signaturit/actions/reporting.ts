// Where Signaturit reports the events of what is created, and the options for it.

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
import { parameter, type ExecuteCall } from '../transport/call';
import type { DeliveryKind } from '../transport/endpoints';
import type { FormFields } from '../transport/form';
import { withCustomData, type Creation } from './sending/creation';
import { unheard } from './unheard';
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
