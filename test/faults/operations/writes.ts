// The list of all rows that write, with those for uploads, for existing things and for subscriptions.

import { declared, idParameters } from '../../workflow/actions/declared';
import type { Truth } from '../rig/truth';
import { creations, post } from './creations';
import { placeOf, type Subject, type WriteRow } from './row';
import { teamWrites } from './team';
import { addressOf, bodiesAbout, callsOf, fileSubjects, messagesTo } from './subjects';

const MEGABYTE = 1024 * 1024;

const upload: Pick<WriteRow, 'operation' | 'subjects' | 'timesDone'> = {
	operation: 'certifiedFile:upload',
	subjects: async (_, count) => await fileSubjects(count, 1_000),
	timesDone: (evidence, subject) => [
		bodiesAbout(evidence, subject).filter(({ chunk, chunks }) => chunk === chunks).length,
	],
};

/** Two chunks, the second of a single byte. */
const inChunks: Partial<WriteRow> = {
	requestsPerItem: 2,
	width: 1,
	subjects: async (_, count) => await fileSubjects(count, 15 * MEGABYTE + 1),
};

/** What is special about a declared operation that writes. */
interface WriteDetails extends Pick<WriteRow, 'passesFor' | 'convincing'> {
	/** Of the signature requests that it is about. */
	status?: 'ready' | 'canceled' | 'completed' | 'error';
	/** What else shows how many times it was done. */
	timesDone?: WriteRow['timesDone'];
}

/** All that an endpoint without a documented answer may answer. */
const undocumented = ['empty', 'empty object', 'empty list', 'other JSON', 'another id'] as const;

type Kind = Parameters<Truth['control']['seed']>[0]['kind'];

const details: Readonly<Record<string, WriteDetails>> = {
	'signature:sendReminder': {
		timesDone: (evidence, { signatureId }) => [
			evidence.events(signatureId, 'reminder_email_processed'),
		],
	},
	'signature:cancel': {
		timesDone: (evidence, { signatureId }) => [evidence.events(signatureId, 'document_canceled')],
	},
	'signature:generateAuditTrail': { status: 'canceled', passesFor: ['empty'] },
	'document:generateDocumentTrail': { status: 'canceled', passesFor: ['empty'] },
	'account:deleteDevice': { passesFor: undocumented },
	'signature:delete': {
		status: 'completed',
		passesFor: undocumented,
		timesDone: (evidence, { signatureId }) => [evidence.exists(signatureId) ? 0 : 1],
	},
	'document:changeSigner': {
		status: 'error',
		convincing: ['another id'],
		timesDone: (evidence, { signatureId, key }) => [
			evidence.signers(signatureId).filter((email) => email === addressOf(key)).length,
			messagesTo(evidence, addressOf(key)),
		],
	},
	'eventHook:retry': { passesFor: ['empty', 'empty object'] },
	'contact:deleteContact': { passesFor: undocumented },
	'subscription:updateSubscription': { passesFor: undocumented },
	'subscription:deleteSubscription': { passesFor: undocumented },
};

/** What is seeded for each operation, by the first of its ids. */
const kinds: Readonly<Record<string, Kind>> = {
	signatureId: 'signatures',
	eventHookId: 'event_hooks',
	contactId: 'contacts',
	subscriptionId: 'subscriptions',
};

const declaredWrites = declared
	.filter(({ name, reads, ids }) => !reads && ids.length > 0 && !name.startsWith('team:'))
	.map(({ name, endpoint, form, ids: [first, second] }): WriteRow => {
		const special = details[name] ?? {};
		const { status = 'ready', timesDone = () => [], ...more }: WriteDetails = special;
		const kind = kinds[String(first)];
		const [resource = '', operation = ''] = name.split(':');
		const subject = async (truth: Truth, key: string): Promise<Subject> => {
			const documentId = second === undefined ? '' : await truth.documentOf(key);
			const ids = { [String(first)]: key, documentId };
			const email = 'email' in form ? { email: addressOf(key) } : {};
			const parameters = { ...idParameters(endpoint, ids), ...form, ...email };
			const signatureId = kind === 'signatures' ? key : undefined;
			return { key, signatureId, parameters: { resource, operation, ...parameters } };
		};
		return {
			operation: name,
			place: placeOf(endpoint),
			subjects: async (truth, count) => {
				const seed = {
					kind,
					count,
					spreadDays: 0,
					...(kind === 'signatures' && { status }),
				} as const;
				const keys = await truth.control.seed(seed);
				return await Promise.all(keys.map(async (key) => await subject(truth, key)));
			},
			timesDone: (evidence, each) => [
				callsOf(evidence, each, placeOf(endpoint)),
				...timesDone(evidence, each),
			],
			...more,
		};
	});

/** What is looked at before a subscription is changed. */
const looksAtSubscriptions = declaredWrites
	.filter(({ operation }) => /^subscription:(update|delete)/.test(operation))
	.map((row): WriteRow => ({
		...row,
		which: 'look before',
		place: { method: 'GET', url: /subscriptions/ },
		isStep: true,
	}));

/** Every operation of the action node that changes something at the service. */
export const writes: WriteRow[] = [
	...creations,
	{ ...upload, place: post(/files\.json/) },
	{
		...upload,
		...inChunks,
		which: 'first chunk',
		place: post(/files\.json/),
		isStep: true,
		isLarge: true,
	},
	{ ...upload, ...inChunks, which: 'last chunk', place: post(/files\.json/, 2) },
	...declaredWrites,
	...looksAtSubscriptions,
	...teamWrites,
];
