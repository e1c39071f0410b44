// Questions about certified emails and SMS, and their certificates, files, filters and counts.

import { z } from 'zod';

import {
	accepted,
	all,
	apartFrom,
	check,
	every,
	hasShape,
	isPdf,
	leaveOpen,
	needed,
	partOf,
	questionsOf,
	succeeds,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { certifiedListIn, countIn, identifiedIn, idOf, newestDay } from '../wire';
import { isPartOf } from './seen';

type Kind = 'emails' | 'sms';

const STATUSES = ['in_queue', 'sent', 'error'];

/** A list read by limit and offset. */
const isListed = (tape: Tape, kind: Kind): CheckResult => {
	const list = identifiedIn(tape.answer(kind));
	return isPartOf(list, identifiedIn(tape.answer(`${kind}, second`)), 'the second entry');
};

/** Counts by status and by day are those of the list. */
const isCounted = (tape: Tape, kind: Kind): CheckResult => {
	needed(countIn, tape.answer(`count of ${kind}`));
	const entries = needed(certifiedListIn, tape.answer(`${kind} since the newest day`));
	const total = needed(certifiedListIn, tape.answer(kind)).length;
	if (Math.max(entries.length, total) >= 100) leaveOpen('they fill more than a page');
	const count = countIn(tape.answer(`count of ${kind} since the newest day`));
	const sent = countIn(accepted(tape.answer(`count of ${kind}, sent`)));
	const listed = needed(certifiedListIn, tape.answer(`${kind} that are sent`)).length;
	if (entries.length === 0 || listed === 0) leaveOpen(`the account has too few ${kind}`);
	return all(
		check(count === entries.length, `${count} counted and ${entries.length} listed since a day`),
		check(sent === listed, `${sent} counted and ${listed} listed that are sent`),
	);
};

const isRead = (tape: Tape, kind: Kind): CheckResult => {
	const [newest] = needed(identifiedIn, tape.answer(kind));
	if (newest === undefined) leaveOpen(`the account has no ${kind}`);
	return check(idOf(tape.answer(`newest of ${kind}`)) === newest.id, 'another one is answered');
};

const isTrail = (tape: Tape, kind: Kind): CheckResult => {
	return isPdf(accepted(tape.answer(`audit trail of ${kind}`)));
};

const withEvents = {
	id: z.string(),
	name: z.string(),
	status: z.string(),
	events: z.array(z.object({ type: z.string(), created_at: z.string() })),
};
const certificatesOf = (more: z.ZodRawShape) =>
	z.object({ certificates: z.array(z.object({ ...withEvents, ...more })).min(1) });
const hasCertificates = (tape: Tape, kind: Kind, more: z.ZodRawShape): CheckResult => {
	const answer = tape.answer(`newest of ${kind}`);
	if (!Array.isArray(partOf(answer, 'certificates'))) leaveOpen('`certificates` is no list');
	return all(hasShape(answer, certificatesOf(more)), hasOneEach(tape, kind));
};

/** Whether nobody has several certificates, such as one for each file. */
const hasOneEach = (tape: Tape, kind: Kind): CheckResult =>
	every(needed(certifiedListIn, tape.answer(kind)), `one of ${kind}`, ({ certificates: all }) => {
		const people = all.map(({ name, email, phone }) => JSON.stringify([name, email, phone]));
		return new Set(people).size === people.length;
	});

const isFilteredByData = (tape: Tape, kind: Kind): CheckResult => {
	const [newest] = needed(certifiedListIn, tape.answer(kind));
	const pair = newest?.data[0] ?? leaveOpen(`the newest of ${kind} has no custom data`);
	return every(
		certifiedListIn(tape.answer(`${kind} by custom data`)),
		'entry by custom data',
		({ data }) => data.some(({ key, value }) => key === pair.key && value === pair.value),
	);
};

/** The status of a certificate. @throws StillOpen when it is unknown, which is a row of its own */
const knownStatus = ({ status }: { status: string }): string =>
	STATUSES.includes(status) ? status : leaveOpen(`a certificate has the unknown status ${status}`);

const isFiltered = (tape: Tape, kind: Kind): CheckResult => {
	const day = newestDay(needed(certifiedListIn, tape.answer(kind)));
	if (day === undefined) leaveOpen(`no ${kind} has a date that can be read`);
	return all(
		every(
			certifiedListIn(tape.answer(`${kind} that are sent`)),
			`${kind} that are sent`,
			({ certificates }) => certificates.map(knownStatus).includes('sent'),
		),
		every(
			certifiedListIn(tape.answer(`${kind} since the newest day`)),
			`${kind} since a day`,
			({ created_at: at }) => at.slice(0, 10) >= day,
		),
	);
};

/** A day before all entries, if it counted, would leave none. */
const ignoresOrRefusesUntil = (tape: Tape, kind: Kind): CheckResult => {
	const answer = tape.answer(`count of ${kind} until 2001`);
	if (answer.status >= 400) return true;
	const inAll = needed(countIn, tape.answer(`count of ${kind}`));
	if (inAll === 0) leaveOpen(`the account has no ${kind}`);
	return check(countIn(answer) === inAll, `${countIn(answer)} until 2001, ${inAll} in all`);
};

export const certified = questionsOf({
	// Certified emails (docs/service.md#certified-emails)
	'email-list': (tape) => isListed(tape, 'emails'),
	'email-count': (tape) => isCounted(tape, 'emails'),
	'email-get': (tape) => isRead(tape, 'emails'),

	// Certified SMS (docs/service.md#certified-sms)
	'sms-list': (tape) => isListed(tape, 'sms'),
	'sms-count': (tape) => isCounted(tape, 'sms'),
	'sms-get': (tape) => isRead(tape, 'sms'),
	'sms-answers-data': apartFrom('what follows where they have none', (tape) =>
		needed(certifiedListIn, tape.answer('sms')).length === 0
			? leaveOpen('the account has no sms')
			: hasShape(tape.answer('sms'), z.array(z.object({ data: z.array(z.unknown()) }))),
	),

	// Certificates (docs/service.md#certificates)
	'certificate-per-recipient': apartFrom('`file` and `attachments`', (tape) =>
		all(
			hasCertificates(tape, 'emails', { email: z.string() }),
			hasCertificates(tape, 'sms', { phone: z.string() }),
		),
	),
	'certificate-statuses': (tape) => {
		const kinds: Kind[] = ['emails', 'sms'];
		const seen = every(
			kinds
				.flatMap((kind) => needed(certifiedListIn, tape.answer(kind)))
				.flatMap((entry) => entry.certificates),
			'certificate',
			({ status }) => STATUSES.includes(status),
			({ status }) => `status ${status}`,
		);
		const counts = kinds.flatMap((kind) => [
			...STATUSES.map((status) => succeeds(tape.answer(`count of ${kind}, ${status}`))),
			check(
				tape.answer(`count of ${kind}, n8n_recorder`).status >= 400 ||
					leaveOpen('the filter takes any status'),
				'',
			),
		]);
		return all(seen, ...counts);
	},
	'certificate-list': apartFrom('the answer to a creation', (tape) =>
		check(Array.isArray(partOf(tape.answer('newest of emails'), 'certificates')), 'it is no list'),
	),
	'certificate-file': (tape) =>
		every(
			needed(certifiedListIn, tape.answer('emails'))
				.flatMap((email) => email.certificates)
				.filter(({ attachments }) => attachments.length > 0),
			'email with an attachment',
			({ file, attachments }) => file?.name === attachments[0]?.name,
		),
	'certificate-email-trail': (tape) => isTrail(tape, 'emails'),
	'certificate-sms-trail': (tape) => isTrail(tape, 'sms'),
	'certificate-trail-when': apartFrom('that there is none before', (tape) =>
		succeeds(tape.answer('audit trail of emails')),
	),

	// Filters of the two lists (docs/service.md#filters)
	'filter-emails': apartFrom('`until` and `ids`', (tape) =>
		all(isFiltered(tape, 'emails'), isFilteredByData(tape, 'emails')),
	),
	'filter-sms': (tape) => isFiltered(tape, 'sms'),
	'filter-sms-by-data': (tape) => isFilteredByData(tape, 'sms'),

	// Counts of the two lists (docs/service.md#counts)
	'count-certified-filters': apartFrom('all other filters but `until`', (tape) =>
		all(ignoresOrRefusesUntil(tape, 'emails'), ignoresOrRefusesUntil(tape, 'sms')),
	),
});
