import type { IExecuteFunctions } from 'n8n-workflow';
import type { EventResource } from '../../events/catalogue';
import { reachabilityWarning } from '../../events/reachability';
import { hearsOfAccount } from '../../events/registration';
import {
	addressWithReference,
	MARK_KEY,
	REFERENCE_KEY,
	signedReference,
} from '../../events/tracking';
import { readCredential } from '../../transport/endpoints';
import type { FormFields } from '../../transport/form';
import { hintOnce } from '../operation';
import { withPairs } from '../sending/creation';
import { eventsTarget, isFault, findWorkflowTrigger } from './eventsUrl';

/**
 * Adds to the fields of what is being created by what the trigger finds it: a reference in the events URL
 * and in the custom data, and in the custom data the mark of the trigger. Certified SMS get neither custom
 * data, because their list cannot be searched by it (docs/service.md#filters). An events URL that the user
 * has entered gets a reference when a Signaturit Trigger is likely to be there and the posts do not name
 * what they are about (docs/service.md#certified-event-posts). Shows a hint when the workflow has no trigger, or
 * Signaturit cannot reach it.
 *
 * @param reference as `newReference` makes it; the trigger's secret signs it
 */
async function withTracking(
	this: IExecuteFunctions,
	item: number,
	resource: EventResource,
	fields: FormFields,
	reference: string,
): Promise<FormFields> {
	const { events_url: url } = fields;
	const events = eventsTarget.call(this, item);
	if (events === 'automatic' || events === 'trigger') {
		const trigger = findWorkflowTrigger.call(this, resource);
		if (isFault(trigger)) {
			const { fault, advice } = trigger;
			hintOnce.call(this, `${fault}, so nothing is reported here. ${advice}`, 'info');
			return fields;
		}
		const { mark, secret } = trigger;
		// A trigger for the whole account needs no mark: it looks through all lists.
		const marked = hearsOfAccount(trigger)
			? fields
			: withData(resource, fields, { [MARK_KEY]: mark });
		if (typeof url !== 'string') return marked;
		await warnOfUnreachable.call(this, url);
		return withReference(resource, marked, url, signedReference(reference, secret));
	}
	if (events === 'url' && resource !== 'signature' && typeof url === 'string') {
		return isTriggerUrl(url) ? withReference(resource, fields, url, reference) : fields;
	}
	return fields;
}

/** `withTracking` for an item whose reference and fields come later. */
export function trackedFor(
	this: IExecuteFunctions,
	item: number,
	resource: EventResource,
): (fields: FormFields, reference: string) => Promise<FormFields> {
	return async (fields, reference) =>
		await withTracking.call(this, item, resource, fields, reference);
}

function withReference(
	resource: EventResource,
	fields: FormFields,
	url: string,
	reference: string,
): FormFields {
	return {
		...withData(resource, fields, { [REFERENCE_KEY]: reference }),
		events_url: addressWithReference(url, reference),
	};
}

function withData(
	resource: EventResource,
	fields: FormFields,
	pairs: Readonly<Record<string, string | undefined>>,
): FormFields {
	return resource === 'certifiedSms' ? fields : withPairs(fields, pairs);
}

/** Whether this may be the production URL of a Signaturit Trigger, of this n8n or another one. */
function isTriggerUrl(url: string): boolean {
	return /\/webhook\/.+\/events\.json$/.test(new URL(url).pathname);
}

async function warnOfUnreachable(this: IExecuteFunctions, url: string): Promise<void> {
	const { environment } = readCredential(await this.getCredentials('signaturitApi'));
	const message = environment === 'custom' ? undefined : reachabilityWarning(url);
	if (message) hintOnce.call(this, message, 'warning');
}
