import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { createParameters } from '../../engine/fixtures';
import { Flow, type Flowed, type FlowNode } from '../../engine/flow';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import { createEmail } from '../certified/parameters';

// Workflows of one to three nodes that send, whatever happens to their executions. A model that knows nothing but
// "one contract for each node, item and root" judges.

const local = localService();
const memory = new DeduplicationMemory();

/** More of them with SENDINGS=many (`npm run prove`). */
const RUNS = process.env.SENDINGS === 'many' ? 2_000 : 60;
const LONGEST = 3_600_000;

const kinds = ['create', 'wait', 'email'] as const;
const references = [undefined, 'stable', 'execution', 'time'] as const;
type Reference = (typeof references)[number];

const faults = {
	none: undefined,
	refused: { kind: 'status', status: 400 },
	busy: { kind: 'status', status: 429, retryAfterSeconds: 0 },
	'answer lost': { kind: 'reset_after' },
	'not carried out': { kind: 'reset_before' },
} as const;

interface Step {
	do: 'run' | 'retry' | 'pass limit';
	/** Which of the executions so far. */
	which: number;
	fault: keyof typeof faults;
	/** How many creations go well before. */
	skip: number;
	/** How many looks at a list pass before it shows something new. */
	hideNew: 0 | 5;
	/** The Reference that somebody enters before. */
	reference: Reference;
}

const EMAIL = '{{ $("Start").item.json.email }}';

function nodeOf(kind: (typeof kinds)[number], name: string, reference: Reference): INodeParameters {
	const texts = {
		stable: `=${name} ${EMAIL}`,
		execution: `={{ $execution.id }} ${name} ${EMAIL}`,
		time: `={{ $now.toMillis() }} ${name} ${EMAIL}`,
	};
	const recipients = { recipient: [{ email: `=${EMAIL}`, name }] };
	const options = { timeout: 1, ...(reference && { reference: texts[reference] }) };
	if (kind === 'email') {
		return createEmail({ recipients, binaryPropertyNames: '', options });
	}
	const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } };
	return createParameters({
		operation: kind === 'wait' ? 'sendAndWait' : 'create',
		source: 'templates',
		templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
		recipients,
		options: { ...options, ...(kind === 'wait' && { limitWaitTime }) },
	});
}

const nodesOf = (
	chain: ReadonlyArray<(typeof kinds)[number]>,
	reference: Reference,
): FlowNode[] => [
	{ name: 'Start', type: 'start', to: [['Node 0']] },
	...chain.map((kind, index) => ({
		name: `Node ${index}`,
		type: 'signaturit',
		parameters: nodeOf(kind, `Node ${index}`, reference),
		...(index + 1 < chain.length && { to: [[`Node ${index + 1}`]] }),
	})),
];

interface Listed {
	documents?: Array<{ name: string; email: string }>;
	certificates?: Array<{ name: string; email: string }>;
}

/** Contracts of a sequence, by the name of the node and the email of the item. */
async function contracts(sequence: number): Promise<Map<string, number>> {
	const counted = new Map<string, number>();
	for (const list of ['signatures', 'emails']) {
		for (let offset = 0, isOver = false; !isOver; offset += 100) {
			const url = `${local.service.url}/v3/${list}.json?limit=100&offset=${offset}`;
			const headers = { Authorization: `Bearer ${local.service.token}` };
			const page = (await (await fetch(url, { headers })).json()) as Listed[];
			const people = page.flatMap(({ documents, certificates }) => documents ?? certificates ?? []);
			const ours = people.filter(({ email }) => email.endsWith(`.s${sequence}@example.com`));
			for (const { name, email } of ours) {
				counted.set(`${name} ${email}`, (counted.get(`${name} ${email}`) ?? 0) + 1);
			}
			isOver = ours.length < page.length || page.length === 0;
		}
	}
	return counted;
}

let sequences = 0;

