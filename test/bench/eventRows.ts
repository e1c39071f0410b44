// The rows of the result about the trigger's speed and its requests per event, with their bounds.

import { POSTS_IN_FLIGHT } from './eventRuns';
import { inOwnProcess } from './processes';
import { median, say } from './race';
import type { Sizes } from './sizes';
import type { Measurement } from './table';

/** Bounds: events per second as a share of what n8n's Webhook node reaches, and calls per event. */
const SHARE = { unconfirmed: 0.8, confirmed: 0.7 };
const CALLS = { named: 0.5, unnamed: 1.1, polled: 0.1 };

/** Measures the trigger in a real n8n, beside n8n's Webhook node. */
export async function eventRows(sizes: Sizes): Promise<Measurement[]> {
	const { rates, cpu, calls } = await inOwnProcess('eventRuns', sizes);
	for (const [kind, list] of Object.entries(rates)) {
		say(`Events per second, ${kind}: ${list.map((rate) => rate.toFixed(0)).join(', ')}`);
	}
	for (const [kind, list] of Object.entries(cpu)) {
		say(`CPU of an event in ms, ${kind}: ${list.map((each) => each.toFixed(1)).join(', ')}`);
	}
	const { webhook, ...ours } = rates;
	const beside = (kind: keyof typeof ours, before: number) => {
		const shares = ours[kind].map((rate, round) => {
			const [first = NaN, second = NaN] = webhook.slice(2 * round + before);
			return rate / ((first + second) / 2);
		});
		say(`Shares, ${kind}: ${shares.map((share) => share.toFixed(2)).join(', ')}`);
		return { ours: median(ours[kind]), theirs: median(webhook), share: median(shares) };
	};
	const what = `${sizes.posts} events`;
	return [
		speed(`${what} without confirmation`, beside('unconfirmed', 0), SHARE.unconfirmed),
		speed(`${what} with confirmation`, beside('confirmed', 1), SHARE.confirmed),
		perEvent('that name the request', calls.named, CALLS.named),
		perEvent('that do not name it', calls.unnamed, CALLS.unnamed),
		perEvent(undefined, calls.polled, CALLS.polled),
	];
}

/** How fast both sides are, and the median of what each run reaches beside the runs of the other side around it. */
interface Speeds {
	ours: number;
	theirs: number;
	share: number;
}

function speed(what: string, { ours, theirs, share }: Speeds, bound: number): Measurement {
	return {
		what: `${what}, ${POSTS_IN_FLIGHT} in flight`,
		ours: `${ours.toFixed(0)} per s`,
		theirs: `${theirs.toFixed(0)} per s`,
		ratio: `${share.toFixed(2)} × its speed`,
		bound: `≥ ${bound.toFixed(2)}`,
		isKept: share >= bound,
	};
}

function perEvent(posts: string | undefined, calls: number, bound: number): Measurement {
	return {
		what: `calls to the service per event, ${posts ? `by posts ${posts}` : 'by polling only'}`,
		ours: calls.toFixed(2),
		theirs: '–',
		ratio: '–',
		bound: `≤ ${bound.toFixed(2)}`,
		isKept: calls <= bound,
	};
}
