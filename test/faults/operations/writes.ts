import { byId } from '../../workflow/engine/fixtures';
import { createEmail, createSignature, post, sendAndWait, withOwnReference } from './creations';
import type { WriteRow } from './row';
import {
	addressOf,
	bodiesAbout,
	callsOf,
	fileSubjects,
	keys,
	messagesTo,
	seeded,
} from './subjects';

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

/** Every operation of the action node that changes something at the service. */
export const writes: WriteRow[] = [
	createSignature,
	sendAndWait,
	{
		operation: 'signature:sendReminder',
		place: post(/reminder\.json/),
		subjects: seeded('sendReminder', 'ready'),
		timesDone: (evidence, subject) => [
			callsOf(evidence, subject, /reminder/),
			evidence.events(subject.signatureId, 'reminder_email_processed'),
		],
	},
	{
		operation: 'signature:rename',
		place: post(/\/name/),
		subjects: seeded('rename', 'ready', { name: 'New name' }),
		timesDone: (evidence, subject) => [callsOf(evidence, subject, /name/)],
	},
	{
		operation: 'signature:cancel',
		place: { method: 'PATCH', url: /cancel\.json/ },
		subjects: seeded('cancel', 'ready', { reason: 'A typo' }),
		timesDone: (evidence, subject) => [
			callsOf(evidence, subject, /cancel/),
			evidence.events(subject.signatureId, 'document_canceled'),
		],
	},
	{
		operation: 'signature:generateAuditTrail',
		place: post(/audit_trail/),
		passesFor: ['empty'],
		subjects: seeded('generateAuditTrail', 'canceled'),
		timesDone: (evidence, subject) => [callsOf(evidence, subject, /generate/)],
	},
	{
		operation: 'signature:delete',
		place: { method: 'DELETE', url: /signatures/ },
		passesFor: ['empty', 'empty object', 'empty list', 'other JSON', 'another id'],
		subjects: seeded('delete', 'completed'),
		timesDone: (evidence, subject) => [
			callsOf(evidence, subject, /signatures/),
			evidence.exists(subject.signatureId) ? 0 : 1,
		],
	},
	{
		operation: 'document:changeSigner',
		place: post(/\/signer/),
		convincing: ['another id'],
		subjects: async (truth, count) => {
			const ids = await truth.control.seed({ count, status: 'error', spreadDays: 0 });
			return await Promise.all(
				ids.map(async (id) => ({
					key: id,
					signatureId: id,
					parameters: {
						resource: 'document',
						operation: 'changeSigner',
						signatureId: byId(id),
						documentId: byId(await truth.documentOf(id)),
						email: addressOf(id),
						name: 'Ada Lovelace',
					},
				})),
			);
		},
		timesDone: (evidence, subject) => [
			callsOf(evidence, subject, /signer/),
			evidence.signers(subject.signatureId).filter((email) => email === addressOf(subject.key))
				.length,
			messagesTo(evidence, addressOf(subject.key)),
		],
	},
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
	{
		operation: 'eventHook:retry',
		place: post(/retry/),
		passesFor: ['empty', 'empty object'],
		subjects: async ({ control }, count) => {
			const ids = await control.seed({ kind: 'event_hooks', count, spreadDays: 0 });
			return ids.map((id) => ({
				key: id,
				parameters: { resource: 'eventHook', operation: 'retry', eventHookId: byId(id) },
			}));
		},
		timesDone: (evidence, subject) => [callsOf(evidence, subject, /retry/)],
	},
	createEmail,
	{
		operation: 'certifiedSms:createSms',
		place: post(/sms\.json/),
		convincing: ['another id'],
		subjects: async (_, count) =>
			keys(count).map((key) => ({
				key,
				parameters: {
					resource: 'certifiedSms',
					operation: 'createSms',
					recipients: { recipient: [{ name: key, phone: '34600000000' }] },
					body: key,
					type: 'delivery',
					binaryPropertyNames: '',
				},
			})),
		timesDone: (evidence, subject) => [
			bodiesAbout(evidence, subject).length,
			messagesTo(evidence, subject.key),
		],
	},
	...withOwnReference,
];
