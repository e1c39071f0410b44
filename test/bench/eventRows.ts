import { POSTS_IN_FLIGHT, type EventSizes } from './eventRuns';
import { inOwnProcess } from './processes';
import { median, say } from './race';
import type { Measurement } from './table';

/** Bounds: events per second as a share of what n8n's Webhook node reaches, and calls per event. */
const SHARE = { unconfirmed: 0.8, confirmed: 0.7 };
const CALLS = { named: 0.5, unnamed: 1.1, polled: 0.1 };

/** Measures the trigger in a real n8n, beside n8n's Webhook node. */
export async function eventRows(sizes: EventSizes): Promise<Measurement[]> {
	const { rates, calls } = await inOwnProcess('eventRuns', sizes);
	const speed = speedOf(sizes.posts);
	for (const [kind, list] of Object.entries(rates)) {
		say(`Events per second, ${kind}: ${list.map((rate) => rate.toFixed(0)).join(', ')}`);
	}
	return [
		speed(
			'without confirmation',
			median(rates.unconfirmed),
			median(rates.webhook),
			SHARE.unconfirmed,
		),
		speed('with confirmation', median(rates.confirmed), median(rates.webhook), SHARE.confirmed),
		perEvent('that name the request', calls.named, CALLS.named),
		perEvent('that do not name it', calls.unnamed, CALLS.unnamed),
		perEvent(undefined, calls.polled, CALLS.polled),
	];
}

const speedOf = (posts: number) => (how: string, ours: number, theirs: number, bound: number) => {
	const ratio = ours / theirs;
	return {
		what: `${posts} events ${how}, ${POSTS_IN_FLIGHT} in flight`,
		ours: `${ours.toFixed(0)} per s`,
		theirs: `${theirs.toFixed(0)} per s`,
		ratio: `${ratio.toFixed(2)} × its speed`,
		bound: `≥ ${bound.toFixed(2)}`,
		isKept: ratio >= bound,
	} satisfies Measurement;
};

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
