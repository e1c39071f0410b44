// The memory and settings of one running local service, and the flows that change it.

import { z } from 'zod';

import type { Branding, Contact, Seat, Subscription, TeamGroup, User } from '../domain/account';
import { CertifiedFlow } from '../domain/certified/certifiedFlow';
import type { CertificateItem, Certified } from '../domain/certified/model';
import { Clock } from '../domain/clock';
import { Collection } from '../domain/collection';
import { ChunkedUploads, type CertifiedFile } from '../domain/files/certifiedFile';
import type { Template } from '../domain/files/sourceFile';
import type { FlowEffects } from '../domain/history';
import { newId } from '../domain/ids';
import { Jobs, STAGES, type Stage } from '../domain/jobs';
import { Outbox, type Message } from '../domain/outbox';
import type { SigningEffects } from '../domain/signatures/documents';
import type { SignatureRequest } from '../domain/signatures/model';
import { nextDue, Reminders } from '../domain/signatures/reminders';
import { RequestEnds } from '../domain/signatures/requestEnds';
import { SigningFlow } from '../domain/signatures/signingFlow';
import { EventDelivery } from '../events/delivery';
import { presentCertificateEvent } from '../wire/certified';
import { presentDocumentEvent } from '../wire/signature';
import { Newcomers } from './newcomers';

/** What can be changed while the service runs. */
export const serviceSettings = z
	.object({
		/** Whether parameters that are not documented are dropped instead of refused. */
		allowUnknownParameters: z.boolean().default(false),
		/** Whether event posts carry `document.signature.id`. */
		includeSignatureId: z.boolean().default(true),
		/** Whether creations answer 200 instead of 201, which is a guess. */
		creationsAnswer200: z.boolean().default(false),
		/** Stages of processing that are held back; a new list replaces the one before. */
		hold: z.array(z.enum(STAGES)).default([]),
		/** How many reads of a list leave out what was created since. */
		hideNew: z.number().int().min(0).default(0),
		/** Whether lists ignore filters by custom data. */
		ignoreCustomData: z.boolean().default(false),
		/** Whether certified SMS have no custom data: answers do not show it, and their list ignores it. */
		smsWithoutData: z.boolean().default(false),
		/** Whether answers tell why somebody declined, and why an email came back. */
		reasonsInAnswers: z.boolean().default(true),
		/** By which of its words custom data fills a template's widget. */
		widgetsFilledBy: z.enum(['key', 'name', 'either']).default('either'),
		/** In how many days requests expire that do not say it; 0 for never. */
		expireTime: z.number().int().min(0).max(365).default(0),
		/** After how many days people are reminded of requests that do not say it; 0 for never. */
		reminders: z.number().int().min(0).max(365).default(0),
		/** How many credits the account has left. */
		credits: z.number().int().min(0).max(1_000).default(1_000),
	})
	.strict();
export type ServiceSettings = z.output<typeof serviceSettings>;

/** The memory of one running service, and the flows that change it. */
export class World {
	readonly clock = new Clock();
	readonly outbox = new Outbox();
	readonly jobs = new Jobs();
	/** The first user, an administrator. */
	readonly owner: User;
	readonly users: User[];
	readonly signatures = new Collection<SignatureRequest>('Signature');
	readonly templates = new Collection<Template>('Template');
	readonly certified = new Collection<Certified>('Certified');
	readonly files = new Collection<CertifiedFile>('File');
	readonly uploads = new ChunkedUploads();
	readonly newcomers = new Newcomers();
	readonly contacts = new Collection<Contact>('Contact');
	readonly subscriptions = new Collection<Subscription>('Subscription');
	readonly brandings = new Collection<Branding>('Branding');
	readonly seats = new Collection<Seat>('Seat');
	readonly groups = new Collection<TeamGroup>('Group');
	readonly delivery: EventDelivery;
	readonly signingEffects: SigningEffects;
	readonly certifiedEffects: FlowEffects<CertificateItem>;
	readonly signing: SigningFlow;
	readonly ends: RequestEnds;
	readonly reminders: Reminders;
	readonly certifying: CertifiedFlow;

	private readonly timer = setInterval(() => void this.advanceTo(this.clock.now()), 60_000);

	constructor(
		token: string,
		readonly settings: ServiceSettings,
		readonly log: (line: string) => void,
	) {
		// Requests also expire when no test advances the time.
		this.timer.unref();
		this.owner = { id: newId(), token, administrator: true };
		this.users = [this.owner];
		this.seats.add({
			id: newId(),
			createdAt: this.clock.now(),
			role: 'admin',
			status: 'active',
			token,
			email: 'owner@example.com',
			name: 'Account Owner',
			position: 'CEO',
		});
		this.delivery = new EventDelivery(() => this.clock.now(), log);
		const shared = {
			now: () => this.clock.now(),
			send: (message: Message) => this.outbox.add(message, this.clock.now()),
			later: (stage: Stage, run: () => void) => this.jobs.add(stage, run),
		};
		this.signingEffects = {
			...shared,
			record: (item, type, reasons = {}) => {
				const event = { type, at: this.clock.now(), reasons };
				item.document.events.push(event);
				const payload = presentDocumentEvent(item, event, this.settings.includeSignatureId);
				this.post(item.request, item.document.id, type, payload);
			},
		};
		this.certifiedEffects = {
			...shared,
			record: (item, type, reasons = {}) => {
				const event = { type, at: this.clock.now(), reasons };
				item.certificate.events.push(event);
				const payload = presentCertificateEvent(item, event);
				this.post(item.certified, item.certificate.id, type, payload);
			},
		};
		this.signing = new SigningFlow(this.signingEffects);
		this.ends = new RequestEnds(this.signingEffects);
		this.reminders = new Reminders(this.signingEffects);
		this.certifying = new CertifiedFlow(this.certifiedEffects);
	}

	/** Resolves when everything that is due has been done and posted. */
	async settled(): Promise<void> {
		await this.jobs.idle();
		await this.delivery.settled();
	}

	/** Advances the time to `until`. What is due before happens on the way, each at its own time. */
	async advanceTo(until: Date): Promise<void> {
		for (;;) {
			await this.jobs.idle();
			const due = nextDue(this.signatures.newestFirst(), until);
			if (!due) break;
			this.clock.advanceTo(due.at);
			if (due.signer) this.reminders.remindAutomatically(due.request, due.signer);
			else this.ends.expire(due.request);
		}
		this.clock.advanceTo(until);
	}

	stop(): void {
		clearInterval(this.timer);
		this.jobs.stop();
		this.delivery.stop();
	}

	/** Posts an event to its events_url and to every subscription that includes its type. */
	private post(
		{ owner, eventsUrl }: { owner: User; eventsUrl?: string },
		subjectId: string,
		eventType: string,
		payload: Record<string, unknown>,
	): void {
		const post = { owner, subjectId, eventType, payload };
		if (eventsUrl) this.delivery.post({ ...post, url: eventsUrl });
		for (const subscription of this.subscriptions.newestFirst()) {
			const { events } = subscription;
			if (!events.includes('*') && !events.includes(eventType)) continue;
			this.delivery.post({ ...post, owner: subscription.owner, url: subscription.url });
		}
	}
}
