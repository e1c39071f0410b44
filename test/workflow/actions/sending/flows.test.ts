import fc from 'fast-check';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { Flow, type Flowed } from '../../engine/flow';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import {
	addAgain,
	contractsOf,
	itemOf,
	NO_EDITS,
	nodesOf,
	outcomesOf,
	references,
	faults,
	shapes,
	type Edits,
	type Shape,
} from './flowModel';

// Workflows of one to three nodes that send, whatever happens to their executions. A model that knows nothing but
// "one contract for each node, item and root" judges, and that no item gets the outcome of another one.

const local = localService();
const memory = new DeduplicationMemory();

/** More of them with SENDINGS=many (`npm run prove`). */
const RUNS = process.env.SENDINGS === 'many' ? 2_000 : 6;

interface Step extends Edits {
	do: 'run' | 'retry' | 'pass limit' | 'expire';
	/** Which of the executions, or of the contracts, so far. */
	which: number;
	fault: keyof typeof faults;
	/** How many creations go well before. */
	skip: number;
	/** How many looks at a list pass before it shows something new. */
	hideNew: 0 | 5;
}

interface Begun {
	/** Which input it has. */
	run: number;
	flowed: Flowed;
	hasGoneOn: boolean;
}

let sequences = 0;

/** A sequence of steps with one workflow. */
class Sequence {
	private readonly number = ++sequences;
	private readonly executions: Begun[] = [];
	/** Of each node and run: n8n's Retry keeps the root of a node that has begun before. */
	private readonly roots = new Map<string, Set<unknown>>();
	/** How often a certified SMS may be there more than once, by run: none can be looked for. */
	private readonly surplus = new Map<number, number>();
	private readonly flow: Flow;

	constructor(
		private readonly shape: Shape,
		private readonly count: number,
	) {
		this.flow = new Flow(local.credential, nodesOf(shape, NO_EDITS));
	}

	async take(step: Step): Promise<void> {
		this.flow.nodes = nodesOf(this.shape, step);
		if (step.do === 'expire') return await this.expire(step.which);
		const { fault, skip, hideNew } = step;
		const command = faults[fault];
		if (command) await local.control.faults.add({ method: 'POST', ...command, skip });
		await local.control.settings({ hideNew });
		const statuses = step.do === 'retry' ? ['error', 'canceled'] : ['waiting'];
		// n8n wakes a sleep once, but retries a failure as often as somebody asks for it.
		const fitting = this.executions.filter(
			({ flowed: { status }, hasGoneOn }) =>
				statuses.includes(status) && !(status === 'waiting' && hasGoneOn),
		);
		const chosen = fitting[step.which % Math.max(1, fitting.length)];
		const stop = new AbortController();
		const watch = this.stopWhen(fault, skip, stop);
		await this.go(step.do === 'run' ? undefined : chosen, stop.signal);
		if (/lost|stopped$/.test(fault)) this.mayBeTwice(this.executions.at(-1)?.run);
		stop.abort();
		await watch;
		await local.control.faults.clear();
		await local.control.settings({ hideNew: 0 });
		await this.judge();
	}

	/** Lets the last execution end well. */
	async end(): Promise<void> {
		this.flow.nodes = nodesOf(this.shape, NO_EDITS);
		const { nodes, isLoop } = this.shape;
		// Each of these ends at most one failure or one sleep.
		const most = 4 * nodes.length * (isLoop ? this.count : 1) + 2;
		for (let rest = most; rest > 0; rest--) {
			const last = this.executions.at(-1);
			if (last?.flowed.status === 'success') break;
			await this.go(last?.flowed.status === 'canceled' ? undefined : last);
		}
		const { run = 0, flowed } = this.executions.at(-1) ?? {};
		expect([flowed?.status, flowed?.error?.message]).toEqual(['success', undefined]);
		await this.judge();
		const sent = await this.contracts();
		for (const [index, { kind, comesBack }] of nodes.entries()) {
			const runs = comesBack && kind !== 'wait' ? [' run 0', ' run 1'] : [''];
			for (let item = 0; item < this.count; item++) {
				const names = runs.map((each) => `Node ${index}${each} ${this.emailOf(run, item)}`);
				for (const name of names) expect([...sent.values()]).toContain(name);
			}
		}
	}

	private readonly contracts = async () => await contractsOf(local, this.shape, this.number);

	private readonly emailOf = (run: number, item: number) =>
		`i${item}.r${run}.s${this.number}@example.com`;

	/** Begins an execution, or goes on with one. */
	private async go(before?: Begun, stop?: AbortSignal): Promise<void> {
		const { run, flowed } = before ?? { run: this.executions.length, flowed: undefined };
		if (!before || !flowed) {
			const items = Array.from({ length: this.count }, (_, item) =>
				itemOf(this.shape, this.emailOf(run, item)),
			);
			this.keep(run, await this.flow.run(await Promise.all(items), stop));
		} else {
			// Another try of the same knows nothing of the first one.
			if (before.hasGoneOn) this.mayBeTwice(run);
			before.hasGoneOn = true;
			const { flow } = this;
			const isAsleep = flowed.status === 'waiting';
			this.keep(run, await (isAsleep ? flow.passLimit(flowed, stop) : flow.retry(flowed, stop)));
		}
	}

