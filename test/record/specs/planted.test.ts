import { ADA } from '../../people';
import type { Answer } from '../client';
import { RECORDER } from '../recorderTexts';
import { MASK } from '../secrets';
import type { Exchange, Tape } from '../tape';
import { questions } from '../questions';
import {
	changedAt,
	deviating,
	inSandbox,
	otherOutcome,
	otherShape,
	refutedByItself,
	refutedByOne,
	refutedRows,
	replaced,
	type Change,
	type Where,
} from './deviations';
import { recordedTape } from './runs';

/** Answers to calls that are other ones, by the row of the ledger that they refute. No other row is wrong then. */
type Planted = [answers: string, where: Where, changes: Record<string, Change>];

const DATE = '2030-01-28T00:00:00+0000';

const status =
	(code: number, message?: string): Change =>
	(answer) => ({
		...answer,
		status: code,
		...(message !== undefined && { body: { status_code: code, message } }),
	});
const header =
	(name: string, text?: string): Change =>
	(answer) => {
		const { [name]: _, ...others } = answer.headers;
		return { ...answer, headers: { ...others, ...(text !== undefined && { [name]: text }) } };
	};
const body =
	(change: (old: never) => unknown): Change =>
	(answer) => ({ ...answer, body: change(answer.body as never) });
/** More in the object that is answered. */
const more = (fields: object) => body((old: object) => ({ ...old, ...fields }));
/** Another value wherever the key stands. */
const value = (key: string, other: unknown) => body((old) => replaced(old, key, other));
/** The same, made from the old value. */
const at = (key: string, change: (old: never) => unknown) =>
	body((old) => changedAt(old, key, change));
const inObject = body((old) => ({ items: old }));
/** A text that is another one, wherever it stands. */
const texts = (old: string, other: string) =>
	body((whole) => JSON.parse(JSON.stringify(whole ?? null).replaceAll(old, other)));
/** The same in the last entry of a list. */
const atLast = (key: string, change: (old: never) => unknown) =>
	body((old: unknown[]) => [...old.slice(0, -1), changedAt(old.at(-1), key, change)]);
/** A file that is otherwise. */
const otherFile =
	(fields: Partial<NonNullable<Answer['file']>>): Change =>
	(answer) => ({ ...answer, ...(answer.file && { file: { ...answer.file, ...fields } }) });
const pageOf =
	(length: number): Change =>
	({ headers }) => ({
		headers,
		status: 200,
		body: Array.from({ length }, () => ({})),
	});
/** Entries keep their places and get dates in the order of these indices. */
const dated = (order: (indices: number[]) => number[]) =>
	body((old: { created_at: string }[]) => {
		const indices = order(old.map((_, index) => index));
		return old.map((entry, index) => ({
			...entry,
			created_at: old[indices[index] ?? 0]?.created_at,
		}));
	});
/** All documents of one recipient get one status, those of the others another one. */
const turns = (ofFirst: string, ofOthers: string) =>
	body((old: { documents: { email?: string }[] }) => ({
		...old,
		documents: old.documents.map((document) => ({
			...document,
			status: document.email === old.documents[0]?.email ? ofFirst : ofOthers,
		})),
	}));
/** What is stored of the two words that may fill a widget. */
const stored = (...keys: string[]) =>
	value(
		'data',
		keys.map((key) => ({ key, value: RECORDER.value })),
	);

