import fc from 'fast-check';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { seams, type SenderKind, type Tried, type Try } from './seams';

const { local, memory, newToken, ...rig } = seams();

/** More of them with SENDINGS=many (`npm run prove`). */
const RUNS = process.env.SENDINGS === 'many' ? 60 : 2;

const lost = { kind: 'reset_after', method: 'POST' } as const;

/** What may be wrong during a step; `stopped` also stops the execution while it waits for the answer. */
const faults = {
	none: [],
	'answer lost': [lost],
	'not carried out': [{ kind: 'reset_before', method: 'POST' }],
	refused: [{ kind: 'status', status: 400, method: 'POST' }],
	busy: [{ kind: 'status', status: 429, method: 'POST' }],
	stopped: [{ kind: 'late_answer', method: 'POST', ms: 300 }],
	'answer lost, look fails': [lost, { kind: 'status', status: 500, method: 'GET', times: 9 }],
	'answer lost, list late': [lost],
} as const satisfies Record<string, ReadonlyArray<Parameters<typeof local.control.faults.add>[0]>>;
type Fault = keyof typeof faults;

/** @returns what stops the execution, if something does */
async function spoil(fault: Fault): Promise<AbortSignal | undefined> {
	for (const each of faults[fault]) await local.control.faults.add(each);
	if (fault === 'answer lost, list late') await local.control.settings({ hideNew: 4 });
	if (fault !== 'stopped') return undefined;
	const controller = new AbortController();
	setTimeout(() => controller.abort(), 60);
	return controller.signal;
}

/** Who sends next: the execution that has sent before, or another one. */
const steps = ['try', 'Retry', 'new token', 'run', 'execution', 'process', 'two at once'] as const;
type Step = (typeof steps)[number];

const possible: Record<SenderKind, readonly Step[]> = {
	automatic: ['try', 'Retry', 'new token'],
	'Send and Wait': ['try', 'Retry', 'new token', 'run'],
	Reference: steps,
	'certified email': steps,
};

const beforeEnd: readonly Step[] = ['try', 'Retry', 'new token'];

/** What comes after something that has ended well, in place of another try. */
const next: Partial<Record<SenderKind, Step>> = {
	'Send and Wait': 'run',
	Reference: 'execution',
	'certified email': 'execution',
};

beforeEach(() => {
	memory.forget();
	delays.looks.creation.times = [5, 20, 60];
	delays.reservation = 100;
});

/** Runs the steps for one item, each with its fault. */
async function follow(
	sender: SenderKind,
	sequence: ReadonlyArray<{ step: Step; fault: Fault }>,
): Promise<void> {
	let execution = rig.newExecution();
	let ids = 1;
	let runIndex = 0;
	let credential = local.credential;
	let isRetry = false;
	let items = [rig.item()];
	// So nobody waits long for what can no longer appear.
	const options = { timeout: 1 };
	const send = async (more: Try = {}) =>
		await rig.attempt(sender, {
			execution,
			executionId: String(ids),
			runIndex,
			credential,
			items,
			...(isRetry && { mode: 'retry' }),
			options,
			...more,
		});
	let isDone = false;
	for (const { step: drawn, fault } of sequence) {
		// What has ended well is not tried again.
		const after: Step | undefined = isDone && beforeEnd.includes(drawn) ? next[sender] : drawn;
		if (after === undefined) break;
		// An execution that has failed comes to no other run.
		const step: Step = after === 'run' && !isDone && sender === 'Send and Wait' ? 'try' : after;
		const abortSignal = await spoil(fault);
		if (step === 'Retry') execution = rig.stored(execution);
		if (step === 'new token') credential = await newToken();
		if (step === 'run') runIndex++;
		if (step === 'execution' || step === 'process') execution = rig.newExecution();
		if (step === 'Retry' || step === 'new token') isRetry = true;
		if (step === 'execution' || step === 'process') isRetry = false;
		if (step !== 'try' && step !== 'run') ids++;
		const node: Try['node'] = step === 'process' ? rig.otherProcess() : undefined;
		const other: Try = {
			node: rig.otherProcess(),
			execution: rig.newExecution(),
			executionId: 'other',
		};
		const results: Tried[] = await Promise.all([
			send({ node, abortSignal }),
			...(step === 'two at once' ? [send(other)] : []),
		]);
		const [{ error, unanswered = [] } = {}] = results;
		isDone = error === undefined;
		// A loop brings back what nobody has answered.
		if (isDone && sender === 'Send and Wait') items = unanswered;
		await local.control.faults.clear();
		expect((await rig.created()).here).toBeLessThanOrEqual(1);
	}
	if (!isDone) {
		ids++;
		execution = rig.stored(execution);
		isRetry = true;
		expect((await send()).error?.message).toBeUndefined();
	}
	expect((await rig.created()).here).toBe(1);
}

describe.each(Object.keys(possible) as SenderKind[])(
	'%s, whatever happens one after the other',
	(sender) => {
		it('is sent once', async () => {
			const entry = fc.record({
				step: fc.constantFrom(...possible[sender]),
				fault: fc.constantFrom(...(Object.keys(faults) as Fault[])),
			});
			await fc.assert(
				fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (sequence) => {
					memory.forget();
					await rig.begin();
					await follow(sender, sequence);
				}),
				{ numRuns: RUNS },
			);
		});
	},
);
