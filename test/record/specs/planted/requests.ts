import { OWN } from '../../own';
import type { Change } from '../deviations';
import { body, file, header, last, status, value, type Planted } from './changes';

interface Request {
	documents: { email?: string; status: string; events: { type: string }[] }[];
}

/** A change of the documents of a request, by their place. */
const documents = (change: (document: Request['documents'][number], index: number) => unknown) =>
	body((old: Request) => ({ ...old, documents: old.documents.map(change) }));

/** All documents of one recipient get one status, those of the others another one. */
const turns = (ofFirst: string, ofOthers: string): Change =>
	body((old: Request) => ({
		...old,
		documents: old.documents.map((document) => ({
			...document,
			status: document.email === old.documents[0]?.email ? ofFirst : ofOthers,
		})),
	}));

/** Other behaviour of signature requests. */
export const plantedRequests: Planted[] = [
	{
		what: 'creations answer 200',
		names: ['creation'],
		change: status(200),
		row: 'create-a-signature-request: A creation answers 201.',
	},
	{
		what: 'a creation leaves out a recipient',
		names: ['creation'],
		change: value('email', 'another@example.com'),
		row: 'request-bodies: A POST with files is multipart',
	},
	{
		what: 'a creation answers no URL',
		names: ['creation'],
		change: value('url', undefined),
		row: 'delivery-and-messages: With `url` nothing is sent.',
	},
	{
		what: 'the address of the signing page has the IDs the other way round',
		names: ['creation'],
		change: value('url', 'https://app.sandbox.signaturit.com/document/d/s'),
		row: 'signing-links: The `url` of a request',
	},
	{
		what: 'the URL for signing is in every answer',
		names: ['request'],
		change: body((old: object) => ({ ...old, url: 'https://example.com' })),
		row: 'delivery-and-messages: Only the answer to a creation has this `url`',
	},
	{
		what: 'the last recipient comes first',
		names: ['request'],
		change: turns('in_queue', 'ready'),
		row: 'create-a-signature-request: Sequential requests go to the recipients in the order',
	},
	{
		what: 'who waits has another status',
		names: ['request'],
		change: turns('ready', 'signing'),
		row: 'document-statuses: In a sequential request, documents wait',
	},
	{
		what: 'custom data is an object',
		names: ['listed request'],
		change: value('data', { client: 'Ruiz' }),
		row: 'signature-object: `data` is a list of `{key, value}`',
	},
	{
		what: 'a request that is open names a decliner',
		names: ['Word request after the cancel'],
		change: body((old: object) => ({ ...old, decliner_email: '' })),
		row: 'signature-object: `decliner_email` appears only when',
	},
	{
		what: 'the decliner stands in the document',
		names: ['requests that are declined'],
		change: last(({ decliner_email: email, ...old }: { decliner_email: string } & Request) => ({
			...old,
			documents: old.documents.map((document) => ({ ...document, decliner_email: email })),
		})),
		row: 'signature-object: `decliner_email` stands at the top level.',
	},
	{
		what: 'a decline leaves other documents open',
		names: ['requests that are declined'],
		change: last((old: Request) => ({
			...old,
			documents: old.documents.map((document, index) =>
				index === 0 ? document : { ...document, status: 'ready' },
			),
		})),
		row: 'document-statuses: One decline ends the whole request.',
	},
	{
		what: 'what fills a widget is stored',
		names: ['request with a filled widget'],
		change: value('data', [{ key: 'note', value: OWN.value }]),
		row: 'custom-data: A pair that fills a field is not stored and',
	},
	{
		what: 'the key of a reference is not stored',
		names: ['request'],
		change: body((old: { data: { key: string }[] }) => ({
			...old,
			data: old.data.filter(({ key }) => key !== OWN.reference),
		})),
		row: 'custom-data: The keys `n8n_reference`',
	},
	{
		what: 'brackets in keys are cut off',
		names: ['request'],
		change: body(
			(old) =>
				JSON.parse(JSON.stringify(old).replaceAll('n8n[recorder]', 'n8n[recorder')) as unknown,
		),
		row: 'custom-data: A key may have square brackets in pairs:',
	},
	{
		what: 'a list by custom data has others too',
		names: ['requests by custom data'],
		change: body((old: unknown[]) => [...old, ...old]),
		row: 'repetition-and-idempotency: A creation that was carried out but not answered',
	},
	{
		what: 'a request names its templates',
		names: ['request with a filled widget'],
		change: body((old: object) => ({ ...old, templates: [] })),
		row: 'repetition-and-idempotency: No answer names the templates that a request',
	},
	{
		what: 'a reminder by email goes out by SMS as well',
		names: ['reminder'],
		change: documents((document) => ({
			...document,
			events: [
				{ type: 'reminder_sms_processed', created_at: '2030-01-01T00:00:00+0000' },
				...document.events,
			],
		})),
		row: 'reminders: A reminder, manual or automatic, is sent',
	},
	{
		what: 'the reason of a cancel is answered',
		names: ['cancel'],
		change: body((old: object) => ({ ...old, reason: OWN.reason })),
		row: 'cancel-delete-and-rename: The reason of a cancel is in no answer',
	},
	{
		what: 'a multipart cancel answers 400',
		names: ['cancel as multipart'],
		change: status(400, 'Not so'),
		row: 'known-refusals: A multipart PATCH: 415.',
	},
	{
		what: 'a request in progress can be deleted',
		names: ['deletion while in progress'],
		change: status(204),
		row: 'cancel-delete-and-rename: A request in progress cannot be deleted.',
	},
	{
		what: 'deleting in progress answers 409',
		names: ['deletion while in progress'],
		change: status(409, 'It is in progress'),
		row: 'cancel-delete-and-rename: Deleting a request in progress answers 403.',
	},
	{
		what: 'one document holds all files',
		names: ['request'],
		change: body((old: Request) => ({
			...old,
			documents: old.documents.filter((_, index) => index % 2 === 0),
		})),
		row: 'documents: A request has one document for each signer and',
	},
	{
		what: 'a document has no date',
		names: ['request'],
		change: documents((document) => ({ ...document, created_at: undefined })),
		row: 'documents: A document has `id`, `created_at`',
	},
	{
		what: 'Word files have pages',
		names: ['Word request'],
		change: value('file', { name: 'third.docx', pages: 1, size: 1 }),
		row: 'documents: DOC and DOCX files have no page count.',
	},
	{
		what: 'files are of any type',
		names: ['sent PDF'],
		change: header('content-type', 'application/octet-stream'),
		row: 'downloads: Files are `application/pdf` or',
	},
	{
		what: 'a PDF ends early',
		names: ['sent PDF'],
		change: file({ isWholePdf: false }),
		row: 'downloads: A PDF begins with `%PDF-`',
	},
	{
		what: 'a file has other bytes each time',
		names: ['sent PDF again'],
		change: file({ sha256: 'n8n' }),
		row: 'downloads: A file that is downloaded twice has the same',
	},
	{
		what: 'the name of a file is not given',
		names: ['sent PDF'],
		change: header('content-disposition', 'attachment'),
		row: "downloads: `Content-Disposition` gives the file's name, in",
	},
	{
		what: 'a download that fails answers a page',
		names: ['attachments of an open request'],
		change: body(() => '<html>Not found</html>'),
		row: 'downloads: A download that fails answers JSON.',
	},
	{
		what: 'the generation of audit trails answers 200',
		names: ['generation of the audit trail'],
		change: status(200),
		row: 'audit-trails: That answer is a 202.',
	},
	{
		what: 'a file of more than 15 MB is accepted',
		names: ['creation with a file of more than 15 MB'],
		change: status(201),
		row: 'file-sizes: A file has at most',
	},
	{
		what: 'a gateway breaks off a file of more than 15 MB',
		names: ['creation with a file of more than 15 MB'],
		change: status(413, 'Too large'),
		row: 'file-sizes: A larger file: 400 `Invalid file size`.',
	},
];