/** What a single answer shows. */
const IN_SINGLE_ANSWERS: Record<string, Record<string, Change>> = {
	creation: {
		'create-answer-in-queue': value('status', 'ready'),
		'create-answer-no-events': value('events', [{ type: 'document_opened', created_at: DATE }]),
		// The IDs of both, in the other order.
		'link-of-documents': body((old: { id: string; documents: { id: string }[] }) => ({
			...old,
			url: `https://app.sandbox.signaturit.com/document/${old.documents[0]?.id}/${old.id}`,
		})),
	},
	'request by email': { 'create-signing-mode': turns('ready', 'in_queue') },
	request: {
		// One for each signer.
		'document-per-signer-and-file': at('documents', (old: object[]) =>
			old.filter((_, index) => index % 2 === 0),
		),
		'create-order-of-recipients': turns('in_queue', 'ready'),
		'status-waits-in-queue': turns('ready', 'signing'),
		'delivery-url-only-at-creation': more({ url: 'https://example.com' }),
		'data-n8n-keys-harmless': texts(RECORDER.reference, 'other'),
		'data-brackets-in-keys': texts(RECORDER.bracketKey, 'n8n[recorder'),
	},
	'request with a filled widget': {
		'data-filling-not-stored': stored('note', 'Note'),
		'data-widget-key': stored('note'),
		'data-widget-name': stored('Note'),
		'repeat-templates-unnamed': more({ templates: [] }),
	},
	'Word request': { 'document-word-no-pages': value('file', { pages: 1 }) },
	'Word request after the cancel': { 'request-decliner-email': more({ decliner_email: '' }) },
	'requests that are declined': {
		'status-one-decline-ends': atLast('documents', ([first, ...others]: object[]) => [
			first,
			...others.map((document) => ({ ...document, status: 'ready' })),
		]),
		'request-decliner-email-place': body(
			(old: { decliner_email?: string; documents: object[] }[]) =>
				old.map(({ decliner_email, documents, ...request }) => ({
					...request,
					documents: documents.map((document) => ({ ...document, decliner_email })),
				})),
		),
	},
	'requests by a key with brackets': { 'filter-data-key-of-parameter': body(() => []) },
	'count of declined': { 'count-of-entries': value('count', 987) },
	'count with a wrong token': { 'refusal-token-401': status(403) },
	'sent PDF': { 'download-says-its-end': header('content-length') },
	'audit trail of sms': {
		'certificate-sms-trail': otherFile({ isPdf: false, isWholePdf: false }),
	},
	'templates with widgets, limit 11': { 'page-size-v4-templates': pageOf(11) },
	'templates with widgets': { 'template-widget-fields': value('default_value', undefined) },
	'brandings with limit 11': { 'page-size-brandings': pageOf(11) },
	'contacts with limit 101': { 'contact-page-size': pageOf(101) },
	'contacts by address': { 'dates-format': value('created_at', '2030-01-01T00:00:00') },
	reminder: {
		'reminder-channel': at('events', (old: object[]) => [
			{ type: 'reminder_sms_processed', created_at: DATE },
			...old,
		]),
	},
	cancel: { 'cancel-reason-in-trail-only': more({ reason: RECORDER.reason }) },
	'event hooks': {
		'ids-of-event-hooks': at('web_hooks', (old: object[]) => [
			...old.slice(0, -1),
			{ ...old.at(-1), id: 'short' },
		]),
	},
	// A day of Madrid.
	'requests of the newest day': {
		'dates-filter-days-utc': body((old: object[]) => old.slice(0, -1)),
	},
	sms: { 'paging-newest-first': dated((indices) => indices.reverse()) },
	'list of requests': {
		'paging-strictly-sorted': dated((indices) =>
			indices.map((index) => (index === 80 ? 90 : index)),
		),
		'paging-short-page-ends': header('link', '<https://example.com>; rel="next"'),
	},
	'requests with limit 101': { 'page-size-100': pageOf(101), 'page-beyond-400': pageOf(100) },
	'contacts by half an address': { 'contact-exact-filters': body(() => [{ id: 'c1', ...ADA }]) },
	'subscriptions by event': { 'subscription-list': body(() => [{ id: 'u1' }]) },
	emails: {
		// One for each file.
		'certificate-per-recipient': at('certificates', (old: object[]) => [...old, ...old]),
		'certificate-file': value('file', { name: 'n8n' }),
	},
	'newest of sms': { 'certificate-per-recipient': value('phone', undefined) },
	brandings: {
		'branding-email-templates': at('templates', (old) =>
			Array.isArray(old) ? old : { ...(old as object), reminder: 'Please sign' },
		),
		'branding-sms-templates': value('sms-templates', { sms_reminder: 'Please sign' }),
		'branding-required-tags': value('signatures_request', 'Please sign'),
	},
	'team users': {
		'team-token-name': body((old: object[]) =>
			old.map((seat) => ({ ...seat, token: undefined, apiToken: MASK })),
		),
		'team-user-id-is-seat-id': body((old: object[]) => [...old, { ...old[0], id: 'u1' }]),
	},
	'team seats': {
		'team-invitation-new-seat': body((old: object[]) =>
			old.map((seat) => ({ ...seat, status: 'inactive', email: undefined })),
		),
		'team-seat-fields': at('status', (word: string) => (word === 'pending' ? 'invited' : word)),
	},
	'team seats after the last': { 'team-lists-whole': body(() => [{ id: 's1', status: 'active' }]) },
	'team groups': {
		'group-fields': at('members', (seats: { id: string }[]) => seats.map(({ id }) => id)),
	},
};

