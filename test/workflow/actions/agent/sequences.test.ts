import fc from 'fast-check';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import type { Caller } from '../../engine/agentTool';
import { creationFaults } from '../sending/flowModel';
import { idOf, kinds, newRent, toolOnService, type Kind } from './toolOnService';

// What models do with a tool that sends, whatever happens to its calls. The judge knows only that equal arguments are
// one sending.

const { local, tool, sent } = toolOnService();

/** More of them with SENDINGS=many (`npm run prove`). */
const RUNS = process.env.SENDINGS === 'many' ? 300 : 5;

interface Turn {
	/** Whether the agent runs in an execution of its own from now on. */
	isNew: boolean;
	caller: Caller;
	/** Which arguments each call of the turn has; they are made at once. */
	calls: number[];
	fault: keyof typeof creationFaults;
	hideNew: 0 | 2;
}

const turn: fc.Arbitrary<Turn> = fc.record({
	isNew: fc.boolean(),
	caller: fc.constantFrom('agent 3', 'agent 2'),
	calls: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }),
	fault: fc.constantFrom(...(Object.keys(creationFaults) as Array<keyof typeof creationFaults>)),
	hideNew: fc.constantFrom(0, 2),
});

async function follow(kind: Kind, turns: readonly Turn[]): Promise<void> {
	const before = await sent(kind);
	const rents = [newRent(), newRent(), newRent()];
	const asked = new Set<number>();
	/** By the arguments. */
	const ids = new Map<number, Set<unknown>>();
	const newTool = (caller: Caller) => tool(kind, caller, { timeout: 1 });
	const make = async (call: ReturnType<typeof newTool>, which: number) => {
		const told = await call(rents[which]);
		expect(told.items).toHaveLength(1);
		expect(told.answer).not.toHaveProperty('error');
		const { result } = told.answer;
		expect(['sent', 'refused', 'unknown']).toContain(result);
		if (result === 'sent') ids.set(which, (ids.get(which) ?? new Set()).add(idOf(told)));
		return result;
	};
	let tools = new Map<Caller, ReturnType<typeof newTool>>();
	for (const { isNew, caller, calls, fault, hideNew } of turns) {
		if (isNew) tools = new Map();
		const call = tools.get(caller) ?? newTool(caller);
		tools.set(caller, call);
		const command = creationFaults[fault];
		if (command) await local.control.faults.add({ ...command, method: 'POST' });
		await local.control.settings({ hideNew });
		await Promise.all(calls.map(async (which) => await make(call, which)));
		calls.forEach((which) => asked.add(which));
		await local.control.faults.clear();
		await local.control.settings({ hideNew: 0 });
		expect((await sent(kind)) - before).toBeLessThanOrEqual(asked.size);
	}
	// In the end, each has been sent once, and all who have asked for it have the same.
	for (const which of asked) expect(await make(newTool('agent 3'), which)).toBe('sent');
	expect((await sent(kind)) - before).toBe(asked.size);
	for (const known of ids.values()) expect(known.size).toBe(1);
}

it('the calls of a model send each of its arguments once', async () => {
	delays.reservation = 100;
	const turns = fc.array(turn, { minLength: 1, maxLength: 4 });
	await fc.assert(fc.asyncProperty(fc.constantFrom(...kinds), turns, follow), { numRuns: RUNS });
});
