import fc from 'fast-check';
import type { IPollFunctions } from 'n8n-workflow';
import { beginningAt, isLookedFor } from '../../../nodes/Signaturit/events/beginning';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import type { DatedHappening } from '../../../nodes/Signaturit/trigger/history';
import { PollState } from '../../../nodes/Signaturit/trigger/pollState';
import { Progress } from '../../../nodes/Signaturit/trigger/progress';

const TYPE = 'document_completed';
/** How many events the memory keeps. */
const MEMORY = 2_000;
/** How many executions a poll starts. */
const BATCH = 250;

const eventAt = (time: number) =>
	({ key: `event ${time}`, time, happening: {}, delivery: {} }) as unknown as DatedHappening;

/** n8n with its polls and its database, without executions: each event is given out at once, unless n8n is killed. */
class Simulation {
	/** How often each event was given out. */
	readonly given = new Map<string, number>();
	now = 0;
	private readonly history: DatedHappening[] = [];
	/** The keys that the database keeps, the oldest first. */
	private memory = new Set<string>();
	private stored = beginningAt(0, [TYPE], 'account');
	private state = this.begin();

	private begin(): PollState {
		const call = new Call({} as IPollFunctions);
		return new PollState('signature workflow', call, this.stored, new Progress());
	}

	/** Something happens that no post tells of. */
	happen(count: number): void {
		for (let index = 0; index < count; index++) this.history.push(eventAt((this.now += 1_000)));
	}

	/** Something happens, and its posts are handled at once. */
	post(count: number): void {
		const before = this.history.length;
		this.happen(count);
		for (const { key } of this.history.slice(before)) this.giveOut(key);
	}

	/** n8n is killed and started again: what it has stored is left. */
	restart(): void {
		this.state = this.begin();
	}

	/** A look at everything. Only the first executions get through when n8n is killed in the middle. */
	poll(isKilled = false): void {
		this.now += triggerDelays.poll.startAgain;
		jest.advanceTimersByTime(triggerDelays.poll.startAgain);
		const { state } = this;
		state.completeAt = this.now;
		const found = this.history.filter(({ time }) => isLookedFor(state.beginning, TYPE, time));
		const open = state.noteFound(found);
		const given = open.filter(({ key }) => this.memory.has(key));
		const notGiven = open.filter(({ key }) => !this.memory.has(key));
		for (const { key, time } of given) state.progress.noteGiven(key, time);
		state.moveHorizon();
		for (const each of notGiven.slice(0, isKilled ? BATCH / 2 : BATCH)) {
			if (state.isUnsaved) this.store();
			state.progress.lease(each.key, triggerDelays.poll.startAgain);
			this.giveOut(each.key);
		}
		if (state.isUnsaved) this.store();
		if (isKilled) this.restart();
	}

	private store(): void {
		this.stored = this.state.beginning;
		this.state.noteSaved();
	}

	private giveOut(key: string): void {
		if (this.memory.has(key)) return;
		this.given.set(key, (this.given.get(key) ?? 0) + 1);
		this.memory.add(key);
		const [oldest] = this.memory;
		if (oldest && this.memory.size > MEMORY) this.memory.delete(oldest);
	}

	/** Polls until everything has been given out, but not for ever. */
	finish(): void {
		for (let polls = 0; polls < this.history.length / BATCH + 5; polls++) this.poll();
	}

	/** How many events were not given out. */
	get waiting(): number {
		return this.history.length - this.given.size;
	}

	/** How many events there are for each number of times that they were given out. */
	counts(): Record<number, number> {
		const counts: Record<number, number> = {};
		for (const { key } of this.history) {
			const count = this.given.get(key) ?? 0;
			counts[count] = (counts[count] ?? 0) + 1;
		}
		return counts;
	}
}

describe('the polls of a trigger whose memory is small', () => {
	beforeAll(() => jest.useFakeTimers());
	afterAll(() => jest.useRealTimers());

	it('give out everything that has happened while n8n was stopped, though n8n is killed again and again', () => {
		const n8n = new Simulation();
		n8n.poll();
		n8n.happen(3 * MEMORY);
		for (let polls = 0; polls < 30; polls++) n8n.poll(polls % 4 === 3);
		n8n.finish();
		expect(n8n.counts()).toEqual({ 1: 3 * MEMORY });
	});

	it('give nothing out twice after a restart, however many posts there were', () => {
		const n8n = new Simulation();
		for (let hour = 0; hour < 20; hour++) {
			n8n.post(MEMORY / 4);
			n8n.poll();
		}
		n8n.restart();
		n8n.finish();
		expect(n8n.counts()).toEqual({ 1: 5 * MEMORY });
	});

	it('give nothing out twice that was posted while many others still waited', () => {
		const n8n = new Simulation();
		n8n.happen(800);
		for (const count of [200, 250, 400, 250]) {
			n8n.post(count);
			n8n.poll();
		}
		n8n.poll(true);
		n8n.post(300);
		n8n.finish();
		expect(Object.keys(n8n.counts())).toEqual(['1']);
	});

	it('give out each event once, whatever happens in whatever order', () => {
		const steps = fc.array(
			fc.oneof(
				fc.record({
					kind: fc.constant('happen' as const),
					count: fc.integer({ min: 1, max: 900 }),
				}),
				fc.record({ kind: fc.constant('post' as const), count: fc.integer({ min: 1, max: 400 }) }),
				fc.constantFrom(
					{ kind: 'poll' as const },
					{ kind: 'kill' as const },
					{ kind: 'restart' as const },
				),
			),
			{ maxLength: 12 },
		);
		fc.assert(
			fc.property(steps, (plan) => {
				const n8n = new Simulation();
				for (const step of plan) {
					// docs/operate.md#what-cannot-be-covered
					if ('count' in step && n8n.waiting + step.count > 1_000) n8n.finish();
					if (step.kind === 'happen') n8n.happen(step.count);
					else if (step.kind === 'post') n8n.post(step.count);
					else if (step.kind === 'restart') n8n.restart();
					else n8n.poll(step.kind === 'kill');
					// What the polls have to find between two posts stays within the memory.
					if (step.kind === 'post') n8n.poll();
				}
				n8n.finish();
				expect(Object.keys(n8n.counts())).toEqual(
					plan.some(({ kind }) => kind === 'happen' || kind === 'post') ? ['1'] : [],
				);
			}),
			{ numRuns: 30 },
		);
	});
});
