// The rows of operations that create something at the service: requests, emails, brandings, contacts and others.

import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ADA } from '../../people';
import { storedFile } from '../../workflow/engine/engine';
import { byId, createParameters, pdfOf } from '../../workflow/engine/fixtures';
import { placeOf, type Subject, type WriteRow } from './row';
import { addressOf, bodiesAbout, keys, messagesTo } from './subjects';

type ParametersOf = (key: string) => INodeParameters;

/** The `nth` POST request to an address. */
export const post = (url: RegExp, nth = 1) => ({ method: 'POST', url, nth });

/** An operation that sends a body with its key. */
const creation = (
	operation: string,
	url: RegExp,
	parametersOf: ParametersOf,
	newKeys = keys,
): WriteRow => {
	const [resource = '', name = ''] = operation.split(':');
	return {
		operation,
		place: post(url),
		convincing: ['another id'],
		subjects: async (_, count) =>
			newKeys(count).map((key) => ({
				key,
				parameters: { resource, operation: name, ...parametersOf(key) },
			})),
		timesDone: (evidence, subject) => [bodiesAbout(evidence, subject).length],
	};
};

const mailedOnce: WriteRow['timesDone'] = (evidence, subject) => [
	bodiesAbout(evidence, subject).length,
	messagesTo(evidence, addressOf(subject.key)),
];

const createSignature = (more: ParametersOf = () => ({})): WriteRow => ({
	operation: 'signature:create',
	place: post(/signatures\.json/),
	convincing: ['another id'],
	subjects: async (_, count): Promise<Subject[]> => {
		const data = await storedFile(await pdfOf('A contract'), 'contract.pdf');
		return keys(count).map((key) => ({
			key,
			parameters: createParameters({
				recipients: { recipient: [{ email: addressOf(key), name: key }] },
				subject: key,
				...more(key),
			}),
			item: { json: {}, binary: { data } },
		}));
	},
	timesDone: mailedOnce,
});

const createEmail = (more: ParametersOf = () => ({})): WriteRow => ({
	...creation('certifiedEmail:createEmail', /emails\.json/, (key) => ({
		recipients: { recipient: [{ email: addressOf(key), name: ADA.name }] },
		subject: key,
		body: 'Dear Ada',
		binaryPropertyNames: '',
		...more(key),
	})),
	timesDone: mailedOnce,
});

const createSms: WriteRow = {
	...creation('certifiedSms:createSms', /sms\.json/, (key) => ({
		recipients: { recipient: [{ name: key, phone: '34600000000' }] },
		body: key,
		type: 'delivery',
		binaryPropertyNames: '',
	})),
	timesDone: (evidence, subject) => [
		bodiesAbout(evidence, subject).length,
		messagesTo(evidence, subject.key),
	],
};

/** Brandings are told apart by a text on a button. */
const textOf = (key: string) => ({ texts: { send_button: key } });

const createBranding = creation('branding:createBranding', /brandings\.json/, textOf);

const updateBranding: WriteRow = {
	...createBranding,
	operation: 'branding:updateBranding',
	place: placeOf('PATCH /v3/brandings/{brandingId}.json'),
	convincing: undefined,
	subjects: async ({ control }, count) => {
		const ids = await control.seed({ kind: 'brandings', count });
		return keys(count).map((key, index) => ({
			key,
			parameters: {
				resource: 'branding',
				operation: 'updateBranding',
				brandingId: byId(String(ids[index])),
				...textOf(key),
			},
		}));
	},
};

const photoSchema = z.object({ front: z.object({ name: z.string() }) });

/** Its answer is not documented, so that any object may be one. */
const validatePhotoId: WriteRow = {
	operation: 'photoId:validatePhotoId',
	place: post(/photoid\/validate\.json/),
	passesFor: ['empty object', 'another id'],
	subjects: async (_, count) =>
		await Promise.all(
			keys(count).map(async (key) => ({
				key,
				parameters: {
					resource: 'photoId',
					operation: 'validatePhotoId',
					front: 'data',
					back: '',
					document_type: 'ID',
					document_country: 'ESP',
				},
				item: {
					json: {},
					binary: { data: await storedFile(Buffer.from('a photo'), key, 'image/jpeg') },
				},
			})),
		),
	timesDone: ({ carriedOut }, { key }) => [
		carriedOut.filter(({ body }) => photoSchema.safeParse(body).data?.front.name === key).length,
	],
};

const referenceOptions = (key: string) => ({ options: { reference: key } });

/** The same with a Reference, by which it is looked for before it is sent. */
const withReference = (row: WriteRow, url: RegExp): WriteRow[] => [
	{ ...row, which: 'Reference' },
	{ ...row, which: 'Reference, look before', place: { method: 'GET', url }, isStep: true },
];

/** The operations that create something, and those whose subjects are told apart in the same way. */
export const creations: WriteRow[] = [
	createSignature(),
	{ ...createSignature(() => ({ operation: 'sendAndWait' })), operation: 'signature:sendAndWait' },
	createEmail(),
	createSms,
	...withReference(createSignature(referenceOptions), /signatures\.json/),
	...withReference(createEmail(referenceOptions), /emails\.json/),
	createBranding,
	updateBranding,
	creation('contact:createContact', /contacts\.json/, (key) => ({
		email: addressOf(key),
		name: key,
	})),
	// Nobody listens at the addresses.
	creation(
		'subscription:createSubscription',
		/subscriptions\.json/,
		(url) => ({ url }),
		(count) => keys(count).map((key) => `http://127.0.0.1:9/${key}.json`),
	),
	validatePhotoId,
];
