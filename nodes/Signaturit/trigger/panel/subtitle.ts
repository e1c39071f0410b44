import { embeddedEvents } from '../../embedded/events';
import { ANY_EVENT, eventOptions, eventResources } from '../../events/catalogue';

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
