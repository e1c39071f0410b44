import { replaced, type Change } from '../deviations';
import { body, header, status, value, type Planted } from './changes';

const pageOf =
	(length: number): Change =>
	(answer) => ({ ...answer, status: 200, body: Array.from({ length }, () => ({})) });

/** Other behaviour of lists, errors and certified messages. */
export const plantedLists: Planted[] = [
	{
		what: 'lists come oldest first',
		names: /^(emails|sms)$/,
		change: body((old: unknown[]) => [...old].reverse()),
		rows: [
			'certified-emails: `GET /v3/emails.json` lists them by `limit` and',
			'certified-emails: `GET /v3/emails/{id}.json` answers one.',
			'certified-sms: `GET /v3/sms.json` lists them by `limit` and',
			'certified-sms: `GET /v3/sms/{id}.json` answers one.',
			'filters: Certified emails are listed by `status`,',
			'paging: Lists come newest first.',
		],
	},
	{
		what: 'an unknown id answers 400',
		names: /^unknown request$/,
		change: status(400, 'Bad id'),
		rows: ['known-refusals: An unknown id: 404, with `not found` in the'],
	},
	{
		what: 'a wrong token answers 403 in the shape of errors',
		names: /^count with a wrong token$/,
		change: status(403, 'Forbidden'),
		rows: [
			'error-body: A bad token gets an answer in the shape of',
			'known-refusals: A bad or missing token: 401.',
		],
	},
	{
		what: 'a list redirects',
		names: /^subscriptions$/,
		change: status(302),
		rows: [
			"environments: The service's addresses do not redirect: a 3xx",
			'account-wide-subscriptions: `GET /v3/subscriptions.json` lists them by',
		],
	},
	{
		what: 'Word files have pages',
		names: /^Word request$/,
		change: value('file', { name: 'third.docx', pages: 1, size: 1 }),
		rows: ['documents: DOC and DOCX files have no page count.'],
	},
	{
		what: 'the list of requests has links',
		names: /^list of requests$/,
		change: header('link', '<https://example.com>; rel="next"'),
		rows: ['paging: Except for event hooks, lists have no totals'],
	},
	{
		what: 'an SMS has data',
		names: /^sms$/,
		change: body((old: object[]) => old.map((item) => ({ ...item, data: [] }))),
		rows: ['certified-sms: The `data` of an SMS is not in its answers.'],
	},
	{
		what: 'the file of a certificate is another',
		names: /^emails$/,
		change: value('file', { name: 'n8n' }),
		rows: ['certificates: `file` is the first attachment.'],
	},
	{
		what: 'widgets of templates have no default',
		names: /^templates with widgets$/,
		change: value('default_value', undefined),
		rows: ["template-lists: A template's widget has `id`, `created_at`,"],
	},
	{
		what: 'an event hook has no URL',
		names: /^event hooks$/,
		change: value('url', undefined),
		rows: ['list-of-event-hooks: A hook has `id`, `status_code` (what the'],
	},
	{
		what: 'a subscription has no date',
		names: /^subscriptions$/,
		change: value('created_at', undefined),
		rows: ['account-wide-subscriptions: A subscription also has `created_at`.'],
	},
	{
		what: 'a page of brandings has eleven',
		names: /^brandings with limit 11$/,
		change: pageOf(11),
		rows: ['page-sizes: A page of brandings has at most 10.'],
	},
	{
		what: 'brandings are listed without end',
		names: /^brandings with offset 991$/,
		change: (answer) => ({ ...answer, status: 200, body: [] }),
		rows: ['page-sizes: For brandings, `limit` + `offset` is at'],
	},
	{
		what: 'brandings ignore a day',
		names: /^brandings until the newest day$/,
		change: (answer) => ({
			...answer,
			body: [{ id: 'a', created_at: '2999-01-01T00:00:00+0000' }],
		}),
		rows: ['brandings: `GET /v3/brandings.json` lists the brandings of the'],
	},
	{
		what: 'colors of signatures are numbers',
		names: /^brandings$/,
		change: value('signature_color', '#000000'),
		rows: ['brandings: These two are written `black` and `blue`.'],
	},
	{
		what: 'stamps are in the middle',
		names: /^brandings$/,
		change: value('csv_position', 'middle'),
		rows: ['brandings: `csv_position` is `right` or `left`.'],
	},
	{
		what: 'brandings have no names and a text as templates',
		names: /^brandings$/,
		change: body((old) => replaced(replaced(old, 'name', undefined), 'templates', 'none')),
		rows: [
			'brandings: A branding has `id`, `created_at`, `layout_color`,',
			'brandings: It also has every other parameter that was given,',
		],
	},
	{
		what: 'credits are a number',
		names: /^credits$/,
		change: (answer) => ({ ...answer, body: 7 }),
		rows: [
			'credits: `GET /v3/account/credits.json` answers the credits',
			'credits: The answer is a list with an entry for each kind of',
		],
	},
	{
		what: 'credits have other names',
		names: /^credits$/,
		change: body((old: object[]) => old.map((item) => ({ ...item, remainingCredits: undefined }))),
		rows: ['credits: The answer is a list with an entry for each kind of'],
	},
	{
		what: 'a page of contacts has 101 entries',
		names: /^contacts with limit 101$/,
		change: pageOf(101),
		rows: ['stored-contacts: A page of contacts has at most 100 entries.'],
	},
	{
		what: 'a contact is found by a part of its address',
		names: /^contacts by half an address$/,
		change: body(() => [{ id: 'c1', email: 'ada@example.com', name: 'Ada' }]),
		rows: ['stored-contacts: `email` and `name` find contacts that have exactly'],
	},
	{
		what: 'subscriptions are listed whatever the event',
		names: /^subscriptions by event$/,
		change: body(() => [{ id: 'u1' }]),
		rows: ['account-wide-subscriptions: `GET /v3/subscriptions.json` lists them by'],
	},
	{
		what: 'a count has more in it',
		names: /^count of requests$/,
		change: body((old: object) => ({ ...old, more: 1 })),
		rows: ['counts: A count answers `{count}`, a number.'],
	},
	{
		what: 'a page has 101 entries',
		names: /^requests with limit 101$/,
		change: pageOf(101),
		rows: [
			'page-sizes: A page has at most 100 entries: requests,',
			'page-sizes: Beyond these limits the answer is 400.',
		],
	},
	{
		what: 'a page of /v4 templates has more than 10 entries',
		names: /^templates with widgets, limit 11$/,
		change: pageOf(101),
		rows: [
			'page-sizes: A page of the `/v4` templates has at most 10.',
			'page-sizes: Beyond these limits the answer is 400.',
		],
	},
	{
		what: 'a count by day is another',
		names: /^count since the newest day$/,
		change: value('count', 987),
		rows: [
			'ids-and-dates: Days in filters are days in UTC, as the dates',
			'counts: `GET /v3/signatures/count.json` counts requests',
			'counts: A count is the number of entries in the list:',
		],
	},
	{
		what: 'dates have no zone',
		names: /^newest of emails$/,
		change: value('created_at', '2030-01-01T00:00:00'),
		rows: ['ids-and-dates: Dates are written `YYYY-MM-DDTHH:MM:SS+0000`,'],
	},
	{
		what: 'an error has no status_code',
		names: /^creation with no file$/,
		change: value('status_code', undefined),
		rows: ['error-body: An error answers `status_code`, `message` and'],
	},
];
