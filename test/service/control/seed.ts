// Fills the local service with many ready-made items, such as requests, contacts or event hooks.

import type { z } from 'zod';

import type { User } from '../domain/account';
import { newCertificate, type Certified } from '../domain/certified/model';
import { addDays } from '../domain/clock';
import type { SourceFile } from '../domain/files/sourceFile';
import { numberedTemplates, titledPdf } from '../domain/files/templates';
import { newHookId, newId, newLink } from '../domain/ids';
import { itemsOf, newDocument } from '../domain/signatures/documents';
import type { DocumentStatus, SignatureRequest, Signer } from '../domain/signatures/model';
import { presentDocumentEvent } from '../wire/signature';
import type { World } from '../world/world';
import type { seedCommand } from './schemas';

type Seed = z.output<z.ZodObject<typeof seedCommand>>;

const SENT = ['email_processed', 'email_delivered'];
const OPENED = [...SENT, 'document_opened'];
const SIGNED = [...OPENED, 'document_signed'];

/** A usual history for each status. */
const HISTORIES: Record<DocumentStatus, string[]> = {
	in_queue: [],
	ready: SENT,
	signing: SIGNED,
	completed: [...SIGNED, 'document_completed', 'audit_trail_completed'],
	expired: [...SENT, 'document_expired'],
	canceled: [...SENT, 'document_canceled'],
	declined: [...OPENED, 'document_declined'],
	error: ['email_processed', 'email_bounced'],
};

/**
 * Adds things with dates spread over the last days, without posting events.
 *
 * @returns their ids, newest first.
 */
export async function seed(world: World, command: Seed): Promise<string[]> {
	const { kind, count, spreadDays } = command;
	const now = world.clock.now();
	if (kind === 'templates') {
		const templates = await numberedTemplates(count, now);
		return templates.map((template) => world.templates.add(template).id).reverse();
	}
	const file = await seededFile();
	const ids = Array.from({ length: count }, (_, index) => {
		const createdAt = addDays(now, (index + 1 - count) * (spreadDays / count));
		const item = { id: newId(), createdAt, owner: world.owner };
		return ADD[kind](world, { item, number: index + 1, file, command }).id;
	});
	return ids.reverse();
}

interface Context {
	/** What all items have. */
	item: { id: string; createdAt: Date; owner: User };
	number: number;
	file: SourceFile;
	command: Seed;
}

const ADD: Record<
	Exclude<Seed['kind'], 'templates'>,
	(world: World, context: Context) => { id: string }
> = {
	signatures: ({ signatures }, context) => signatures.add(seededRequest(context)),
	emails: ({ certified }, context) => certified.add(seededCertified(context, 'email')),
	sms: ({ certified }, context) => certified.add(seededCertified(context, 'sms')),
	event_hooks: addHook,
	brandings: ({ brandings }, { item: { id, createdAt }, number }) =>
		brandings.add({
			id,
			createdAt,
			look: { name: `Seeded ${number}`, signature_color: 'blue', csv_position: 'left' },
			texts: {},
			templates: {},
			smsTemplates: {},
		}),
	contacts: ({ contacts }, { item: { id, createdAt }, number }) =>
		contacts.add({
			id,
			createdAt,
			email: `contact${number}@example.com`,
			name: `Contact ${number}`,
		}),
	// Nobody listens at its address.
	subscriptions: ({ subscriptions }, { item, number }) =>
		subscriptions.add({
			...item,
			url: `http://127.0.0.1:9/subscriptions/${number}.json`,
			events: number % 2 === 0 ? ['document_completed', 'document_declined'] : ['document_expired'],
		}),
};

function seededRequest({ item, number, file, command }: Context): SignatureRequest {
	const { createdAt } = item;
	const { status, downloadBytes } = command;
	const signers = Array.from({ length: command.signers }, (_, position): Signer => ({
		id: newId(),
		position,
		email: `signer${position + 1}@example.com`,
		name: `Signer ${position + 1}`,
		channel: 'email',
		role: 'signer',
		link: newLink(),
		widgets: [],
		demands: () => [],
		sentAt: createdAt,
		remindersSent: 0,
	}));
	return {
		...item,
		name: `Seeded request ${number}`,
		data: { seed: String(number), ...command.data },
		fill: {},
		signers,
		documents: signers.map((signer) => ({
			...newDocument(signer, file, 0, createdAt),
			status,
			events: HISTORIES[status].map((type, index) => ({
				type,
				at: new Date(createdAt.getTime() + index * 1000),
			})),
			padding: downloadBytes,
		})),
		cc: [],
		signingMode: 'parallel',
		signatureType: 'advanced',
		reminders: { days: [], repeat: false },
		...(status === 'declined' && { declinerEmail: signers[0]?.email }),
	};
}

/** The hook of an event of a document that the service does not have. */
function addHook({ delivery }: World, context: Context): { id: string } {
	const { item, number } = context;
	const [subject] = itemsOf(seededRequest(context));
	if (!subject) throw new Error('A seeded request has no document');
	const eventType = number % 2 === 0 ? 'document_completed' : 'email_delivered';
	return delivery.hooks.add({
		...item,
		id: newHookId(),
		subjectId: subject.document.id,
		statusCode: number % 10 === 0 ? 500 : 200,
		url: 'http://127.0.0.1:9/events.json',
		method: 'POST',
		eventType,
		payload: presentDocumentEvent(subject, { type: eventType, at: item.createdAt }, true),
	});
}

function seededCertified(
	{ item, number, command }: Context,
	channel: Certified['channel'],
): Certified {
	const at = item.createdAt;
	const address =
		channel === 'email' ? { email: 'recipient@example.com' } : { phone: '34600000000' };
	const events = [`${channel}_processed`, `${channel}_delivered`].map((type) => ({ type, at }));
	return {
		...item,
		channel,
		type: 'delivery',
		subject: '',
		body: `Seeded ${number}`,
		data: { seed: String(number), ...command.data },
		attachments: [],
		certificates: [
			{ ...newCertificate({ ...address, name: 'Recipient' }, at), status: 'sent', events },
		],
		copies: { cc: [], bcc: [] },
	};
}

/** The file that all seeded requests share. */
async function seededFile(): Promise<SourceFile> {
	const bytes = await titledPdf('Seeded document');
	return {
		name: 'seeded.pdf',
		kind: 'pdf',
		size: bytes.length,
		pages: 1,
		bytes: async () => bytes,
		fieldNames: [],
	};
}
