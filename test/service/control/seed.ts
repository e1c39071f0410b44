import type { z } from 'zod';

import { newCertificate } from '../domain/certified/model';
import { addDays } from '../domain/clock';
import type { SourceFile } from '../domain/files/sourceFile';
import { numberedTemplates, titledPdf } from '../domain/files/templates';
import type { ServiceEvent } from '../domain/history';
import { newHookId, newId, newLink } from '../domain/ids';
import type { User } from '../domain/people';
import { itemsOf } from '../domain/signatures/documents';
import type { DocumentStatus, SignatureRequest, Signer } from '../domain/signatures/model';
import { newDocument } from '../domain/signatures/newDocument';
import { presentDocumentEvent } from '../wire/signature';
import type { World } from '../world/world';
import type { seedCommand } from './schemas';

type Seed = z.output<typeof seedCommand>;

/** A usual history for each status. */
const HISTORIES: Record<DocumentStatus, string[]> = {
	in_queue: [],
	ready: ['email_processed', 'email_delivered'],
	signing: ['email_processed', 'email_delivered', 'document_opened', 'document_signed'],
	completed: [
		'email_processed',
		'email_delivered',
		'document_opened',
		'document_signed',
		'document_completed',
		'audit_trail_completed',
	],
	expired: ['email_processed', 'email_delivered', 'document_expired'],
	canceled: ['email_processed', 'email_delivered', 'document_canceled'],
	declined: ['email_processed', 'email_delivered', 'document_opened', 'document_declined'],
	error: ['email_processed', 'email_bounced'],
};

/**
 * Adds things with dates spread over the last days, without posting events.
 *
 * @returns their ids, newest first.
 */
export async function seed(world: World, command: Seed): Promise<string[]> {
	const now = world.clock.now();
	if (command.kind === 'templates') {
		const templates = await numberedTemplates(command.count, now);
		return templates.map((template) => world.templates.add(template).id).reverse();
	}
	const add = ADD[command.kind];
	const file = await seededFile();
	const step = command.spreadDays / command.count;
	const ids = Array.from({ length: command.count }, (_, index) =>
		add(world, {
			owner: world.owner,
			at: addDays(now, (index + 1 - command.count) * step),
			number: index + 1,
			file,
			command,
		}),
	);
	return ids.reverse();
}

interface Context {
	owner: User;
	at: Date;
	number: number;
	file: SourceFile;
	command: Seed;
}

const ADD: Record<
	Exclude<Seed['kind'], 'templates'>,
	(world: World, context: Context) => string
> = {
	signatures: (world, context) => world.signatures.add(seededRequest(context)).id,
	emails: (world, context) => addCertified(world, context, 'email'),
	sms: (world, context) => addCertified(world, context, 'sms'),
	event_hooks: addHook,
	brandings: (world, { owner, at, number }) =>
		world.brandings.add({
			...{ id: newId(), createdAt: at, owner },
			look: { name: `Seeded ${number}`, signature_color: 'blue', csv_position: 'left' },
			...{ texts: {}, templates: {}, smsTemplates: {} },
		}).id,
	contacts: addContact,
	subscriptions: addSubscription,
};

function seededRequest({ owner, at, number, file, command }: Context): SignatureRequest {
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
		sentAt: at,
		remindersSent: 0,
	}));
	return {
		id: newId(),
		createdAt: at,
		owner,
		name: `Seeded request ${number}`,
		data: { seed: String(number), ...command.data },
		fill: {},
		signers,
		documents: signers.map((signer) => ({
			...newDocument(signer, file, 0, at),
			status: command.status,
			events: history(command.status, at),
			padding: command.downloadBytes,
		})),
		cc: [],
		deliveryType: 'email',
		signingMode: 'parallel',
		signatureType: 'advanced',
		reminders: { days: [], repeat: false },
		...(command.status === 'declined' && { declinerEmail: signers[0]?.email }),
	};
}

/** The hook of an event of a document that the service does not have. */
function addHook(world: World, context: Context): string {
	const { owner, at, number } = context;
	const [item] = itemsOf(seededRequest(context));
	if (!item) throw new Error('A seeded request has no document');
	const eventType = number % 2 === 0 ? 'document_completed' : 'email_delivered';
	return world.delivery.hooks.add({
		id: newHookId(),
		createdAt: at,
		owner,
		subjectId: item.document.id,
		statusCode: number % 10 === 0 ? 500 : 200,
		url: 'http://127.0.0.1:9/events.json',
		method: 'POST',
		eventType,
		payload: presentDocumentEvent(item, eventType, at, {}, true),
	}).id;
}

function addContact(world: World, { at, number }: Context): string {
	const [email, name] = [`contact${number}@example.com`, `Contact ${number}`];
	return world.contacts.add({ id: newId(), createdAt: at, email, name }).id;
}

/** Nobody listens at its address. */
function addSubscription(world: World, { owner, at, number }: Context): string {
	return world.subscriptions.add({
		id: newId(),
		createdAt: at,
		owner,
		url: `http://127.0.0.1:9/subscriptions/${number}.json`,
		events: number % 2 === 0 ? ['document_completed', 'document_declined'] : ['document_expired'],
	}).id;
}

function addCertified(
	world: World,
	{ owner, at, number, command }: Context,
	channel: 'email' | 'sms',
): string {
	const person =
		channel === 'email'
			? { email: 'recipient@example.com', name: 'Recipient' }
			: { phone: '34600000000', name: 'Recipient' };
	const certificate = newCertificate(person, at);
	certificate.status = 'sent';
	certificate.events = [`${channel}_processed`, `${channel}_delivered`].map((type) => ({
		type,
		at,
	}));
	return world.certified.add({
		id: newId(),
		createdAt: at,
		channel,
		owner,
		type: 'delivery',
		subject: '',
		body: `Seeded ${number}`,
		data: { seed: String(number), ...command.data },
		attachments: [],
		certificates: [certificate],
		copies: { cc: [], bcc: [] },
	}).id;
}

const history = (status: DocumentStatus, at: Date): ServiceEvent[] =>
	HISTORIES[status].map((type, index) => ({ type, at: new Date(at.getTime() + index * 1000) }));

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
