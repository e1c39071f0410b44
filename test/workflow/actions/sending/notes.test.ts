import {
	createRunExecutionData,
	type IExecuteFunctions,
	type IRunExecutionData,
} from 'n8n-workflow';
import { idOf, type Note } from '../../../../nodes/Signaturit/actions/sending/note';
import { resources } from '../../../../nodes/Signaturit/actions';
import { findOperation } from '../../../../nodes/Signaturit/actions/router';
import { openNotes } from '../../../../nodes/Signaturit/actions/sending/notes';
import { runOnce } from '../../../../nodes/Signaturit/actions/sending/once';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { stopEngine } from '../../engine/engine';
import { executeContext, type Run } from '../../engine/executeContext';

const A = { environment: 'custom', accessToken: 'a', baseUrl: 'http://127.0.0.1:9' };
const B = { ...A, accessToken: 'b' };
const output = [{ id: 's1' }];
const problem = {
	message: 'It is unknown',
	description: 'More',
	httpCode: '502',
	remedy: 'nobody',
} as const;

interface Opened extends Run {
	operation?: string;
	item?: number;
	reference?: string;
}

let execution: IRunExecutionData;

beforeEach(() => {
	execution = createRunExecutionData({ executionData: {} });
});
afterAll(stopEngine);

/** The notes of one try of a run. */
function notesOf({ operation = 'signature.rename', reference, ...run }: Opened = {}) {
	const items = [{ id: 's1' }, { id: 's1' }, { id: 's2' }];
	const [resource = '', name = ''] = operation.split('.');
	const options = reference === undefined ? {} : { reference };
	const parameters = { resource, operation: name, options };
	const n8n = executeContext({ execution, items, credential: A, parameters, ...run });
	const call = new Call<IExecuteFunctions>(n8n);
	const found = findOperation(resources, resource, name);
	if (!found) throw new Error(`There is no operation ${operation}`);
	return { call, notes: openNotes(call, found, operation) };
}

async function noteOf({ item = 0, ...run }: Opened = {}): Promise<Note> {
	const { call, notes } = notesOf(run);
	return await notes.open(call, item);
}

const earlierOf = async (opened: Opened = {}) => (await noteOf(opened)).facts.earlier?.note;
const operation = 'signature.create';

describe('the note of an item', () => {
	it('answers another try with the output, for the same item only', async () => {
		(await noteOf()).done(output);
		expect((await noteOf()).output).toEqual(output);
		expect(await earlierOf({ item: 1 })).toBeUndefined();
	});

	it.each<[string, Opened]>([
		['another run, as in a loop', { runIndex: 1 }],
		['another operation', { operation: 'signature.cancel' }],
		['another item', { item: 1 }],
	])('says nothing to %s', async (_, changes) => {
		(await noteOf()).done(output);
		expect(await earlierOf(changes)).toBeUndefined();
	});

	it('says the same to Create and to Send and Wait, but gives out no output of the other one', async () => {
		const first = await noteOf({ operation });
		first.done(output, 's1');
		const other = await noteOf({ operation: 'signature.sendAndWait' });
		expect(idOf(other.facts.earlier?.note)).toBe('s1');
		expect(other.output).toBeUndefined();
	});

	it('answers what has the same Reference with the ID, not with the output', async () => {
		const first = await noteOf({ operation, reference: 'c-1' });
		first.done(output, 's1');
		const other = await noteOf({ operation, reference: 'c-1', item: 2, runIndex: 3 });
		expect(idOf(other.facts.earlier?.note)).toBe('s1');
		expect(other.output).toBeUndefined();
		expect(await earlierOf({ operation, reference: 'c-2', item: 1 })).toBeUndefined();
	});

	it('answers its item with the output, whatever its Reference is by now', async () => {
		(await noteOf({ operation, reference: 'c-1' })).done(output);
		expect((await noteOf({ operation, reference: 'c-2' })).output).toEqual(output);
		expect((await noteOf({ operation })).output).toEqual(output);
	});

	it('keeps why it is unknown, and by which execution', async () => {
		(await noteOf()).lost(problem);
		expect(await earlierOf()).toMatchObject({ state: 'lost', problem });
		expect((await noteOf()).isTriedOnPurpose).toBe(false);
		expect((await noteOf({ executionId: '2' })).isTriedOnPurpose).toBe(true);
	});

	it('is dropped when it was refused', async () => {
		const first = await noteOf();
		first.begin();
		first.forget();
		expect(await earlierOf()).toBeUndefined();
	});

	it('is looked for with another token while its verdict is unknown, and is then of this account', async () => {
		const mine = await noteOf({ operation });
		mine.begin();
		const theirs = await noteOf({ operation, credential: B });
		const { reference } = mine.facts;
		expect(theirs.unknownTry).toMatchObject({ state: 'begun', reference });
		expect(theirs.isTriedOnPurpose).toBe(true);
		theirs.done(undefined, 's9');
		expect(idOf(await earlierOf({ operation, credential: B }))).toBe('s9');
		await expect(noteOf({ operation })).rejects.toThrow('so it was not sent again');
	});

	it('names the execution to which its events are posted', async () => {
		const begun = await noteOf();
		begun.begin();
		begun.done(undefined, 's1');
		const retried = await noteOf({ executionId: '2' });
		retried.done(undefined, 's1');
		expect(retried.isOfOtherExecution).toBe(true);
		expect((await noteOf()).isOfOtherExecution).toBe(false);
	});
});