/** Runs the steps, and then lets the last execution end well. */
async function follow(
	chain: ReadonlyArray<(typeof kinds)[number]>,
	count: number,
	steps: readonly Step[],
): Promise<void> {
	memory.forget();
	const sequence = ++sequences;
	const flow = new Flow(local.credential, nodesOf(chain, undefined));
	const executions: Array<{ run: number; flowed: Flowed }> = [];
	/** Of each node and run: n8n's Retry keeps the root of a node that has begun before. */
	const roots = new Map<string, Set<unknown>>();
	const emailOf = (run: number, item: number) => `i${item}.r${run}.s${sequence}@example.com`;
	const keep = (run: number, flowed: Flowed) => {
		executions.push({ run, flowed });
		for (const index of chain.keys()) {
			const root = flowed.data.executionData?.contextData[`node:Node ${index}`]?.root;
			const key = `Node ${index} ${run}`;
			if (root !== undefined) roots.set(key, (roots.get(key) ?? new Set()).add(root));
		}
	};
	const begin = async () => {
		const run = executions.length;
		const emails = Array.from({ length: count }, (_, item) => emailOf(run, item));
		keep(run, await flow.run(emails.map((email) => ({ json: { email } }))));
	};
	const judge = async () => {
		for (const [contract, number] of await contracts(sequence)) {
			const [, node, run] = /^(Node \d) i\d+\.r(\d+)\./.exec(contract) ?? [];
			expect([contract, number]).toEqual([contract, expect.any(Number)]);
			expect(number).toBeLessThanOrEqual(roots.get(`${node} ${run}`)?.size ?? 0);
		}
	};
	for (const { do: wanted, which, fault, skip, hideNew, reference } of steps) {
		flow.nodes = nodesOf(chain, reference);
		const command = faults[fault];
		if (command) await local.control.faults.add({ ...command, method: 'POST', skip });
		await local.control.settings({ hideNew });
		const status = wanted === 'retry' ? 'error' : 'waiting';
		const fitting = executions.filter(({ flowed }) => flowed.status === status);
		const chosen = fitting[which % Math.max(1, fitting.length)];
		if (wanted === 'run' || !chosen) await begin();
		else if (wanted === 'retry') keep(chosen.run, await flow.retry(chosen.flowed));
		else keep(chosen.run, await flow.passLimit(chosen.flowed));
		await local.control.faults.clear();
		await local.control.settings({ hideNew: 0 });
		await judge();
	}
	// Each of these ends at most one failure or one sleep.
	for (let rest = 2 * chain.length + 2; rest > 0; rest--) {
		const { run = 0, flowed } = executions.at(-1) ?? {};
		if (!flowed || flowed.status === 'success') break;
		const next = flowed.status === 'waiting' ? flow.passLimit(flowed) : flow.retry(flowed);
		keep(run, await next);
	}
	const { run = 0, flowed } = executions.at(-1) ?? {};
	expect([flowed?.status, flowed?.error?.message]).toEqual(['success', undefined]);
	await judge();
	const sent = await contracts(sequence);
	for (const index of chain.keys()) {
		for (let item = 0; item < count; item++) {
			expect(sent.get(`Node ${index} ${emailOf(run, item)}`)).toBeGreaterThanOrEqual(1);
		}
	}
}

describe('workflows that send, whatever happens to their executions', () => {
	beforeAll(async () => await useDeduplication(memory));
	beforeEach(() => {
		delays.reservation = 100;
	});

	it(
		'send each item of each node once',
		async () => {
			const step = fc.record({
				do: fc.constantFrom('run', 'retry', 'retry', 'pass limit'),
				which: fc.nat({ max: 3 }),
				fault: fc.constantFrom(...(Object.keys(faults) as Array<keyof typeof faults>)),
				skip: fc.nat({ max: 3 }),
				hideNew: fc.constantFrom(0, 5),
				reference: fc.constantFrom(...references),
			}) as fc.Arbitrary<Step>;
			const chains = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 });
			const several = fc.array(step, { minLength: 1, maxLength: 4 });
			await fc.assert(fc.asyncProperty(chains, fc.integer({ min: 1, max: 2 }), several, follow), {
				numRuns: RUNS,
			});
		},
		LONGEST,
	);
});