const isSuccess = ({ answer }: Exchange): boolean => answer.status < 300;
const isError = ({ answer }: Exchange): boolean => answer.status >= 400;
const isFile = ({ answer }: Exchange): boolean => answer.file !== undefined;
const isAny = (): boolean => true;
const isCreated = (exchange: Exchange): boolean =>
	isSuccess(exchange) &&
	exchange.call.method === 'POST' &&
	exchange.call.path === '/v3/signatures.json';
const hasBadToken = ({ call }: Exchange): boolean => call.token !== undefined;
/** A list of requests, or one of them. */
const hasRequests = (exchange: Exchange): boolean =>
	isSuccess(exchange) &&
	/^\/v3\/signatures(\/|\.json)/.test(exchange.call.path) &&
	typeof exchange.answer.body === 'object';
const isCertified = ({ call }: Exchange): boolean => /^\/v3\/(emails|sms)/.test(call.path);
const isCount = (exchange: Exchange): boolean =>
	isSuccess(exchange) && /^\/v3\/(signatures|emails|sms)\/count\.json$/.test(exchange.call.path);
const isList =
	(path: string) =>
	(exchange: Exchange): boolean =>
		exchange.call.method === 'GET' && exchange.call.path === path && isSuccess(exchange);
/** A change of all dates. */
const dates = (pattern: RegExp, other: string) =>
	at('created_at', (date: unknown) =>
		typeof date === 'string' ? date.replace(pattern, other) : date,
	);
const upperCase = at('status', (word: string) => word.toUpperCase());
const firstAlone = ([first]: unknown[]) => first;
const hasNoLimit = ({ answer, call }: Exchange): boolean =>
	Array.isArray(answer.body) && call.query?.limit === undefined;