describe('the reference of an item', () => {
	const referenceOf = async (opened: Opened = {}) =>
		(await noteOf({ operation, ...opened })).facts.reference;

	it('is the same in every try and Retry, whatever the Reference is', async () => {
		const reference = await referenceOf();
		expect(await referenceOf({ executionId: '2', mode: 'retry' })).toBe(reference);
		expect(await referenceOf({ reference: 'c-1' })).toBe(reference);
		expect(await referenceOf({ credential: B })).toBe(reference);
	});

	it('is another one for another item, run or execution', async () => {
		const references = [
			await referenceOf(),
			await referenceOf({ item: 1 }),
			await referenceOf({ runIndex: 1 }),
		];
		execution = createRunExecutionData({ executionData: {} });
		references.push(await referenceOf());
		expect(new Set(references).size).toBe(4);
	});
});

describe('what was confirmed', () => {
	it('is done, whatever is thrown afterwards, also in a later try', async () => {
		const { call, notes } = notesOf();
		const carry = async (note: Note) => {
			note.answer = { id: 's1' };
			throw new Error('Too late');
		};
		const operation = { description: '', fields: [], prepare: async () => carry };
		const items = await runOnce(call, 0, operation, notes, carry);
		expect(items).toEqual([{ json: { id: 's1' } }]);
		expect((await noteOf()).output).toEqual([{ id: 's1' }]);
	});
});

describe("what n8n's Retry asks for", () => {
	it.each<[string, Opened, boolean]>([
		[
			'what an earlier execution has begun, as another Retry may have sent it',
			{ executionId: '2' },
			true,
		],
		['nothing of a node that it comes to first', { executionId: '1' }, false],
	])('is %s', async (_, run, isToAsk) => {
		await noteOf();
		expect((await noteOf(run)).facts.isToAsk).toBe(isToAsk);
	});
});

describe('notes after a run that ended well', () => {
	it('are gone, and those of another run are not', async () => {
		(await noteOf({ runIndex: 1 })).done(output);
		const { call, notes } = notesOf({ runIndex: 1 });
		(await notes.open(call, 1)).done(output);
		notes.end();
		expect(await earlierOf({ runIndex: 1, item: 1 })).toBeUndefined();
		expect((await noteOf({ runIndex: 1 })).output).toEqual(output);
	});

	it.each([
		['with a Reference', operation, 'c-1'],
		['that are waited for', 'signature.sendAndWait', undefined],
	])('keep the ID of requests %s, without their output', async (_, kind, reference) => {
		const { call, notes } = notesOf({ operation: kind, reference });
		const note = await notes.open(call, 0);
		note.begin();
		note.done(output, 's1');
		notes.end();
		const again = await noteOf({ operation: kind, reference });
		expect(again.facts.earlier?.note).toMatchObject({ state: 'done', id: 's1' });
		expect(again.output).toBeUndefined();
	});
});

describe('notes of an earlier run whose items have not all ended well', () => {
	it('keep the ID, without the output', async () => {
		const note = await noteOf({ operation });
		note.begin();
		note.done(output, 's1');
		notesOf({ operation, runIndex: 1 });
		const { facts, output: again } = await noteOf({ operation });
		expect([idOf(facts.earlier?.note), again]).toEqual(['s1', undefined]);
	});
});
