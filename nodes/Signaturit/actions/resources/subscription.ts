// The resource Subscription: addresses that get the account's events, and when one may not be changed.

import { changeable, choiceField, choicesField, switchField, textField } from '../../input/fields';
import { ANY_EVENT, eventOptions, eventResources, isOutcomeType } from '../../events/catalogue';
import { activeTriggers } from '../../events/registration';
import { addressesForAccount } from '../../events/tracking';
import { textIf } from '../../input/hints';
import { subscriptionLocator } from '../../input/locators';
import { filledText, listOfEntries } from '../../input/doors';
import { optional } from '../../input/schemas';
import { isOn } from '../../input/values';
import { openWord } from '../../input/words';
import type { ExecuteCall } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { errorAbout } from '../../transport/errors/errors';
import { withShape, withId } from '../../transport/expected';
import type { FormFields } from '../../transport/form';
import { read } from '../../transport/request';
import { countSchema, subscriptionSchema } from '../../transport/shapes';
import { writes } from '../../transport/writes';
import type { Resource } from '../operation';
import { plainRead, plainWrite } from '../plain';
import { plainForm } from '../plainForm';
import { textFilters } from '../filters';
import { entryList } from '../plainList';
import { urlOf } from '../../transport/hosts';
import { Refusal } from '../../transport/errors/refusal';

const allEvents = eventResources.flatMap(eventOptions);

/** Every event type once: a subscription is not about one resource. */
const eventChoices = [...new Map(allEvents.map((option) => [option.value, option])).values()]
	.filter(({ value }) => !isOutcomeType(String(value)))
	.sort((a, b) => (a.name < b.name ? -1 : 1));

const eventFilter = choiceField('Event', 'event', {
	options: eventChoices,
	default: ANY_EVENT,
	description: 'Return only subscriptions that name this event; an expression may give any',
});

const subscriptionFields = [
	textField('URL', 'url', {
		required: true,
		placeholder: 'e.g. https://example.com/signaturit.json',
		description:
			'The address that events are posted to. They come as JSON only if its path ends like that of the example.',
	}),
	choicesField('Events', 'events', {
		options: eventChoices,
		default: [ANY_EVENT],
		required: true,
		description: 'All that is posted; an expression may give types that are not in the list',
	}),
];

const urlSchema = filledText('URL').transform((url) => url.trim());

/** The vendor's own example has a URL that is no web address (docs/service.md#account-wide-subscriptions). */
const urlHints = ({ url }: FormFields) =>
	textIf(
		url !== undefined && !/^https?:\/\//i.test(String(url)),
		'URL does not begin with http:// or https://: Signaturit may not be able to post events to it',
	);

const eventsSchema = listOfEntries('Events', openWord('Events', eventChoices));

const evenIfInUse = switchField('Even If in Use', 'evenIfInUse', {
	description:
		'Whether to go ahead although the URL belongs to this n8n, where a published trigger may need it',
});

/**
 * Refuses to change a subscription that a trigger of this n8n may need. The node knows which triggers of this workflow
 * are published. It only knows that the others listen at an address of this n8n.
 *
 * @throws UserError when the option is off
 */
async function refuseInUse(call: ExecuteCall, [id = '']: string[], item: number) {
	if (isOn(call, evenIfInUse, item, 'options.')) return;
	const expected = withId('the subscription', id);
	const look = read(call, endpoints.subscription.one(id), { expected });
	const unchecked =
		'It could not be checked whether the subscription is in use, so nothing was changed';
	const answer = await look.catch((error: unknown) => {
		throw errorAbout(call.node, error, unchecked, '', 'refused');
	});
	const { url } = subscriptionSchema.parse(answer);
	const { id: workflowId = '' } = call.n8n.getWorkflow();
	const triggers = activeTriggers(call.n8n.getWorkflowStaticData('global'), workflowId);
	const trigger = triggers.find((entry) => addressesForAccount(entry.url).includes(url));
	if (!trigger && !isOfThisN8n(call, url)) return;
	throw new Refusal(
		trigger
			? `The trigger "${trigger.nodeName}" of this workflow gets its events by this subscription`
			: 'This subscription posts to this n8n, where a published trigger may need it',
		'builder',
		{
			facts: `Nothing was changed. Its URL is ${url}.`,
			advice:
				'Unpublishing the workflow of the trigger ends the subscription. If no published trigger has this URL, switch on the option Even If in Use.',
		},
	);
}

const unlessInUse = { options: [evenIfInUse], check: refuseInUse };

/** Whether an address is that of a webhook of this n8n, except those that listen for tests only. */
function isOfThisN8n(call: ExecuteCall, url: string): boolean {
	const address = urlOf(url);
	if (!address) return false;
	// The path ends in webhook-waiting/<execution>/<node>. All addresses of webhooks share the part before it.
	const { origin, pathname } = new URL(call.n8n.getSignedResumeUrl());
	const root = `${origin}${pathname.split('/').slice(0, -3).join('/')}/`;
	const { href } = address;
	return href.startsWith(root) && !href.startsWith(`${root}webhook-test/`);
}

const { list, one, count } = endpoints.subscription;

/** Addresses that get the events of the whole account (docs/service.md#account-wide-subscriptions). */
export const subscription: Resource = {
	name: 'Subscription',
	value: 'subscription',
	operations: {
		getManySubscriptions: entryList({ list }, textFilters([eventFilter]), {
			line: ({ id, created_at: created, url, events }) => ({ id, created, values: [url, events] }),
			name: 'Get Many',
			action: 'Get many subscriptions to events',
			description: 'List the URLs that get events of the whole account, also those of triggers',
		}),
		getSubscription: plainRead(one, [subscriptionLocator], {
			name: 'Get',
			action: 'Get a subscription to events',
			description: 'Get the URL and the events of a subscription',
		}),
		createSubscription: plainForm(writes.createSubscription, [], {
			name: 'Create',
			action: 'Create a subscription to events of the account',
			description:
				'Have the events of the whole account posted to a URL; triggers do this themselves',
			fields: subscriptionFields,
			rules: {
				url: urlSchema,
				events: eventsSchema.refine(
					({ length }) => length !== 0,
					'Events is empty: choose at least one',
				),
			},
			hints: urlHints,
		}),
		updateSubscription: plainForm(writes.updateSubscription, [subscriptionLocator], {
			...unlessInUse,
			name: 'Update',
			action: 'Update a subscription to events',
			description:
				'Change the URL or the events of a subscription; for a URL of this n8n, turn on Even If in Use',
			fields: changeable(subscriptionFields),
			rules: {
				url: optional(urlSchema),
				events: eventsSchema.transform((events) => (events.length === 0 ? undefined : events)),
			},
			needsOne: true,
			hints: urlHints,
			give: ({ answer, ids: [id] }) => [{ json: { ...answer, id } }],
		}),
		deleteSubscription: plainWrite(writes.deleteSubscription, [subscriptionLocator], {
			...unlessInUse,
			name: 'Delete',
			action: 'Delete a subscription so a URL gets no events',
			description:
				'Stop sending events to a URL, e.g. of an n8n that is gone; for a URL of this n8n, turn on Even If in Use',
			give: ({ ids: [id] }) => [{ json: { id, deleted: true } }],
		}),
		// Official SDKs have it, the reference does not.
		countSubscriptions: plainRead(() => count, [], {
			name: 'Count',
			action: 'Count the subscriptions to events',
			description: 'Count the URLs that get events of the whole account',
			expected: () => withShape('a count', countSchema),
		}),
	},
};