/** What many answers show at once, as a real service would. Questions that only need what is otherwise stay open. */
const EVERYWHERE: Planted[] = [
	['lists of requests', isList('/v3/signatures.json'), { 'filter-request-list': inObject }],
	['lists of emails', isList('/v3/emails.json'), { 'email-list': inObject }],
	['templates with widgets', isList('/v4/templates'), { 'template-list-v4': inObject }],
	['contacts', isList('/v3/contacts.json'), { 'contact-list': inObject }],
	['brandings', isList('/v3/brandings.json'), { 'branding-list': inObject }],
	[
		'event hooks',
		isList('/v3/event-hooks'),
		{
			'hook-list': body((old: { web_hooks: unknown }) => old.web_hooks),
			'hook-total': body((old: { web_hooks: unknown[] }) => ({
				...old,
				total: old.web_hooks.length,
			})),
		},
	],
	['creations', isCreated, { 'create-status-201': status(200) }],
	[
		'counts',
		isCount,
		{ 'count-answer': body(({ count }: { count: number }) => ({ total: count })) },
	],
	[
		'requests',
		hasRequests,
		{
			'request-documents-list': at('documents', firstAlone),
			'request-data-pairs': at('data', (pairs: { key: string; value: string }[]) =>
				Object.fromEntries(pairs.map((pair) => [pair.key, pair.value])),
			),
			'status-words': upperCase,
			'order-cancel-event-each': texts('"document_canceled"', '"document_cancelled"'),
			'document-size-bytes': at('size', (size: number) => Math.ceil(size / 1024)),
			'document-fields': at('documents', (documents: object[]) =>
				documents.map((document) => ({ ...document, created_at: undefined })),
			),
			'ids-uuid': body((old) =>
				JSON.parse(
					JSON.stringify(old).replace(
						/([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
						(_, id: string) => String(Number.parseInt(id, 16)),
					),
				),
			),
		},
	],
	['requests that wait', hasRequests, { 'status-words': texts('"ready"', '"pending"') }],
	['single requests', ['listed request', 'request'], { 'request-get': more({ status: 'ready' }) }],
	[
		'emails and SMS',
		isCertified,
		{ 'certificate-list': at('certificates', firstAlone), 'certificate-statuses': upperCase },
	],
	[
		'dates in another form',
		isAny,
		{ 'dates-format': dates(/^(\d+)-(\d+)-(\d+)T(.{8}).*$/, '$3/$2/$1 $4') },
	],
	['dates that end in Z', isAny, { 'dates-format': dates(/\+0000/, 'Z') }],
	['errors without words', isError, { 'error-fields': texts('"message"', '"detail"') }],
	['errors without their status', isError, { 'error-fields': value('status_code', undefined) }],
	[
		'answers to bad tokens',
		hasBadToken,
		{ 'refusal-token-401': status(403), 'error-oauth-shape': status(401, 'Unauthorized') },
	],
	[
		'downloads',
		isFile,
		{
			'download-pdf-begin-and-end': otherFile({ isWholePdf: false }),
			'download-file-name': header('content-disposition', 'attachment'),
			'download-types': header('content-type', 'application/octet-stream'),
		},
	],
	[
		'pages with too large a limit',
		({ name }) => / limit 101$/.test(name),
		{ 'page-beyond-400': pageOf(100) },
	],
	[
		'pages without a limit',
		hasNoLimit,
		{ 'page-size-default': body((old: unknown[]) => old.slice(0, 25)) },
	],
	[
		'the team',
		['team users', 'team seats', 'team user'],
		{ 'tokens-in-team-answers': value('token', undefined) },
	],
];

/** Each deviation: the answers that are otherwise, the row that they refute, and how. */
const planted = [
	...Object.entries(IN_SINGLE_ANSWERS).map(([name, changes]): Planted => [name, [name], changes]),
	...EVERYWHERE,
].flatMap(([answers, where, changes]) =>
	Object.entries(changes).map(([row, change]) => ({ answers, where, row, change })),
);

/**
 * One deviation for each question, planted by hand or, where a change of one answer will do, found among the general
 * ones. It refutes this question, and no other.
 */
describe('a planted deviation', () => {
	/** No answer can refute these, each for its reason. */
	const NEVER_REFUTED: Record<string, string> = {
		'event-types-of-documents':
			'what was not seen may still exist, and there may be others that nobody knows',
		'event-types-email-opened': 'what was not seen may still exist',
		'event-types-reminder-opened': 'what was not seen may still exist',
		'reasons-in-answers': 'nobody may have given a reason',
		'reasons-decliner-in-document': 'what was not seen may still exist',
		'order-history-unsorted': 'that all were sorted does not say that all have to be',
	};
	const byHand = planted.map(({ row }) => row);
	let sandbox: Tape;
	beforeAll(async () => {
		sandbox = inSandbox(await recordedTape());
	});

	it.each(planted)('is found, and nothing else, in $answers: $row', ({ where, change, row }) => {
		const refuted = refutedRows(deviating(sandbox, where, ({ answer }) => change(answer)));
		expect(refuted).toEqual([row]);
	});

	it.each(questions.filter(({ row }) => !byHand.includes(row) && !(row in NEVER_REFUTED)))(
		'is found, and nothing else: $row',
		(question) => {
			expect(refutedByItself(question, sandbox)).toBe(true);
		},
	);

	it.each([
		['a refusal instead of a success, or the other way round', otherOutcome],
		['of another shape', otherShape],
	])('refutes one row at most when it is any single answer that is %s', (_, change) => {
		const refuted = sandbox.exchanges.map(({ name }) => ({
			name,
			rows: refutedByOne(sandbox, name, change),
		}));
		expect(refuted.filter(({ rows }) => rows.length > 1)).toEqual([]);
	});

	it('is there for every question, but for those that no answer can refute', () => {
		const asked = questions.map(({ row }) => row);
		const rows = [...byHand, ...Object.keys(NEVER_REFUTED)];
		expect(rows.filter((row) => !asked.includes(row))).toEqual([]);
	});
});
