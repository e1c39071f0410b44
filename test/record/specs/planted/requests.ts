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
		row: 'create-status-201',
	},
	{
		what: 'a creation leaves out a recipient',
		where: ['creation'],
		change: value('email', 'another@example.com'),
		row: 'body-multipart-names',
	},
	{
		what: 'a creation answers documents that are ready',
		where: ['creation'],
		change: value('status', 'ready'),
		row: 'create-answer-in-queue',
	},
	{
		what: 'a creation answers documents with events',
		where: ['creation'],
		change: value('events', [{ type: 'document_opened', created_at: '2030-01-28T00:00:00+0000' }]),
		row: 'create-answer-no-events',
	},
	{
		what: 'recipients wait for each other in parallel mode too',
		where: ['request by email'],
		change: turns('ready', 'in_queue'),
		row: 'create-signing-mode',
	},
	{
		what: 'a creation answers no URL',
		where: ['creation'],
		change: value('url', undefined),
		row: 'delivery-url-answer',
	},
	{
		what: 'the address of the signing page has the IDs the other way round',
		where: ['creation'],
		change: value('url', 'https://app.sandbox.signaturit.com/document/d/s'),
		row: 'link-of-documents',
	},
	{
		what: 'the URL for signing is in every answer',
		where: ['request'],
		change: body((old: object) => ({ ...old, url: 'https://example.com' })),
		row: 'delivery-url-only-at-creation',
	},
	{
		what: 'the last recipient comes first',
		where: ['request'],
		change: turns('in_queue', 'ready'),
		row: 'create-order-of-recipients',
	},
	{
		what: 'who waits has another status',
		where: ['request'],
		change: turns('ready', 'signing'),
		row: 'status-waits-in-queue',
	},
	{
		what: 'custom data is an object',
		where: ['listed request'],
		change: value('data', { client: 'Ruiz' }),
		row: 'request-data-pairs',
	},
	{
		what: 'a request that is open names a decliner',
		where: ['Word request after the cancel'],
		change: body((old: object) => ({ ...old, decliner_email: '' })),
		row: 'request-decliner-email',
	},
	{
		what: 'the decliner stands in the document',
		where: ['requests that are declined'],
		change: last(({ decliner_email: email, ...old }: { decliner_email: string } & Request) => ({
			...old,
			documents: old.documents.map((document) => ({ ...document, decliner_email: email })),
		})),
		row: 'request-decliner-email-place',
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
		row: 'status-one-decline-ends',
	},
	{
		what: 'what fills a widget is stored',
		where: ['request with a filled widget'],
		change: value('data', [
			{ key: 'note', value: RECORDER.value },
			{ key: 'Note', value: RECORDER.value },
		]),
		row: 'data-filling-not-stored',
	},
	...['key', 'name'].map((word) => ({
		what: `the ${word} of a widget is stored`,
		where: ['request with a filled widget'],
		change: value('data', [{ key: word === 'key' ? 'note' : 'Note', value: RECORDER.value }]),
		row: `data-widget-${word}`,
	})),
	{
		what: 'the key of a reference is not stored',
		where: ['request'],
		change: body((old: { data: { key: string }[] }) => ({
			...old,
			data: old.data.filter(({ key }) => key !== RECORDER.reference),
		})),
		row: 'data-n8n-keys-harmless',
	},
	{
		what: 'brackets in keys are cut off',
		where: ['request'],
		change: body(
			(old) =>
				JSON.parse(JSON.stringify(old).replaceAll('n8n[recorder]', 'n8n[recorder')) as unknown,
		),
		row: 'data-brackets-in-keys',
	},
	{
		what: 'a list by custom data has others too',
		where: ['requests by custom data'],
		change: body((old: unknown[]) => [...old, ...old]),
		row: 'repeat-found-by-data',
	},
	{
		what: 'a request names its templates',
		where: ['request with a filled widget'],
		change: body((old: object) => ({ ...old, templates: [] })),
		row: 'repeat-templates-unnamed',
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
		row: 'reminder-channel',
	},
	{
		what: 'a key with brackets finds nothing',
		where: ['requests by a key with brackets'],
		change: body(() => []),
		row: 'filter-data-key-of-parameter',
	},
	{
		what: 'the reason of a cancel is answered',
		where: ['cancel'],
		change: body((old: object) => ({ ...old, reason: RECORDER.reason })),
		row: 'cancel-reason-in-trail-only',
	},
	{
		what: 'a multipart cancel answers 400',
		where: ['cancel as multipart'],
		change: status(400, 'Not so'),
		row: 'refusal-multipart-patch',
	},
	{
		what: 'a request in progress can be deleted',
		where: ['deletion while in progress'],
		change: status(204),
		row: 'delete-not-in-progress',
	},
	{
		what: 'deleting in progress answers 409',
		where: ['deletion while in progress'],
		change: status(409, 'It is in progress'),
		row: 'delete-in-progress-403',
	},
];
