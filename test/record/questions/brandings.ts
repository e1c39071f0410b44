// Questions about the list, the fields, the colors and the text templates of brandings.

import { z } from 'zod';

import {
	accepted,
	all,
	apartFrom,
	check,
	every,
	hasShape,
	isRefusedAtAll,
	leaveOpen,
	needed,
	questionsOf,
	succeeds,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { brandingsIn, idOf, ifAny, newestDay } from '../wire';
import { isLimited, isPartOf } from './seen';

const listed = (tape: Tape) => needed(brandingsIn, tape.answer('brandings'));

/** Whether all brandings that have a value have one of these. */
const hasOneOf = (tape: Tape, key: 'signature_color' | 'csv_position', words: string[]) =>
	every(
		listed(tape)
			.map((branding) => branding[key])
			.filter((value) => value !== undefined && value !== null),
		`branding with a ${key}`,
		(value) => words.some((word) => word === value),
		(value) => `${key} ${String(value)}`,
	);

const isReadByOffset = (tape: Tape): CheckResult =>
	isPartOf(listed(tape), brandingsIn(tape.answer('branding 2')), 'the second branding');

/** The templates of one kind that the brandings of the account have, by their names. */
const templatesOf = (tape: Tape, key: 'templates' | 'sms-templates'): [string, string][] =>
	listed(tape).flatMap((branding) =>
		Object.entries(z.record(z.string()).safeParse(branding[key]).data ?? {}),
	);

const EMAILS =
	'signatures_request signatures_receipt request_expired pending_sign pending_sign_bulk '
		.concat(
			'document_canceled emails_request validation_request signed_document document_declined ',
		)
		.concat('request_expired_requester')
		.split(' ');
/** The word that a template must have. */
const NEEDED: Record<string, string> = {
	signatures_request: 'sign_button',
	pending_sign: 'sign_button',
	emails_request: 'email_button',
	validation_request: 'validate_button',
	sms_verify: 'code',
	sms_validate: 'code',
};

export const brandings = questionsOf({
	// Brandings (docs/service.md#brandings)
	'branding-list': (tape) => {
		const list = brandingsIn(tape.answer('brandings'));
		if (list.length < 2) leaveOpen('the account has fewer than two brandings');
		const day = newestDay(list) ?? leaveOpen('the dates cannot be read');
		const isOfDay = ({ created_at: at }: { created_at: string }) => at.slice(0, 10) >= day;
		return all(
			isReadByOffset(tape),
			every(
				brandingsIn(tape.answer('brandings since the newest day')),
				'branding since the newest day',
				isOfDay,
			),
			check(
				!brandingsIn(tape.answer('brandings until the newest day')).some(isOfDay),
				'one is listed that is not older than until',
			),
		);
	},
	'branding-get': (tape) => {
		const [newest] = listed(tape);
		return check(idOf(tape.answer('newest branding')) === newest?.id, 'another one is answered');
	},
	'branding-fields': apartFrom('what it was not given', (tape) => {
		if (listed(tape).length === 0) leaveOpen('the account has no branding');
		const templates = z.union([z.array(z.unknown()).max(0), z.record(z.string())]);
		return hasShape(
			accepted(tape.answer('brandings')),
			z.array(z.object({ id: z.string(), created_at: z.string(), templates })),
		);
	}),
	'branding-other-fields': apartFrom('all but the name', (tape) =>
		every(listed(tape), 'branding', ({ name }) => name !== undefined),
	),
	'branding-signature-color-words': (tape) => hasOneOf(tape, 'signature_color', ['black', 'blue']),
	'branding-colors': (tape) =>
		every(
			listed(tape)
				.flatMap(({ layout_color: layout, text_color: text }) => [layout, text])
				.filter((color) => typeof color === 'string' && color !== ''),
			'branding with a color',
			(color) => /^#[0-9a-f]{6}$/i.test(String(color)),
		),
	'branding-csv-position': (tape) => hasOneOf(tape, 'csv_position', ['right', 'left']),

	// Their templates (docs/service.md#branding-templates)
	'branding-email-templates': apartFrom('those that no branding has, and the subject', (tape) =>
		every(
			templatesOf(tape, 'templates'),
			'branding with a template of an email',
			([name]) => EMAILS.includes(name),
			([name]) => `a template ${name}`,
		),
	),
	'branding-sms-templates': apartFrom('what they are for', (tape) =>
		every(
			templatesOf(tape, 'sms-templates'),
			'branding with a template of an SMS',
			([name]) => ['sms_verify', 'sms_validate'].includes(name),
			([name]) => `a template ${name}`,
		),
	),
	'branding-required-tags': apartFrom(
		'templates that no branding has, and what the node does',
		(tape) =>
			every(
				[...templatesOf(tape, 'templates'), ...templatesOf(tape, 'sms-templates')].filter(
					([name]) => name in NEEDED,
				),
				'branding with a template that needs a word',
				([name, text]) => new RegExp(`\\{\\{\\s*${NEEDED[name]}\\s*\\}\\}`).test(text),
				([name]) => `a template ${name} without it`,
			),
	),

	// Their pages (docs/service.md#page-sizes)
	'page-size-brandings': (tape) => isLimited(tape, 'brandings with limit 11', 10),
	'page-window-brandings': (tape) => {
		if (ifAny(() => isReadByOffset(tape)) !== true) leaveOpen('brandings are not read by offset');
		return all(
			succeeds(tape.answer('brandings with offset 990')),
			isRefusedAtAll(tape.answer('brandings with offset 991')),
		);
	},
});
