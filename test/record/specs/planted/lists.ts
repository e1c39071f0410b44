import { ADA } from '../../../people';
import type { Change } from '../deviations';
import { body, file, header, last, status, value, type Planted } from './changes';

interface Entry {
	created_at: string;
}

const pageOf =
	(length: number): Change =>
	(answer) => ({ ...answer, status: 200, body: Array.from({ length }, () => ({})) });

/** Entries keep their places and get dates in the order of these indices. */
const dated = (order: (indices: number[]) => number[]) =>
	body((old: Entry[]) => {
		const indices = order(old.map((_, index) => index));
		return old.map((entry, index) => ({
			...entry,
			created_at: old[indices[index] ?? 0]?.created_at,
		}));
	});

const withLast = (key: string, change: (entry: never) => unknown) =>
	body((old: Record<string, unknown[]>) => ({
		...old,
		[key]: [...(old[key] ?? []).slice(0, -1), change(old[key]?.at(-1) as never)],
	}));

/** Other behaviour of lists, errors and certified messages. */
export const plantedLists: Planted[] = [
	{
		what: 'another server answers',
		where: ['count of requests'],
		change: body(() => '<html>Welcome</html>'),
		row: 'environments-hosts',
	},
	{
		what: 'an address redirects',
		where: ['second deletion'],
		change: status(302),
		row: 'environments-no-redirects',
	},
	{
		what: 'calls without a token are answered',
		where: ['count without a token'],
		change: status(200),
		row: 'tokens-bearer',
	},
	{
		what: 'a wrong token answers 403 in the shape of OAuth',
		where: ['count with a wrong token'],
		change: status(403),
		row: 'refusal-token-401',
	},
	{
		what: 'ids are numbers',
		where: ['Word request after the cancel'],
		change: value('id', '4711'),
		row: 'ids-uuid',
	},
	{
		what: 'an id has other characters',
		where: ['contacts by address'],
		change: value('id', 'c$1'),
		row: 'ids-characters',
	},
	{
		what: 'an event hook has a short id',
		where: ['event hooks'],
		change: withLast('web_hooks', (hook: object) => ({ ...hook, id: 'short' })),
		row: 'ids-of-event-hooks',
	},
	{
		what: 'dates have no zone',
		where: ['contacts by address'],
		change: value('created_at', '2030-01-01T00:00:00'),
		row: 'dates-format',
	},
	{
		what: 'a day of a filter is one of Madrid',
		where: ['requests of the newest day'],
		change: body((old: unknown[]) => old.slice(0, -1)),
		row: 'dates-filter-days-utc',
	},
	{
		what: 'lists come oldest first',
		where: ['sms'],
		change: dated((indices) => indices.reverse()),
		row: 'paging-newest-first',
	},
	{
		what: 'two entries of a list have changed places',
		where: ['list of requests'],
		change: dated((indices) => indices.map((index) => (index === 80 ? 90 : index))),
		row: 'paging-strictly-sorted',
	},
	{
		what: 'the list of requests has links',
		where: ['list of requests'],
		change: header('link', '<https://example.com>; rel="next"'),
		row: 'paging-short-page-ends',
	},
	{
		what: 'a page has fewer entries than are allowed',
		where: ['list without a limit'],
		change: body((old: unknown[]) => old.filter((_, index) => index !== 90)),
		row: 'page-size-default',
	},
	{
		what: 'a page has 101 entries',
		where: ['requests with limit 101'],
		change: pageOf(101),
		row: 'page-size-100',
	},
	{
		what: 'a page is cut at 100 entries',
		where: ['requests with limit 101'],
		change: pageOf(100),
		row: 'page-beyond-400',
	},
	{
		what: 'a page of /v4 templates has more than 10 entries',
		where: ['templates with widgets, limit 11'],
		change: pageOf(11),
		row: 'page-size-v4-templates',
	},
	{
		what: 'a page of brandings has eleven',
		where: ['brandings with limit 11'],
		change: pageOf(11),
		row: 'page-size-brandings',
	},
	{
		what: 'a page of contacts has 101 entries',
		where: ['contacts with limit 101'],
		change: pageOf(101),
		row: 'contact-page-size',
	},
	{
		what: 'a count is that of documents',
		where: ['count of declined'],
		change: value('count', 987),
		row: 'count-of-entries',
	},
	{
		what: 'a contact is found by a part of its address',
		where: ['contacts by half an address'],
		change: body(() => [{ id: 'c1', ...ADA }]),
		row: 'contact-exact-filters',
	},
	{
		what: 'subscriptions are listed whatever the event',
		where: ['subscriptions by event'],
		change: body(() => [{ id: 'u1' }]),
		row: 'subscription-list',
	},
	{
		what: 'a subscription has no date',
		where: ['subscriptions'],
		change: value('created_at', undefined),
		row: 'subscription-date',
	},
	{
		what: 'an SMS has no data',
		where: ['sms'],
		change: body((old: object[]) => old.map((item) => ({ ...item, data: undefined }))),
		row: 'sms-answers-data',
	},
	{
		what: 'a certificate of an SMS has no phone',
		where: ['newest of sms'],
		change: value('phone', undefined),
		row: 'certificate-per-recipient',
	},
	{
		what: 'a recipient has a certificate for each file',
		where: ['emails'],
		change: body((old: Array<{ certificates: unknown[] }>) =>
			old.map((email) => ({
				...email,
				certificates: [email.certificates, email.certificates].flat(),
			})),
		),
		row: 'certificate-per-recipient',
	},
	{
		what: 'one certificate stands alone',
		where: ['newest of emails'],
		change: body((old: { certificates: unknown[] }) => ({
			...old,
			certificates: old.certificates[0],
		})),
		row: 'certificate-list',
	},
	{
		what: 'the file of a certificate is another',
		where: ['emails'],
		change: value('file', { name: 'n8n' }),
		row: 'certificate-file',
	},
	{
		what: 'the audit trail is no PDF',
		where: ['audit trail of sms'],
		change: file({ isPdf: false, isWholePdf: false }),
		row: 'certificate-sms-trail',
	},
	{
		what: 'widgets of templates have no default',
		where: ['templates with widgets'],
		change: value('default_value', undefined),
		row: 'template-widget-fields',
	},
	{
		what: 'an event hook has no URL',
		where: ['event hooks'],
		change: value('url', undefined),
		row: 'hook-fields',
	},
	{
		what: 'brandings have a text as templates',
		where: ['brandings'],
		change: value('templates', 'none'),
		row: 'branding-fields',
	},
	{
		what: 'a branding has no name',
		where: ['brandings'],
		change: last((old: object) => ({ ...old, name: undefined })),
		row: 'branding-other-fields',
	},
	{
		what: 'colors of signatures are numbers',
		where: ['brandings'],
		change: value('signature_color', 0),
		row: 'branding-signature-color-words',
	},
	{
		what: 'stamps are in the middle',
		where: ['brandings'],
		change: value('csv_position', 'middle'),
		row: 'branding-csv-position',
	},
	{
		what: 'an error has no status_code',
		where: ['creation with no file'],
		change: value('status_code', undefined),
		row: 'error-fields',
	},
];
