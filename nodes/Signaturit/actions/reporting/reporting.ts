import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { EventResource } from '../../events/catalogue';
import { eventsUrlWarning, triggerWarning } from '../../events/reachability';
import { hearsOfAccount, type Registration } from '../../events/registration';
import {
	addressWithReference,
	MARK_KEY,
	REFERENCE_KEY,
	signedReference,
} from '../../events/tracking';
import { isUnfound, unlessUnfound, type Unfound } from '../../input/commonSchemas';
import { choiceField, textField, option } from '../../input/fields';
import { webUrl } from '../../input/schemas';
import { credentialOf } from '../../transport/endpoints';
import type { FormFields } from '../../transport/form';
import { hintOnce } from '../context';
import { withPairs, type Creation } from '../sending/creation';
import { findWorkflowTrigger } from './workflowTrigger';

/** The options for where events are posted. */
export const eventsOptions: INodeProperties[] = [
	choiceField('Events', 'events', {
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
	}),
	textField('Events URL', 'eventsUrl', {
		placeholder: 'e.g. https://n8n.example.com/webhook/…/events.json',
		description: 'The address that events are posted to when Events is Send to a URL',
		displayOptions: { show: { events: ['url'] } },
	}),
];

/** The address for events of `reporting`. */
export const eventsUrlSchema = unlessUnfound(webUrl('Events URL').optional());

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
export function reporting(
	this: IExecuteFunctions,
	item: number,
	resource: EventResource,
): Reporting {
	const events: unknown = this.getNodeParameter('options.events', item, 'automatic');
	const untracked = async (fields: FormFields) => fields;
	if (events === 'none') return { eventsUrl: undefined, track: untracked };
	if (events === 'url') {
		const eventsUrl = this.getNodeParameter('options.eventsUrl', item, '');
		const track: Reporting['track'] = async (fields, reference) => {
			await hintAtAddress.call(this, fields, eventsUrlWarning);
			return resource !== 'signature' && isTriggerUrl(fields.events_url)
				? withReference(resource, fields, reference)
				: fields;
		};
		return { eventsUrl, track };
	}
	if (events !== 'automatic' && events !== 'trigger') {
		const fault = 'Events must be one of: automatic, trigger, url, none';
		return { eventsUrl: { fault, advice: '' } satisfies Unfound, track: untracked };
	}
	const trigger = findWorkflowTrigger.call(this, resource);
	if (isUnfound(trigger)) {
		const { isAbsent, hint = trigger.fault } = trigger;
		return {
			eventsUrl: events === 'automatic' && isAbsent ? undefined : trigger,
			track: async (fields) => {
				hintOnce.call(this, 'info', hint);
				return fields;
			},
		};
	}
	const needsNoPosts = trigger.pollingOnly || (resource === 'signature' && hearsOfAccount(trigger));
	return {
		eventsUrl: needsNoPosts ? undefined : trigger.url,
		track: async (fields, reference) =>
			await trackedBy.call(this, trigger, resource, fields, reference),
	};
}

/** Adds to the fields by what this trigger finds what is being created. The trigger's secret signs the reference. */
async function trackedBy(
	this: IExecuteFunctions,
	trigger: Registration,
	resource: EventResource,
	fields: FormFields,
	reference: string,
): Promise<FormFields> {
	const { mark, secret } = trigger;
	// A trigger for the whole account needs no mark: it looks through all lists.
	const marked = hearsOfAccount(trigger)
		? fields
		: withData(resource, fields, { [MARK_KEY]: mark });
	if (typeof fields.events_url !== 'string') return marked;
	await hintAtAddress.call(this, fields, triggerWarning);
	return withReference(resource, marked, signedReference(reference, secret));
}

async function hintAtAddress(
	this: IExecuteFunctions,
	{ events_url: url }: FormFields,
	warningFor: typeof triggerWarning,
): Promise<void> {
	const { environment } = await credentialOf(this);
	const warning = warningFor(String(url), environment);
	if (warning) hintOnce.call(this, 'warning', warning);
}

function withReference(resource: EventResource, fields: FormFields, reference: string): FormFields {
	return {
		...withData(resource, fields, { [REFERENCE_KEY]: reference }),
		events_url: addressWithReference(String(fields.events_url), reference),
	};
}

/** Certified SMS get no custom data, because their list cannot be searched by it (docs/service.md#filters). */
function withData(
	resource: EventResource,
	fields: FormFields,
	pairs: Readonly<Record<string, string | undefined>>,
): FormFields {
	return resource === 'certifiedSms' ? fields : withPairs(fields, pairs);
}

/** Whether this may be the production URL of a Signaturit Trigger, of this n8n or another one. */
function isTriggerUrl(url: unknown): boolean {
	return typeof url === 'string' && /\/webhook\/.+\/events\.json$/.test(new URL(url).pathname);
}
