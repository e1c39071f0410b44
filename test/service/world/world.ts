import type { Branding } from '../domain/branding';
import { CertifiedFlow } from '../domain/certified/certifiedFlow';
import type { Certified } from '../domain/certified/model';
import { Clock } from '../domain/clock';
import { Collection } from '../domain/collection';
import type { Contact } from '../domain/contact';
import { ChunkedUploads, type CertifiedFile } from '../domain/files/certifiedFile';
import type { Template } from '../domain/files/sourceFile';
import { newId } from '../domain/ids';
import { Jobs, type Stage } from '../domain/jobs';
import { Outbox, type Message } from '../domain/outbox';
import type { User } from '../domain/people';
import type { SigningEffects } from '../domain/signatures/events';
import type { SignatureRequest } from '../domain/signatures/model';
import { Reminders } from '../domain/signatures/reminders';
import { RequestEnds } from '../domain/signatures/requestEnds';
import { nextDue } from '../domain/signatures/schedule';
import { SigningFlow } from '../domain/signatures/signingFlow';
import { listensTo, type Subscription } from '../domain/subscription';
import { ownSeat, type Seat, type TeamGroup } from '../domain/team';
import { EventDelivery } from '../events/delivery';
import { presentCertificateEvent } from '../wire/certified';
import { presentDocumentEvent } from '../wire/signature';
import { Newcomers } from './newcomers';

/** What can be changed while the service runs. */
export interface ServiceSettings {
	/** Whether parameters that are not documented are dropped instead of refused. */
	allowUnknownParameters: boolean;
	/** Whether event posts carry `document.signature.id`. */
	includeSignatureId: boolean;
	/** Whether creations answer 200 instead of 201. */
	creationsAnswer200: boolean;
	/** Stages of processing that are held back. */
	hold: Stage[];
	/** How many reads of a list leave out what was created since. */
	hideNew: number;
	/** Whether lists ignore filters by custom data. */
	ignoreCustomData: boolean;
	/** Whether certified SMS have no custom data: answers do not show it, and their list ignores it. */
	smsWithoutData: boolean;
	/** Whether answers tell why somebody declined, and why an email came back. */
	reasonsInAnswers: boolean;
	/** By which of its words custom data fills a template's widget. */
	widgetsFilledBy: 'key' | 'name' | 'either';
	/** In how many days requests expire that do not say it; 0 for never. */
	expireTime: number;
	/** After how many days people are reminded of requests that do not say it; 0 for never. */
	reminders: number;
	/** How many credits the account has left. */
	credits: number;
}

/** The memory of one running service, and the flows that change it. */
export class World {
	readonly clock = new Clock();
	readonly outbox = new Outbox();
	readonly jobs = new Jobs();
	/** The first user, an administrator. */
	readonly owner: User;
	readonly users: User[];
	readonly signatures = new Collection<SignatureRequest>();
	readonly templates = new Collection<Template>();
	readonly certified = new Collection<Certified>();
	readonly files = new Collection<CertifiedFile>();
	readonly uploads = new ChunkedUploads();
	readonly newcomers = new Newcomers();
	readonly contacts = new Collection<Contact>();
	readonly subscriptions = new Collection<Subscription>();
	readonly brandings = new Collection<Branding>();
	readonly seats = new Collection<Seat>();
	readonly groups = new Collection<TeamGroup>();
	readonly delivery: EventDelivery;
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
		this.seats.add(ownSeat(token, this.clock.now()));
		this.delivery = new EventDelivery(() => this.clock.now(), log);
		const shared = {
			now: () => this.clock.now(),
			send: (message: Message) => this.outbox.add(message, this.clock.now()),
			later: (stage: Stage, run: () => void) => this.jobs.add(stage, run),
		};
		const signingEffects: SigningEffects = {
			...shared,
			post: (item, type, extra) => {
				const at = item.document.events.at(-1)?.at ?? this.clock.now();
				const withId = this.settings.includeSignatureId;
				const payload = presentDocumentEvent(item, type, at, extra, withId);
				this.post(item.request, item.document.id, type, payload);
			},
		};
		this.signing = new SigningFlow(signingEffects);
		this.ends = new RequestEnds(signingEffects);
		this.reminders = new Reminders(signingEffects);
		this.certifying = new CertifiedFlow({
			...shared,
			post: (item, type, extra) => {
				const at = item.certificate.events.at(-1)?.at ?? this.clock.now();
				const payload = presentCertificateEvent(item, type, at, extra);
				this.post(item.certified, item.certificate.id, type, payload);
			},
		});
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
			if (!listensTo(subscription, eventType)) continue;
			this.delivery.post({ ...post, owner: subscription.owner, url: subscription.url });
		}
	}
}
