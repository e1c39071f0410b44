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
		row: 'create-status-201',
	},
	{
		what: 'every count answers a total',
		where: ({ call }) => /^\/v3\/(signatures|emails|sms)\/count\.json$/.test(call.path),
		change: (answer) =>
			answer.status < 300
				? body((old: { count: number }) => ({ total: old.count }))(answer)
				: answer,
		row: 'count-answer',
	},
	{
		what: 'lists of requests stand in an object',
		where: isList('/v3/signatures.json'),
		change: body((old) => ({ items: old })),
		row: 'filter-request-list',
	},
	{
		what: 'lists of emails stand in an object',
		where: isList('/v3/emails.json'),
		change: body((old) => ({ items: old })),
		row: 'email-list',
	},
	{
		what: 'templates with widgets stand in an object',
		where: isList('/v4/templates'),
		change: body((old) => ({ items: old })),
		row: 'template-list-v4',
	},
	{
		what: 'event hooks stand in a list of their own',
		where: isList('/v3/event-hooks'),
		change: body((old: { web_hooks: unknown }) => old.web_hooks),
		row: 'hook-list',
	},
	{
		what: 'contacts stand in an object',
		where: isList('/v3/contacts.json'),
		change: body((old) => ({ items: old })),
		row: 'contact-list',
	},
	{
		what: 'brandings stand in an object',
		where: isList('/v3/brandings.json'),
		change: body((old) => ({ items: old })),
		row: 'branding-list',
	},
	{
		what: 'a single document stands alone in every request',
		where: hasRequests,
		change: at('documents', ([first]: unknown[]) => first),
		row: 'request-documents-list',
	},
	{
		what: 'a single certificate stands alone in every message',
		where: isOfKind('emails', 'sms'),
		change: at('certificates', ([first]: unknown[]) => first),
		row: 'certificate-list',
	},
	{
		what: 'custom data is a map in every request',
		where: hasRequests,
		change: at('data', (pairs: { key: string; value: string }[]) =>
			Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
		),
		row: 'request-data-pairs',
	},
	{
		what: 'every request has a status of its own',
		where: ({ name }) => name === 'listed request' || name === 'request',
		change: body((old: object) => ({ ...old, status: 'ready' })),
		row: 'request-get',
	},
	{
		what: 'all dates are in another form',
		where: () => true,
		change: at('created_at', (date: unknown) =>
			typeof date === 'string' ? date.replace(/^(\d+)-(\d+)-(\d+)T(.{8}).*$/, '$3/$2/$1 $4') : date,
		),
		row: 'dates-format',
	},
	{
		what: 'all dates are in UTC and end in Z',
		where: () => true,
		change: at('created_at', (date: unknown) =>
			typeof date === 'string' ? date.replace('+0000', 'Z') : date,
		),
		row: 'dates-format',
	},
	{
		what: 'statuses are in upper case',
		where: hasRequests,
		change: at('status', (word: string) => word.toUpperCase()),
		row: 'status-words',
	},
	{
		what: 'documents that wait for their signer are pending',
		where: hasRequests,
		change: texts('"ready"', '"pending"'),
		row: 'status-words',
	},
	{
		what: 'certificates have statuses in upper case',
		where: isOfKind('emails', 'sms'),
		change: at('status', (word: string) => word.toUpperCase()),
		row: 'certificate-statuses',
	},
	{
		what: 'the event of a cancel has another name',
		where: hasRequests,
		change: texts('"document_canceled"', '"document_cancelled"'),
		row: 'order-cancel-event-each',
	},
	{
		what: 'errors have their words under another name',
		where: isError,
		change: body((old: { message?: string }) =>
			typeof old !== 'object' || old === null || !('message' in old)
				? old
				: { ...old, message: undefined, detail: old.message },
		),
		row: 'error-fields',
	},
	{
		what: 'errors do not repeat their status',
		where: isError,
		change: withoutKey('status_code'),
		row: 'error-fields',
	},
	{
		what: 'bad tokens answer 403',
		where: ({ call }) => call.token !== undefined,
		change: status(403),
		row: 'refusal-token-401',
	},
	{
		what: 'bad tokens are told as other errors are',
		where: ({ call }) => call.token !== undefined,
		change: status(401, 'Unauthorized'),
		row: 'error-oauth-shape',
	},
	{
		what: 'PDFs are cut off',
		where: isFile,
		change: file({ isWholePdf: false }),
		row: 'download-pdf-begin-and-end',
	},
	{
		what: 'files have no name',
		where: isFile,
		change: header('content-disposition', 'attachment'),
		row: 'download-file-name',
	},
	{
		what: 'files are of any type',
		where: isFile,
		change: header('content-type', 'application/octet-stream'),
		row: 'download-types',
	},
	{
		what: 'sizes are in kilobytes',
		where: hasRequests,
		change: at('size', (size: number) => Math.ceil(size / 1024)),
		row: 'document-size-bytes',
	},
	{
		what: 'documents have no date',
		where: hasRequests,
		change: at('documents', (documents: object[]) =>
			documents.map((document) => ({ ...document, created_at: undefined })),
		),
		row: 'document-fields',
	},
	{
		what: 'pages with too large a limit are cut',
		where: ({ name }) => / limit 101$/.test(name),
		change: (answer) => ({ ...answer, status: 200, body: Array.from({ length: 100 }, () => ({})) }),
		row: 'page-beyond-400',
	},
	{
		what: 'a page has 25 entries unless told otherwise',
		where: (exchange) =>
			Array.isArray(exchange.answer.body) && exchange.call.query?.limit === undefined,
		change: body((old: unknown[]) => old.slice(0, 25)),
		row: 'page-size-default',
	},
	{
		what: 'event hooks have no total of their own',
		where: isList('/v3/event-hooks'),
		change: body((old: { web_hooks: unknown[] }) => ({ ...old, total: old.web_hooks.length })),
		row: 'hook-total',
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
		row: 'ids-uuid',
	},
];
