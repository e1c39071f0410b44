import { EventDelivery } from '../events/delivery';
import { CertifiedFlow, type Certified } from '../domain/certified/model';
import { ChunkedUploads, type CertifiedFile } from '../domain/files/certifiedFile';
import { Clock } from '../domain/clock';
import { Collection } from '../domain/collection';
import { newId } from '../domain/ids';
import { Jobs, type Stage } from '../domain/jobs';
import type { SignatureRequest, Template, User } from '../domain/signatures/model';
import { Outbox, type Message } from '../domain/outbox';
import { presentDocumentEvent } from '../wire/signature';
import { presentCertificateEvent } from '../wire/certified';
import { nextDue } from '../domain/signatures/schedule';
import { SigningFlow } from '../domain/signatures/signingFlow';
import { listensTo, type Subscription } from '../domain/subscription';

/** What can be changed while the service runs. */
export interface Settings {
	/** Whether parameters that no documentation names are dropped instead of refused. */
	allowUnknownParameters: boolean;
	/** Whether event posts carry `document.signature.id`. */
	includeSignatureId: boolean;
	/** Stages of processing that wait until they are let go. */
	hold: Stage[];
}

/** Everything one running service knows. */
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
	readonly subscriptions = new Collection<Subscription>();
	readonly delivery: EventDelivery;
	readonly signing: SigningFlow;
	readonly certifying: CertifiedFlow;

	private readonly timer = setInterval(() => void this.advanceTo(this.clock.now()), 60_000);

	constructor(
		token: string,
		readonly settings: Settings,
		readonly log: (line: string) => void,
	) {
		// Requests also expire while the service just runs.
		this.timer.unref();
		this.owner = { id: newId(), token, administrator: true };
		this.users = [this.owner];
		this.delivery = new EventDelivery(() => this.clock.now(), log);
		const shared = {
			now: () => this.clock.now(),
			send: (message: Message) => this.outbox.add(message, this.clock.now()),
			later: (stage: Stage, run: () => void) => this.jobs.add(stage, run),
		};
		this.signing = new SigningFlow({
			...shared,
			post: (subject, type, extra) => {
				const at = subject.document.events.at(-1)?.at ?? this.clock.now();
				const withId = this.settings.includeSignatureId;
				const payload = presentDocumentEvent(subject, type, at, extra, withId);
				this.post(subject.request, subject.document.id, type, payload);
			},
		});
		this.certifying = new CertifiedFlow({
			...shared,
			post: (subject, type, extra) => {
				const at = subject.certificate.events.at(-1)?.at ?? this.clock.now();
				const payload = presentCertificateEvent(subject, type, at, extra);
				this.post(subject.certified, subject.certificate.id, type, payload);
			},
		});
	}

	/** Resolves when nothing that is due is left to do or to post. */
	async settled(): Promise<void> {
		await this.jobs.idle();
		await this.delivery.settled();
	}

	/** Lets everything happen that is due until `until`, each at its time, and makes it that time. */
	async advanceTo(until: Date): Promise<void> {
		for (;;) {
			await this.jobs.idle();
			const due = nextDue(this.signatures.newestFirst(), until);
			if (!due) break;
			this.clock.advanceTo(due.at);
			if (due.signer) this.signing.remindAutomatically(due.request, due.signer);
			else this.signing.expire(due.request);
		}
		this.clock.advanceTo(until);
	}

	stop(): void {
		clearInterval(this.timer);
		this.jobs.stop();
		this.delivery.stop();
	}

	/** Posts an event to the events_url it belongs to and to every subscription that listens. */
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
