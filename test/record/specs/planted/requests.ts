import { OWN } from '../../own';
import { body, header, status, value, type Planted } from './changes';

/** Other behaviour of signature requests. */
export const plantedRequests: Planted[] = [
	{
		what: 'creations answer 200',
		names: /^creation$/,
		change: status(200),
		rows: ['create-a-signature-request: A creation answers 201.'],
	},
	{
		what: 'creations answer 500 after all',
		names: /^creation by email$/,
		change: status(500),
		rows: ['create-a-signature-request: The parameters are `files`, `templates`,'],
	},
	{
		what: 'deleting in progress answers 409',
		names: /^deletion while in progress$/,
		change: status(409, 'It is in progress'),
		rows: ['cancel-delete-and-rename: Deleting a request in progress answers 403.'],
	},
	{
		what: 'deleting answers a body',
		names: /^deletion$/,
		change: body(() => ({ id: 'n8n' })),
		rows: ['cancel-delete-and-rename: Deleting answers 204 without a body. Any 2xx'],
	},
	{
		what: 'the URL for signing is in every answer',
		names: /^request$/,
		change: body((old: object) => ({ ...old, url: 'https://example.com' })),
		rows: ['delivery-and-messages: Only the answer to a creation has this `url`: a'],
	},
	{
		what: 'a creation answers no URL',
		names: /^creation$/,
		change: value('url', undefined),
		rows: ['delivery-and-messages: With `url` nothing is sent. The answer has one'],
	},
	{
		what: 'a request has a status',
		names: /^listed request$/,
		change: body((old: object) => ({ ...old, status: 'ready' })),
		rows: ['signature-object: `GET /v3/signatures/{id}.json` answers one'],
	},
	{
		what: 'a request names its templates',
		names: /^request by template name$/,
		change: body((old: object) => ({ ...old, templates: [] })),
		rows: ['repetition-and-idempotency: No answer names the templates that a request'],
	},
	{
		what: 'what fills a widget is stored',
		names: /^request by template name$/,
		change: value('data', [{ key: 'note', value: OWN.value }]),
		rows: ['custom-data: A pair that fills a field is not stored and'],
	},
	{
		what: 'brackets in keys are cut off',
		names: /^request$/,
		change: body(
			(old) =>
				JSON.parse(JSON.stringify(old).replaceAll('n8n[recorder]', 'n8n[recorder')) as unknown,
		),
		rows: ['custom-data: A key may have square brackets in pairs:'],
	},
	{
		what: 'a key with brackets finds nothing',
		names: /^requests by a key with brackets$/,
		change: body(() => []),
		rows: ['filters: A key that is a parameter of the list itself'],
	},
	{
		what: 'the reason of a cancel is answered',
		names: /^cancel$/,
		change: body((old: object) => ({ ...old, reason: OWN.reason })),
		rows: ['cancel-delete-and-rename: The reason of a cancel is in no answer, only in'],
	},
	{
		what: 'a cancel may be multipart',
		names: /^cancel as multipart$/,
		change: status(200),
		rows: [
			'request-bodies: A PATCH is urlencoded or JSON, never multipart.',
			'known-refusals: A multipart PATCH: 415.',
		],
	},
	{
		what: 'one document holds all files',
		names: /^request$/,
		change: body((old: { documents: unknown[] }) => ({
			...old,
			documents: old.documents.slice(0, 1),
		})),
		rows: ['documents: A request has one document for each signer and'],
	},
	{
		what: 'the decliner stands in the document',
		names: /^requests that are declined$/,
		change: value('decliner_email', undefined),
		rows: ['signature-object: `decliner_email` stands at the top level.'],
	},
	{
		what: 'a decline leaves other documents open',
		names: /^requests that are declined$/,
		change: value('status', 'ready'),
		rows: [
			'signature-object: `decliner_email` appears only when somebody has',
			'document-statuses: One decline ends the whole request.',
		],
	},
	{
		what: 'a file has other bytes each time',
		names: /^sent PDF again$/,
		change: (answer) => ({
			...answer,
			...(answer.file && { file: { ...answer.file, sha256: 'n8n' } }),
		}),
		rows: ['downloads: A file that is downloaded twice has the same'],
	},
	{
		what: 'a download that fails answers a page',
		names: /^attachments of an open request$/,
		change: body(() => '<html>Not found</html>'),
		rows: [
			'downloads: A download that fails answers JSON.',
			'error-body: An error answers `status_code`, `message` and',
		],
	},
	{
		what: 'the name of a file is not given',
		names: /^sent PDF$/,
		change: header('content-disposition', 'attachment'),
		rows: ["downloads: `Content-Disposition` gives the file's name, in"],
	},
	{
		what: 'the audit trail is no whole PDF',
		names: /^audit trail of sms$/,
		change: (answer) => ({
			...answer,
			...(answer.file && { file: { ...answer.file, isWholePdf: false } }),
		}),
		rows: ['certificates: `GET'],
	},
	{
		what: 'the generation of audit trails answers 200',
		names: /^generation of the audit trail$/,
		change: status(200),
		rows: ['audit-trails: That answer is a 202.'],
	},
	{
		what: 'a reminder answers the document',
		names: /^reminder$/,
		change: body((old: { documents: { events: unknown[] }[] }) => ({
			...old,
			documents: old.documents.map((item) => ({ ...item, events: [] })),
		})),
		rows: [
			'reminders: It answers the whole request, with',
			'reminders: A reminder, manual or automatic, is sent',
		],
	},
	{
		what: 'a file of more than 15 MB is accepted',
		names: /^creation with a file of more than 15 MB$/,
		change: status(201),
		rows: ['file-sizes: A file has at most', 'file-sizes: A larger file: 400 `Invalid file size`.'],
	},
];
