// Judges which events must, may or must not come in the week, by the promises of the docs.

/** What docs/trigger.md promises of an event. `open`: it must come. `gap`: nobody knows yet whether it counts. */
type Verdict = 'open' | 'may' | 'gap' | 'never';

/** A request, and what can happen to it once. */
export interface Sent {
	id: string;
	/** Whether the workflow has sent it. */
	isOwn: boolean;
	account: string;
	/** The address of n8n then. */
	place: string;
}

interface Happened {
	type: string;
	sent: Sent;
	at: number;
	verdict: Verdict;
	/** How often it has come, and may come at most. */
	given: number;
	most: number;
}

/** What the model knows of the trigger. */
interface Trigger {
	isPublished: boolean;
	/** When it was unpublished. */
	until?: number;
	wasPublished: boolean;
	listensToAccount: boolean;
	chosen: string[];
	/** The account of the access token, and those in which events count. */
	account: string;
	counting: string[];
	/** Those of which it knows a request. */
	known: string[];
	isTokenRight: boolean;
	place: string;
}

const MINUTE = 60_000;

/** Why an event that happens may stay away, or must: the first that applies, with the sentence of docs/trigger.md or docs/operate.md. */
const reasons: ReadonlyArray<[Verdict, (trigger: Trigger, event: Happened) => boolean, string]> = [
	[
		'never',
		(t, { type }) => !t.chosen.includes(type),
		'An event does not come if it happened … before its type was chosen.',
	],
	[
		'never',
		(t, { sent }) => !t.listensToAccount && !sent.isOwn,
		'A request belongs to the workflow whose node sends it.',
	],
	[
		'never',
		(t) => !t.wasPublished,
		'An event does not come if it happened before the workflow was published.',
	],
	[
		'may',
		(t, { sent }) => !t.counting.includes(sent.account) && sent.account === t.account,
		'what happens there from then on counts.',
	],
	[
		'may',
		(t, { sent }) =>
			!t.counting.includes(sent.account) && !t.counting.every((a) => t.known.includes(a)),
		'if it reads a list there, but not the requests that the trigger knows.',
	],
	[
		'never',
		(t, { sent }) => !t.counting.includes(sent.account),
		'what happens there from then on counts.',
	],
	[
		'may',
		(t, { sent }) => !t.listensToAccount && sent.place !== t.place,
		'An event does not come if n8n has got another address since the request was sent.',
	],
	[
		'gap',
		(t) => !t.isPublished,
		'An event does not come if it happened … while it was unpublished for more than a minute.',
	],
];

/** Judges what comes by what docs/trigger.md promises, and knows nothing of how the trigger works. */
export class Model {
	readonly events = new Map<string, Happened>();
	readonly trigger: Trigger;

	constructor(
		private readonly now: () => number,
		trigger: Pick<Trigger, 'listensToAccount' | 'chosen' | 'account' | 'place'>,
	) {
		this.trigger = {
			...trigger,
			isPublished: false,
			wasPublished: false,
			counting: [],
			known: [],
			isTokenRight: true,
		};
	}

	happen(sent: Sent, ...types: string[]): void {
		for (const type of types) {
			const event: Happened = { type, sent, at: this.now(), verdict: 'open', given: 0, most: 1 };
			this.events.set(`${type} of ${sent.id}`, event);
			event.verdict = reasons.find(([, applies]) => applies(this.trigger, event))?.[0] ?? 'open';
		}
	}

	/** It has come. @returns what is wrong with that */
	come(key: string): string | undefined {
		const event = this.events.get(key);
		if (!event) return `${key} came and had not happened`;
		event.given++;
		if (event.given > event.most) return `${key} came ${event.given} times`;
		if (['open', 'may'].includes(event.verdict)) return undefined;
		return `${key} came and must never come (${event.verdict})`;
	}

	/** What has not come and must, as far as the token can see it. */
	get missing(): string[] {
		const { account, isPublished } = this.trigger;
		const isMissing = ({ verdict, given, sent }: Happened) =>
			isPublished && verdict === 'open' && given === 0 && sent.account === account;
		return [...this.events].flatMap(([key, event]) => (isMissing(event) ? key : []));
	}

	unpublish(): void {
		if (this.trigger.isPublished)
			Object.assign(this.trigger, { isPublished: false, until: this.now() });
	}

	/** *Publishing changes leaves no gap.* What happens in more than a minute unpublished does not come. */
	publish(sent: readonly Sent[]): void {
		const { trigger } = this;
		const { until } = trigger;
		const isGap = until !== undefined && this.now() - until > MINUTE;
		this.turn('gap', () => (isGap ? 'never' : 'open'));
		if (isGap) this.turn('open', () => 'may');
		if (isGap) Object.assign(trigger, { counting: [], known: [] });
		Object.assign(trigger, { isPublished: true, wasPublished: true, until: undefined });
		this.look(sent);
	}

	/** The trigger has seen the account of the access token, and what was sent there. */
	look(sent: readonly Sent[]): void {
		const { account, counting, known, isPublished, isTokenRight, listensToAccount } = this.trigger;
		if (!isPublished || !isTokenRight) return;
		if (!counting.includes(account)) counting.push(account);
		const isKnown = (each: Sent) => each.account === account && (listensToAccount || each.isOwn);
		if (!known.includes(account) && sent.some(isKnown)) known.push(account);
	}

	/** Other settings were published. What they leave out, nobody promises any more. */
	set(changes: Partial<Pick<Trigger, 'listensToAccount' | 'chosen'>>): void {
		Object.assign(this.trigger, changes);
		this.leaveOut();
	}

	/** `WEBHOOK_URL` is another one from the next start on. */
	move(place: string): void {
		this.trigger.place = place;
		this.leaveOut();
	}

	/** Another access token is used. A wrong one says nothing about the account. */
	useToken(account = this.trigger.account, isTokenRight = true): void {
		Object.assign(this.trigger, { account, isTokenRight });
	}

	/** *After a restore, events that were given out since come again.* */
	backup(): () => void {
		const trigger = structuredClone(this.trigger);
		const before = new Map([...this.events].map(([key, event]) => [key, { ...event }]));
		return () => {
			const { place } = this.trigger;
			Object.assign(this.trigger, structuredClone({ until: undefined, ...trigger }), { place });
			for (const [key, event] of this.events) {
				const kept = before.get(key);
				if (event.given > (kept?.given ?? 0)) event.most = event.given + 1;
				const isOpen = event.verdict === 'open' && trigger.isPublished;
				event.verdict = kept?.verdict ?? (isOpen ? 'open' : 'may');
			}
			this.leaveOut();
		};
	}

	private leaveOut(): void {
		const { listensToAccount, chosen, place } = this.trigger;
		this.turn('open', ({ type, sent }) => {
			const isIn = listensToAccount || (sent.isOwn && sent.place === place);
			return isIn && chosen.includes(type) ? 'open' : 'may';
		});
	}

	private turn(from: Verdict, to: (event: Happened) => Verdict): void {
		for (const event of this.events.values()) if (event.verdict === from) event.verdict = to(event);
	}
}
