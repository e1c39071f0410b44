import { at, body, file, header, status, texts, withoutKey, type Planted } from './changes';
import { hasRequests, isCreation, isError, isFile, isList, isOfKind, isSuccess } from './where';

/**
 * Behaviour that many answers show at once, as a real service would. Questions that only need what is otherwise stay
 * open.
 */
export const plantedEverywhere: Planted[] = [
	{
		what: 'every creation answers 200',
		where: (exchange) => isCreation(exchange) && isSuccess(exchange),
		change: status(200),
		row: 'create-a-signature-request: A creation answers 201.',
	},
	{
		what: 'every count answers a total',
		where: ({ call }) => /^\/v3\/(signatures|emails|sms)\/count\.json$/.test(call.path),
		change: (answer) =>
			answer.status < 300
				? body((old: { count: number }) => ({ total: old.count }))(answer)
				: answer,
		row: 'counts: A count answers `{count}`, a number.',
	},
	{
		what: 'lists of requests stand in an object',
		where: isList('/v3/signatures.json'),
		change: body((old) => ({ items: old })),
		row: 'filters: `GET /v3/signatures.json` lists requests by',
	},
	{
		what: 'lists of emails stand in an object',
		where: isList('/v3/emails.json'),
		change: body((old) => ({ items: old })),
		row: 'certified-emails: `GET /v3/emails.json` lists them',
	},
	{
		what: 'templates with widgets stand in an object',
		where: isList('/v4/templates'),
		change: body((old) => ({ items: old })),
		row: 'template-lists: `GET /v4/templates` lists them',
	},
	{
		what: 'event hooks stand in a list of their own',
		where: isList('/v3/event-hooks'),
		change: body((old: { web_hooks: unknown }) => old.web_hooks),
		row: 'list-of-event-hooks: `GET /v3/event-hooks` answers',
	},
	{
		what: 'contacts stand in an object',
		where: isList('/v3/contacts.json'),
		change: body((old) => ({ items: old })),
		row: 'stored-contacts: `GET /v3/contacts.json` lists them',
	},
	{
		what: 'brandings stand in an object',
		where: isList('/v3/brandings.json'),
		change: body((old) => ({ items: old })),
		row: 'brandings: `GET /v3/brandings.json` lists the brandings',
	},
	{
		what: 'a single document stands alone in every request',
		where: hasRequests,
		change: at('documents', ([first]: unknown[]) => first),
		row: 'signature-object: `documents` is a list.',
	},
	{
		what: 'a single certificate stands alone in every message',
		where: isOfKind('emails', 'sms'),
		change: at('certificates', ([first]: unknown[]) => first),
		row: 'certificates: `certificates` is a list',
	},
	{
		what: 'custom data is a map in every request',
		where: hasRequests,
		change: at('data', (pairs: { key: string; value: string }[]) =>
			Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
		),
		row: 'signature-object: `data` is a list of `{key, value}`',
	},
	{
		what: 'every request has a status of its own',
		where: ({ name }) => name === 'listed request' || name === 'request',
		change: body((old: object) => ({ ...old, status: 'ready' })),
		row: 'signature-object: `GET /v3/signatures/{id}.json` answers one request',
	},
	{
		what: 'all dates are in another form',
		where: () => true,
		change: at('created_at', (date: unknown) =>
			typeof date === 'string' ? date.replace(/^(\d+)-(\d+)-(\d+)T(.{8}).*$/, '$3/$2/$1 $4') : date,
		),
		row: 'ids-and-dates: Dates are written',
	},
	{
		what: 'all dates are in UTC and end in Z',
		where: () => true,
		change: at('created_at', (date: unknown) =>
			typeof date === 'string' ? date.replace('+0000', 'Z') : date,
		),
		row: 'ids-and-dates: Dates are written',
	},
	{
		what: 'statuses are in upper case',
		where: hasRequests,
		change: at('status', (word: string) => word.toUpperCase()),
		row: 'document-statuses: The statuses are `in_queue`',
	},
	{
		what: 'documents that wait for their signer are pending',
		where: hasRequests,
		change: texts('"ready"', '"pending"'),
		row: 'document-statuses: The statuses are `in_queue`',
	},
	{
		what: 'certificates have statuses in upper case',
		where: isOfKind('emails', 'sms'),
		change: at('status', (word: string) => word.toUpperCase()),
		row: 'certificates: The statuses are `in_queue`, `sent` and `error`.',
	},
	{
		what: 'the event of a cancel has another name',
		where: hasRequests,
		change: texts('"document_canceled"', '"document_cancelled"'),
		row: 'order-of-events: A cancel posts `document_canceled`',
	},
	{
		what: 'errors have their words under another name',
		where: isError,
		change: body((old: { message?: string }) =>
			typeof old !== 'object' || old === null || !('message' in old)
				? old
				: { ...old, message: undefined, detail: old.message },
		),
		row: 'error-body: An error answers `status_code`, `message`',
	},
	{
		what: 'errors do not repeat their status',
		where: isError,
		change: withoutKey('status_code'),
		row: 'error-body: An error answers `status_code`, `message`',
	},
	{
		what: 'bad tokens answer 403',
		where: ({ call }) => call.token !== undefined,
		change: status(403),
		row: 'known-refusals: A bad or missing token: 401.',
	},
	{
		what: 'bad tokens are told as other errors are',
		where: ({ call }) => call.token !== undefined,
		change: status(401, 'Unauthorized'),
		row: 'error-body: A bad token gets an answer in the shape of OAuth',
	},
	{
		what: 'PDFs are cut off',
		where: isFile,
		change: file({ isWholePdf: false }),
		row: 'downloads: A PDF begins with `%PDF-`',
	},
	{
		what: 'files have no name',
		where: isFile,
		change: header('content-disposition', 'attachment'),
		row: "downloads: `Content-Disposition` gives the file's name",
	},
	{
		what: 'files are of any type',
		where: isFile,
		change: header('content-type', 'application/octet-stream'),
		row: 'downloads: Files are `application/pdf`',
	},
	{
		what: 'sizes are in kilobytes',
		where: hasRequests,
		change: at('size', (size: number) => Math.ceil(size / 1024)),
		row: 'documents: The size of a file is in bytes.',
	},
	{
		what: 'documents have no date',
		where: hasRequests,
		change: at('documents', (documents: object[]) =>
			documents.map((document) => ({ ...document, created_at: undefined })),
		),
		row: 'documents: A document has `id`, `created_at`',
	},
	{
		what: 'pages with too large a limit are cut',
		where: ({ name }) => / limit 101$/.test(name),
		change: (answer) => ({ ...answer, status: 200, body: Array.from({ length: 100 }, () => ({})) }),
		row: 'page-sizes: Beyond these limits the answer is 400.',
	},
	{
		what: 'a page has 25 entries unless told otherwise',
		where: (exchange) =>
			Array.isArray(exchange.answer.body) && exchange.call.query?.limit === undefined,
		change: body((old: unknown[]) => old.slice(0, 25)),
		row: 'page-sizes: Without a `limit`, a page has as many',
	},
	{
		what: 'event hooks have no total of their own',
		where: isList('/v3/event-hooks'),
		change: body((old: { web_hooks: unknown[] }) => ({ ...old, total: old.web_hooks.length })),
		row: 'list-of-event-hooks: `total` is the number of hooks on all pages',
	},
	{
		what: 'all ids are numbers',
		where: hasRequests,
		change: body((old: unknown) =>
			JSON.parse(
				JSON.stringify(old).replace(
					/([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
					(_, id: string) => String(Number.parseInt(id, 16)),
				),
			),
		),
		row: 'ids-and-dates: Ids look like UUIDs.',
	},
];