	private mayBeTwice(run = 0): void {
		this.surplus.set(run, (this.surplus.get(run) ?? 0) + 1);
	}

	private keep(run: number, flowed: Flowed): void {
		this.executions.push({ run, flowed, hasGoneOn: false });
		for (const index of this.shape.nodes.keys()) {
			const root = flowed.data.executionData?.contextData[`node:Node ${index}`]?.root;
			const key = `Node ${index} r${run}`;
			if (root !== undefined) this.roots.set(key, (this.roots.get(key) ?? new Set()).add(root));
		}
	}

	/** While it looks, or when it has sent: what is created after the last look nobody would find. */
	private async stopWhen(fault: Step['fault'], skip: number, stop: AbortController): Promise<void> {
		if (!fault.startsWith('stopped')) return;
		const hasSent = fault === 'stopped';
		const most = hasSent ? (await this.contracts()).size + skip : 0;
		while (!stop.signal.aborted) {
			const [hit] = await local.control.faults.list();
			const reached = hasSent ? (await this.contracts()).size : (hit?.hits ?? 0);
			if (reached > most) stop.abort();
			else await new Promise((resolve) => setTimeout(resolve, 5));
		}
	}

	private async expire(which: number): Promise<void> {
		const ids = [...(await this.contracts()).entries()].filter(([, name]) => {
			const node = Number(/^Node (\d)/.exec(name)?.[1]);
			return this.shape.nodes[node]?.kind === 'wait';
		});
		const [id] = ids[which % Math.max(1, ids.length)] ?? [];
		if (id === undefined) return;
		await local.control.expire(id);
		await local.control.settled();
	}

	private async judge(): Promise<void> {
		const contracts = await this.contracts();
		const over = new Set<string | undefined>();
		for (const { flowed } of this.executions) {
			for (const index of this.shape.nodes.keys()) {
				for (const { email, id } of outcomesOf(flowed, `Node ${index}`)) {
					if (email !== undefined) expect(contracts.get(id)).toBe(`Node ${index} ${email}`);
					over.add(contracts.get(id));
				}
			}
		}
		for (const name of new Set(contracts.values())) {
			const number = [...contracts.values()].filter((each) => each === name).length;
			const [, index = '', run = ''] = /^Node (\d).* i\d+\.r(\d+)\./.exec(name) ?? [];
			const roots = this.roots.get(`Node ${index} r${run}`)?.size ?? 0;
			const isSms = this.shape.nodes[Number(index)]?.kind === 'sms';
			// What comes back with an outcome is sent anew.
			const most = over.has(name) ? 2 * roots : roots;
			const surplus = isSms ? (this.surplus.get(Number(run)) ?? 0) : 0;
			expect({ name, isTooMuch: number > most + surplus }).toEqual({ name, isTooMuch: false });
		}
	}
}

const faultNames = Object.keys(faults) as Array<keyof typeof faults>;

const stepOf = (does: ReadonlyArray<Step['do']>, names: typeof faultNames): fc.Arbitrary<Step> =>
	fc.record({
		do: fc.constantFrom(...does),
		which: fc.nat({ max: 3 }),
		fault: fc.constantFrom(...names),
		skip: fc.nat({ max: 2 }),
		hideNew: fc.constantFrom(0, 5),
		reference: fc.constantFrom(...references),
		hasNewTexts: fc.boolean(),
	});

const later = stepOf(['retry', 'retry', 'retry', 'pass limit', 'run', 'expire'], faultNames);

/** Most begin with what fails, because only that can be tried again. */
const several = fc
	.tuple(stepOf(['run'], faultNames), fc.array(later, { minLength: 1, maxLength: 4 }))
	.map(([first, rest]) => [first, ...rest]);

describe('workflows that send, whatever happens to their executions', () => {
	beforeAll(async () => {
		addAgain();
		await useDeduplication(memory);
	});
	beforeEach(() => {
		delays.reservation = 100;
		// On a busy machine, what is created may appear late.
		delays.looks.creation.times = [10, 50, 500];
	});

	it('send each item of each node once', async () => {
		const counts = fc.integer({ min: 1, max: 2 });
		const follow = async (shape: Shape, count: number, steps: readonly Step[]) => {
			memory.forget();
			const sequence = new Sequence(shape, count);
			for (const each of steps) await sequence.take(each);
			await sequence.end();
		};
		await fc.assert(fc.asyncProperty(shapes, counts, several, follow), { numRuns: RUNS });
	});
});
