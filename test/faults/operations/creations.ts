import type { INodeParameters } from 'n8n-workflow';
import { ADA } from '../../people';
import { storedFile } from '../../workflow/engine/engine';
import { createParameters, pdfOf } from '../../workflow/engine/fixtures';
import type { Subject, WriteRow } from './row';
import { addressOf, bodiesAbout, keys, messagesTo } from './subjects';

/** The `nth` POST request to an address. */
export const post = (url: RegExp, nth = 1) => ({ method: 'POST', url, nth });

/** Signature Request: Create. */
export const createSignature: WriteRow = {
	operation: 'signature:create',
	place: post(/signatures\.json/),
	convincing: ['another id'],
	subjects: async (_, count) => await signatureSubjects(count),
	timesDone: (evidence, subject) => [
		bodiesAbout(evidence, subject).length,
		messagesTo(evidence, addressOf(subject.key)),
	],
};

/** Signature Request: Send and Wait, which falls asleep when it has sent. */
export const sendAndWait: WriteRow = {
	...createSignature,
	operation: 'signature:sendAndWait',
	subjects: async (_, count) =>
		await signatureSubjects(count, () => ({ operation: 'sendAndWait' })),
};

/** Certified Email: Create. */
export const createEmail: WriteRow = {
	operation: 'certifiedEmail:createEmail',
	place: post(/emails\.json/),
	convincing: ['another id'],
	subjects: async (_, count) => emailSubjects(count),
	timesDone: createSignature.timesDone,
};

/** Contact: Create. */
export const createContact: WriteRow = {
	operation: 'contact:createContact',
	place: post(/contacts\.json/),
	convincing: ['another id'],
	subjects: async (_, count) =>
		keys(count).map((key) => {
			const person = { email: addressOf(key), name: key };
			return { key, parameters: { resource: 'contact', operation: 'createContact', ...person } };
		}),
	timesDone: (evidence, subject) => [bodiesAbout(evidence, subject).length],
};

/** Subscription: Create. Nobody listens at the addresses. */
export const createSubscription: WriteRow = {
	operation: 'subscription:createSubscription',
	place: post(/subscriptions\.json/),
	convincing: ['another id'],
	subjects: async (_, count) =>
		keys(count).map((key) => {
			const url = `http://127.0.0.1:9/${key}.json`;
			const parameters = { resource: 'subscription', operation: 'createSubscription', url };
			return { key: url, parameters };
		}),
	timesDone: (evidence, subject) => [bodiesAbout(evidence, subject).length],
};

async function signatureSubjects(
	count: number,
	more: (key: string) => INodeParameters = () => ({}),
): Promise<Subject[]> {
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
}

function emailSubjects(
	count: number,
	more: (key: string) => INodeParameters = () => ({}),
): Subject[] {
	return keys(count).map((key) => ({
		key,
		parameters: {
			resource: 'certifiedEmail',
			operation: 'createEmail',
			recipients: { recipient: [{ email: addressOf(key), name: ADA.name }] },
			subject: key,
			body: 'Dear Ada',
			binaryPropertyNames: '',
			...more(key),
		},
	}));
}

const referenceOptions = (key: string) => ({ options: { reference: key } });

const signatureWithReference: WriteRow = {
	...createSignature,
	which: 'Reference',
	subjects: async (_, count) => await signatureSubjects(count, referenceOptions),
};

const emailWithReference: WriteRow = {
	...createEmail,
	which: 'Reference',
	subjects: async (_, count) => emailSubjects(count, referenceOptions),
};

const look = (url: RegExp) => ({ method: 'GET', url });

/** The same with a Reference, by which they are looked for before they are sent. */
export const withReference: WriteRow[] = [
	signatureWithReference,
	{
		...signatureWithReference,
		which: 'Reference, look before',
		place: look(/signatures\.json/),
		isStep: true,
	},
	emailWithReference,
	{
		...emailWithReference,
		which: 'Reference, look before',
		place: look(/emails\.json/),
		isStep: true,
	},
];
