import {
	createRunExecutionData,
	type IExecuteFunctions,
	type IRunExecutionData,
} from 'n8n-workflow';
import type { Note } from '../../../../nodes/Signaturit/actions/sending/note';
import { openNotes } from '../../../../nodes/Signaturit/actions/sending/notes';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { stopEngine } from '../../engine/engine';
import { executeContext, type Run } from '../../engine/executeContext';

const A = { environment: 'custom', accessToken: 'a', baseUrl: 'http://127.0.0.1:9' };
const B = { ...A, accessToken: 'b' };
const output = [{ id: 's1' }];
const problem = { message: 'It is unknown', description: 'More', httpCode: '502' };

interface Opened extends Run {
	operation?: string;
	item?: number;
	reference?: string;
	waits?: boolean;
}

let execution: IRunExecutionData;

beforeEach(() => {
	execution = createRunExecutionData({ executionData: {} });
});
afterAll(stopEngine);

/** The notes of one try of a run. */
function notesOf({ operation = 'signature.rename', waits = false, ...run }: Opened = {}) {
	const n8n = executeContext({
		execution,
		items: [{ id: 's1' }, { id: 's1' }, { id: 's2' }],
		credential: A,
		...run,
	});
	const call = new Call<IExecuteFunctions>(n8n);
	return { call, notes: openNotes(call, operation, waits) };
}

async function noteOf({ item = 0, reference, ...run }: Opened = {}): Promise<Note> {
	const { call, notes } = notesOf(run);
	return await notes.open(call, item, reference);
}

describe('the note of an item', () => {
	it('answers another try with the output, for the same item only', async () => {
		(await noteOf()).done(output);
		expect((await noteOf()).output).toEqual(output);
		expect((await noteOf({ item: 1 })).earlier).toBeUndefined();
		expect((await noteOf({ item: 2 })).earlier).toBeUndefined();
	});

	it.each<[string, Opened]>([
		['another run, as in a loop', { runIndex: 1 }],
		['another operation', { operation: 'signature.cancel' }],
		['another input', { items: [{ id: 's3' }] }],
	])('says nothing to %s', async (_, changes) => {
		(await noteOf()).done(output);
		expect((await noteOf(changes)).earlier).toBeUndefined();
	});

	it('is known by the content of the item and its place among equal ones', async () => {
		(await noteOf({ item: 2 })).begin('r2');
		(await noteOf({ item: 1 })).begin('r1');
		const fewer = { items: [{ id: 's2' }, { id: 's1' }] };
		expect((await noteOf({ ...fewer, item: 0 })).earlier?.reference).toBe('r2');
		expect((await noteOf({ ...fewer, item: 1 })).earlier).toBeUndefined();
	});

	it('is known by the Reference, whatever the item and the run', async () => {
		(await noteOf({ reference: 'c-1' })).begin('c-1');
		const other = await noteOf({ reference: 'c-1', item: 2, runIndex: 3 });
		expect(other.unknownTry).toBeDefined();
		expect((await noteOf({ reference: 'c-2' })).earlier).toBeUndefined();
	});

	it('keeps why it is unknown, and by which execution', async () => {
		(await noteOf()).endUnknown(problem);
		expect((await noteOf()).earlier?.problem).toEqual(problem);
		expect((await noteOf()).isDecided).toBe(false);
		expect((await noteOf({ executionId: '2' })).isDecided).toBe(true);
	});

	it('is dropped when it was refused, but not one whose verdict was unknown before', async () => {
		const first = await noteOf();
		first.begin('r1');
		first.refused();
		expect((await noteOf()).earlier).toBeUndefined();
		(await noteOf()).begin('r1');
		const again = await noteOf();
		again.begin('r1');
		again.refused();
		expect((await noteOf()).unknownTry).toBeDefined();
	});

	it('is looked for with another token while its verdict is unknown, and is then of this account', async () => {
		(await noteOf()).begin('r1');
		const theirs = await noteOf({ credential: B });
		expect([theirs.unknownTry?.reference, theirs.isDecided]).toEqual(['r1', true]);
		theirs.sent('s9');
		expect((await noteOf({ credential: B })).earlier?.id).toBe('s9');
		expect((await noteOf({ credential: B })).isDecided).toBe(false);
		await expect(noteOf()).rejects.toThrow('could not be read, so it was not sent again');
	});

	it('names the execution to which its events are posted', async () => {
		const begun = await noteOf();
		begun.begin('r1');
		begun.sent('s1');
		const retried = await noteOf({ executionId: '2' });
		retried.sent('s1');
		expect((await noteOf({ executionId: '2' })).isDecided).toBe(true);
	});
});

describe('notes after a run that ended well', () => {
	it('are gone, and those of another run are not', async () => {
		(await noteOf({ runIndex: 1 })).done(output);
		const { call, notes } = notesOf();
		(await notes.open(call, 0, undefined)).done(output);
		notes.end();
		expect((await noteOf()).earlier).toBeUndefined();
		expect((await noteOf({ runIndex: 1 })).output).toEqual(output);
	});

	it('keep the ID of what has a Reference, without its output', async () => {
		const { call, notes } = notesOf();
		const note = await notes.open(call, 0, 'c-1');
		note.begin('c-1');
		note.sent('s1');
		note.done(output);
		notes.end();
		expect((await noteOf({ reference: 'c-1' })).earlier).toMatchObject({ id: 's1' });
		expect((await noteOf({ reference: 'c-1' })).output).toBeUndefined();
	});
});

describe('the notes of Send and Wait', () => {
	const waits = true;
	const operation = 'signature.sendAndWait';

	it('answer a later run of the same content, once for each item', async () => {
		for (const item of [0, 1]) (await noteOf({ waits, operation, item })).begin(`r${item}`);
		const later = { waits, operation, runIndex: 1, items: [{ id: 's1' }, { id: 's1' }] };
		const { call, notes } = notesOf(later);
		const found = [await notes.open(call, 0, undefined), await notes.open(call, 1, undefined)];
		expect(found.map(({ earlier }) => earlier?.reference)).toEqual(['r0', 'r1']);
		expect(found.map(({ earlier }) => earlier?.isAwaited)).toEqual([true, true]);
	});

	it('answer the next try of that later run as well', async () => {
		(await noteOf({ waits, operation })).begin('r0');
		const later = { waits, operation, runIndex: 1, items: [{ id: 's1' }] };
		await noteOf(later);
		expect((await noteOf(later)).earlier?.reference).toBe('r0');
		expect((await noteOf({ ...later, runIndex: 2 })).earlier?.reference).toBe('r0');
	});

	it('answer equal items of a later run once each, also with a new token', async () => {
		for (const item of [0, 1]) (await noteOf({ waits, operation, item })).begin(`r${item}`);
		const later = { waits, operation, items: [{ id: 's1' }, { id: 's1' }], credential: B };
		for (const runIndex of [1, 2]) {
			const { call, notes } = notesOf({ ...later, runIndex });
			const found = [await notes.open(call, 0, undefined), await notes.open(call, 1, undefined)];
			expect(found.map(({ earlier }) => earlier?.reference)).toEqual(['r0', 'r1']);
			expect(found.map(({ isDecided }) => isDecided)).toEqual(Array(2).fill(runIndex === 1));
			found.forEach((note, item) => note.sent(`s${item}`));
		}
	});

	it('say nothing to a run whose item is another', async () => {
		(await noteOf({ waits, operation })).begin('r0');
		const later = { waits, operation, runIndex: 1, items: [{ id: 's3' }] };
		expect((await noteOf(later)).earlier).toBeUndefined();
	});
});
