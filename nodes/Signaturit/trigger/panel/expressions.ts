import { embeddedEvents } from '../../embedded/pageFields';
import { ANY_EVENT, eventOptions, eventResources } from '../../events/catalogue';

// What n8n evaluates in the node's description.

const isEmbedded = '$parameter["resource"] === "embeddedSigning"';

/** Expression for the description of the webhook: whether nothing is posted to it. */
export const isNotPosted = `={{ ${isEmbedded} || $parameter["arrival"] === "polling" }}`;

/**
 * Expression for its method. n8n registers no webhook when the method is empty. A trigger that only polls has one as
 * well, because n8n tells a node only by its webhook's methods when the workflow is published and unpublished.
 */
export const postMethod = `={{ ${isEmbedded} ? "" : "POST" }}`;

/** An expression that shows the chosen events under the node, in the words of the panel. */
export function eventsSubtitle(): string {
	const names = [
		...eventResources.flatMap(eventOptions).map(({ name, value }) => [value, name]),
		...embeddedEvents.map(({ type, name }) => [type, name]),
		[ANY_EVENT, 'Any Event'],
	];
	const table = JSON.stringify(Object.fromEntries(names));
	const chosen =
		'$parameter["resource"] === "embeddedSigning" ? $parameter["embeddedEvents"] : $parameter["events"]';
	return `={{ [].concat(${chosen}).map((type) => (${table})[type] ?? type).join(", ") }}`;
}
