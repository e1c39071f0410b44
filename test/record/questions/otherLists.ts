// Questions about templates, event hooks, contacts and subscriptions, and their lists.

import { z } from 'zod';

import {
	accepted,
	all,
	apartFrom,
	check,
	every,
	hasShape,
	hasStatus,
	leaveOpen,
	needed,
	questionsOf,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { contactsIn, countIn, hooksIn, idOf, subscriptionsIn, templatesIn } from '../wire';
import { isLimited, isPartOf, otherCreation, standingHooks } from './seen';

const text = z.string();
const templateShape = { id: text, name: text, created_at: text };
const widgetShape = z.object({
	id: text,
	created_at: text,
	key: text,
	name: text,
	default_value: text,
	editable: z.boolean(),
	required: z.boolean(),
	page: z.number(),
	left: z.number(),
	top: z.number(),
	type: text,
});

/** @throws StillOpen when the account has no event hook */
const newestHook = (tape: Tape) =>
	needed(hooksIn, tape.answer('event hooks')).web_hooks[0] ??
	leaveOpen('the account has no event hook');

/** Whether a count is that of the whole list. */
function isCountOf(tape: Tape, what: string, listed: number): CheckResult {
	if (listed === 0) leaveOpen(`the account has no ${what}`);
	if (listed >= 100) leaveOpen(`the ${what} fill a page`);
	const count = countIn(tape.answer(`count of ${what}`));
	return check(count === listed, `${count} counted, ${listed} listed`);
}

export const otherLists = questionsOf({
	// Templates (docs/service.md#template-lists)
	'template-list-v3': (tape) => {
		const answer = tape.answer('templates');
		const whole = templatesIn(answer);
		const second = templatesIn(tape.answer('template 2'));
		return all(
			isPartOf(whole, second, 'the second template'),
			hasShape(answer, z.array(z.object(templateShape))),
		);
	},
	'template-list-v4': apartFrom('`limit` and `page`', (tape) => {
		const answer = tape.answer('templates with widgets');
		if (templatesIn(accepted(answer)).length === 0) leaveOpen('the account has no template');
		return hasShape(answer, z.array(z.object({ widgets: z.array(z.unknown()) })));
	}),
	'template-hashtags': (tape) =>
		every(needed(templatesIn, tape.answer('templates')), 'template', ({ name }) =>
			name.startsWith('#'),
		),
	'template-widget-fields': (tape) => {
		const answer = tape.answer('templates with widgets');
		if (needed(templatesIn, answer).every(({ widgets }) => widgets.length === 0)) {
			leaveOpen('no template has widgets');
		}
		return hasShape(answer, z.array(z.object({ widgets: z.array(widgetShape) })));
	},
	'template-widget-page': (tape) => {
		const pages = needed(templatesIn, tape.answer('templates with widgets'))
			.flatMap(({ widgets }) => widgets.map(({ page }) => page))
			.filter((page) => page !== undefined);
		if (pages.length === 0) leaveOpen('no template has widgets');
		return check(Math.min(...pages) === 0, `the lowest page is ${Math.min(...pages)}`);
	},
	'template-missing-404': (tape) =>
		hasStatus(otherCreation(tape, 'an unknown template', 'a template'), 404),

	// Event hooks (docs/service.md#list-of-event-hooks)
	'hook-list': (tape) => {
		const { web_hooks: found } = hooksIn(tape.answer('event hooks'));
		return found.length > 0 || leaveOpen('the account has no event hook');
	},
	'hook-fields': (tape) => {
		const hook = z.object({
			id: text,
			status_code: z.number(),
			url: text,
			method: text,
			event_type: text,
			created_at: text,
		});
		const answer = tape.answer('event hooks');
		if (needed(hooksIn, answer).web_hooks.length === 0) leaveOpen('the account has no event hook');
		return hasShape(answer, z.object({ web_hooks: z.array(hook) }));
	},
	'hook-query': apartFrom('`limit`, `page`, `date` and `search`', (tape) => {
		const { status_code: status, method: verb } = newestHook(tape);
		return all(
			every(
				hooksIn(tape.answer('event hooks by status')).web_hooks,
				'event hook by status',
				(hook) => hook.status_code === status,
			),
			every(
				hooksIn(tape.answer('event hooks by method')).web_hooks,
				'event hook by method',
				({ method }) => method === verb,
			),
		);
	}),
	'hook-search': (tape) => {
		const { event_type: type } = newestHook(tape);
		return every(
			hooksIn(tape.answer('event hooks by type')).web_hooks,
			'event hook found by its type',
			({ event_type: found }) => found.includes(type),
		);
	},
	'hook-date-inclusive': apartFrom('a range of several days', (tape) => {
		const newest = newestHook(tape);
		const ids = hooksIn(tape.answer('event hooks of a day')).web_hooks.map(({ id }) => id);
		return check(ids.includes(newest.id), 'the hook of that day is missing');
	}),
	'hook-total': (tape) => {
		const { total } = standingHooks(tape);
		if (total === 0) leaveOpen('the account has no event hook');
		const last = hooksIn(tape.answer('last page of event hooks')).web_hooks.length;
		const expected = total - 100 * (Math.ceil(total / 100) - 1);
		return check(last === expected, `total ${total}, and ${last} on the last page`);
	},

	// Contacts (docs/service.md#stored-contacts)
	'contact-list': apartFrom('that a page has 100 by default', (tape) => {
		const listed = contactsIn(tape.answer('contacts'));
		const [newest] = listed;
		return all(
			isPartOf(listed, contactsIn(tape.answer('contact 2')), 'the second contact'),
			every(
				contactsIn(tape.answer('contacts by address')),
				'contact found by its address',
				({ email }) => email.includes(newest?.email ?? ''),
			),
			every(contactsIn(tape.answer('contacts by name')), 'contact found by its name', ({ name }) =>
				name.includes(newest?.name ?? ''),
			),
		);
	}),
	'contact-count': (tape) =>
		isCountOf(tape, 'contacts', needed(contactsIn, tape.answer('contacts')).length),
	'contact-get': (tape) => {
		const answer = tape.answer('newest contact');
		const [newest] = needed(contactsIn, tape.answer('contacts'));
		return all(
			hasShape(answer, z.object({ id: text, created_at: text, email: text, name: text })),
			check(idOf(answer) === newest?.id, 'another one is answered'),
		);
	},
	'contact-page-size': (tape) => isLimited(tape, 'contacts with limit 101', 100),
	'contact-exact-filters': apartFrom('the name', (tape) => {
		if (needed(contactsIn, tape.answer('contacts by address')).length === 0)
			leaveOpen('no contact is found by its whole address');
		const found = contactsIn(tape.answer('contacts by half an address')).length;
		return check(found === 0, `${found} are found by the end of an address`);
	}),

	// Subscriptions (docs/service.md#account-wide-subscriptions)
	'subscription-list': (tape) => {
		const list = tape.answer('subscriptions');
		const shape = hasShape(list, z.array(z.object({ id: text })));
		if (shape !== true) return shape;
		if (subscriptionsIn(list).length === 0) leaveOpen('the account has no subscription');
		const { length } = subscriptionsIn(tape.answer('subscriptions by event'));
		if (length > 0) return `${length} are listed for an event that does not exist`;
		const second = subscriptionsIn(tape.answer('subscription 2'));
		return isPartOf(subscriptionsIn(list), second, 'the second subscription');
	},
	'subscription-count': (tape) => {
		const { length } = needed(subscriptionsIn, tape.answer('subscriptions'));
		return isCountOf(tape, 'subscriptions', length);
	},
	'subscription-get': (tape) => {
		const answer = tape.answer('newest subscription');
		const [newest] = needed(subscriptionsIn, tape.answer('subscriptions'));
		return all(
			hasShape(answer, z.object({ id: text, url: text, events: z.array(text) })),
			check(idOf(answer) === newest?.id, 'another one is answered'),
		);
	},
	'subscription-other-account': apartFrom('that it is of another account: it is of none', (tape) =>
		hasStatus(tape.answer('unknown subscription'), 401, 403, 404),
	),
	'subscription-date': (tape) =>
		every(
			needed(subscriptionsIn, tape.answer('subscriptions')),
			'subscription',
			({ created_at: at }) => at !== undefined,
		),
});
