import { EventDelivery } from '../events/delivery';
import { Clock } from './clock';
import { Collection } from './collection';
import type { Subject } from './documents';
import { newId } from './ids';
import { Jobs, type Stage } from './jobs';
import type { SignatureRequest, Template, User } from './model';
import { Outbox } from './outbox';
import { presentDocumentEvent } from './present';
import { SigningFlow } from './signing-flow';

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
	readonly users: User[];
	readonly signatures = new Collection<SignatureRequest>();
	readonly templates = new Collection<Template>();
	readonly delivery: EventDelivery;
	readonly signing: SigningFlow;

	constructor(
		token: string,
		readonly settings: Settings,
		readonly log: (line: string) => void,
	) {
		this.users = [{ id: newId(), token, administrator: true }];
		this.delivery = new EventDelivery(() => this.clock.now(), log);
		this.signing = new SigningFlow({
			now: () => this.clock.now(),
			post: (subject, type, extra) => this.postDocumentEvent(subject, type, extra ?? {}),
			send: (message) => this.outbox.add(message, this.clock.now()),
			later: (stage, run) => this.jobs.add(stage, run),
		});
	}

	/** Resolves when nothing that is due is left to do or to post. */
	async settled(): Promise<void> {
		await this.jobs.idle();
		await this.delivery.settled();
	}

	stop(): void {
		this.jobs.stop();
		this.delivery.stop();
	}

	private postDocumentEvent(subject: Subject, type: string, extra: Record<string, unknown>): void {
		const { request, document } = subject;
		const at = document.events.at(-1)?.at ?? this.clock.now();
		const { includeSignatureId } = this.settings;
		if (!request.eventsUrl) return;
		this.delivery.post({
			owner: request.owner,
			url: request.eventsUrl,
			eventType: type,
			payload: presentDocumentEvent(subject, type, at, extra, includeSignatureId),
		});
	}
}
