import { RECORDER } from '../../recorderTexts';
import type { Change } from '../deviations';
import { body, documents, last, status, value, type Planted, type Request } from './changes';

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
		where: ['creation'],
		change: status(200),
		row: 'create-a-signature-request: A creation answers 201.',
	},
	{
		what: 'a creation leaves out a recipient',
		where: ['creation'],
		change: value('email', 'another@example.com'),
		row: 'request-bodies: A POST with files is multipart',
	},
	{
		what: 'a creation answers documents that are ready',
		where: ['creation'],
		change: value('status', 'ready'),
		row: 'create-a-signature-request: In the answer all documents are',
	},
	{
		what: 'a creation answers documents with events',
		where: ['creation'],
		change: value('events', [{ type: 'document_opened', created_at: '2030-01-28T00:00:00+0000' }]),
		row: 'create-a-signature-request: They have no events yet.',
	},
	{
		what: 'recipients wait for each other in parallel mode too',
		where: ['request by email'],
		change: turns('ready', 'in_queue'),
		row: 'create-a-signature-request: `signing_mode` is `sequential`',
	},
	{
		what: 'a creation answers no URL',
		where: ['creation'],
		change: value('url', undefined),
		row: 'delivery-and-messages: With `url` nothing is sent.',
	},
	{
		what: 'the address of the signing page has the IDs the other way round',
		where: ['creation'],
		change: value('url', 'https://app.sandbox.signaturit.com/document/d/s'),
		row: 'signing-links: The `url` of a request',
	},
	{
		what: 'the URL for signing is in every answer',
		where: ['request'],
		change: body((old: object) => ({ ...old, url: 'https://example.com' })),
		row: 'delivery-and-messages: Only the answer to a creation has this `url`',
	},
	{
		what: 'the last recipient comes first',
		where: ['request'],
		change: turns('in_queue', 'ready'),
		row: 'create-a-signature-request: Sequential requests go to the recipients in the order',
	},
	{
		what: 'who waits has another status',
		where: ['request'],
		change: turns('ready', 'signing'),
		row: 'document-statuses: In a sequential request, documents wait',
	},
	{
		what: 'custom data is an object',
		where: ['listed request'],
		change: value('data', { client: 'Ruiz' }),
		row: 'signature-object: `data` is a list of `{key, value}`',
	},
	{
		what: 'a request that is open names a decliner',
		where: ['Word request after the cancel'],
		change: body((old: object) => ({ ...old, decliner_email: '' })),
		row: 'signature-object: `decliner_email` appears only when',
	},
	{
		what: 'the decliner stands in the document',
		where: ['requests that are declined'],
		change: last(({ decliner_email: email, ...old }: { decliner_email: string } & Request) => ({
			...old,
			documents: old.documents.map((document) => ({ ...document, decliner_email: email })),
		})),
		row: 'signature-object: `decliner_email` stands at the top level.',
	},
	{
		what: 'a decline leaves other documents open',
		where: ['requests that are declined'],
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
		where: ['request with a filled widget'],
		change: value('data', [
			{ key: 'note', value: RECORDER.value },
			{ key: 'Note', value: RECORDER.value },
		]),
		row: 'custom-data: A pair that fills a field is not stored and',
	},
	...['key', 'name'].map((word) => ({
		what: `the ${word} of a widget is stored`,
		where: ['request with a filled widget'],
		change: value('data', [{ key: word === 'key' ? 'note' : 'Note', value: RECORDER.value }]),
		row: `custom-data: The key that fills a widget of a template is its \`${word}\``,
	})),
	{
		what: 'the key of a reference is not stored',
		where: ['request'],
		change: body((old: { data: { key: string }[] }) => ({
			...old,
			data: old.data.filter(({ key }) => key !== RECORDER.reference),
		})),
		row: 'custom-data: The keys `n8n_reference`',
	},
	{
		what: 'brackets in keys are cut off',
		where: ['request'],
		change: body(
			(old) =>
				JSON.parse(JSON.stringify(old).replaceAll('n8n[recorder]', 'n8n[recorder')) as unknown,
		),
		row: 'custom-data: A key may have square brackets in pairs:',
	},
	{
		what: 'a list by custom data has others too',
		where: ['requests by custom data'],
		change: body((old: unknown[]) => [...old, ...old]),
		row: 'repetition-and-idempotency: A creation that was carried out but not answered',
	},
	{
		what: 'a request names its templates',
		where: ['request with a filled widget'],
		change: body((old: object) => ({ ...old, templates: [] })),
		row: 'repetition-and-idempotency: No answer names the templates that a request',
	},
	{
		what: 'a reminder by email goes out by SMS as well',
		where: ['reminder'],
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
		what: 'a key with brackets finds nothing',
		where: ['requests by a key with brackets'],
		change: body(() => []),
		row: 'filters: A key that is a parameter of the list itself',
	},
	{
		what: 'the reason of a cancel is answered',
		where: ['cancel'],
		change: body((old: object) => ({ ...old, reason: RECORDER.reason })),
		row: 'cancel-delete-and-rename: The reason of a cancel is in no answer',
	},
	{
		what: 'a multipart cancel answers 400',
		where: ['cancel as multipart'],
		change: status(400, 'Not so'),
		row: 'known-refusals: A multipart PATCH: 415.',
	},
	{
		what: 'a request in progress can be deleted',
		where: ['deletion while in progress'],
		change: status(204),
		row: 'cancel-delete-and-rename: A request in progress cannot be deleted.',
	},
	{
		what: 'deleting in progress answers 409',
		where: ['deletion while in progress'],
		change: status(409, 'It is in progress'),
		row: 'cancel-delete-and-rename: Deleting a request in progress answers 403.',
	},
];
