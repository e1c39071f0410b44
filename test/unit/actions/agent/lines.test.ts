import fc from 'fast-check';
import { listAnswer, newestFirst } from '../../../../nodes/Signaturit/actions/agent/lines';
import { lineText, type EntryLine } from '../../../../nodes/Signaturit/actions/line';
import { propertyRuns } from '../../propertyRuns';

interface ListAnswer {
	message: string;
	entries: string[];
	more?: number;
	moreByStatus?: Record<string, number>;
}

const answerOf = (lines: EntryLine[], most = 7_000) =>
	listAnswer(lines, most) as unknown as ListAnswer;

const linesOf = (
	count: number,
	more: (index: number) => Partial<EntryLine> = () => ({}),
): EntryLine[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		created: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
		...more(index),
	}));

const text = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc
		.constantFrom('"', '\\', '“', '\n', '\ud83d', '\u2028', '😀', ' | ', 'é')
		.chain((unit) => fc.nat(1_500).map((count) => unit.repeat(count))),
);
const value = fc.oneof(
	text,
	fc.array(fc.oneof(text, fc.array(text)), { maxLength: 30 }),
	fc.jsonValue(),
);
const anyLine: fc.Arbitrary<EntryLine> = fc.record(
	{
		id: text,
		created: fc.oneof(text, fc.constant('2026-01-02T03:04:05+0000')),
		status: text,
		values: fc.array(value),
	},
	{ requiredKeys: ['id', 'created'] },
);

it('an answer is never too long, each line of it is whole, and none is lost', () => {
	fc.assert(
		fc.property(
			fc.array(anyLine, { maxLength: 60 }),
			fc.integer({ min: 4_000, max: 8_000 }),
			(lines, most) => {
				const answer = answerOf(lines, most);
				const { entries, more = 0 } = answer;
				expect(JSON.stringify(answer).length).toBeLessThanOrEqual(most);
				expect(entries.length + more).toBe(lines.length);
				const { ordered } = newestFirst(lines);
				expect(entries).toEqual(ordered.slice(0, entries.length).map(lineText));
				if (lines.length > 0) expect(entries).not.toHaveLength(0);
			},
		),
		{ numRuns: propertyRuns(300) },
	);
});

it('the newest lines are shown, and the others are counted by their status', () => {
	const statuses = ['completed', 'ready', 'declined'];
	const lines = linesOf(300, (index) => ({ status: statuses[index % 3] }));
	const { message, entries, more = 0, moreByStatus = {} } = answerOf(lines);
	expect(entries.length).toBeGreaterThan(50);
	expect(entries[0]).toBe(lineText(lines.at(-1) ?? { id: '', created: '' }));
	expect(message).toMatch(`300 found; the newest ${entries.length} are shown.`);
	expect(more).toBe(300 - entries.length);
	expect(Object.keys(moreByStatus).sort()).toEqual([...statuses].sort());
	expect(Object.values(moreByStatus).reduce((sum, count) => sum + count, 0)).toBe(more);
});

it('lines without a time are the first ones, not the newest', () => {
	const { message, entries } = answerOf(linesOf(300, () => ({ created: undefined })));
	expect(message).toMatch(`300 found; the first ${entries.length} are shown.`);
});

it('a list that is shown whole has nothing more', () => {
	expect(listAnswer([], 7_000)).toEqual({ message: '0 found.', entries: [] });
	const lines = linesOf(3, () => ({ status: 'ready' }));
	expect(listAnswer(lines, 7_000)).toEqual({
		message: '3 found.',
		entries: [...lines].reverse().map(lineText),
	});
});

it.each([
	['their entries have none', () => ({})],
	['they are too many to be counted', (index: number) => ({ status: `status ${index}` })],
])('statuses are left out if %s', (_, more) => {
	const { more: others, moreByStatus } = answerOf(linesOf(500, more));
	expect(others).toBeGreaterThan(0);
	expect(moreByStatus).toBeUndefined();
});

it('an entry without a status is counted as unknown, and a status may have any name', () => {
	const lines = linesOf(300, (index) => ({ status: index % 2 ? '__proto__' : null }));
	const { more = 0, moreByStatus = {} } = answerOf(lines);
	expect(Object.keys(moreByStatus).sort()).toEqual(['__proto__', 'unknown']);
	expect(Object.values(moreByStatus).reduce((sum, count) => sum + count, 0)).toBe(more);
});

it('takes time in proportion to the entries and to their texts', () => {
	const cost = (run: () => void) => {
		run();
		const costs = Array.from({ length: 7 }, () => {
			const { user: before } = process.cpuUsage();
			run();
			return (process.cpuUsage().user - before) / 1_000;
		});
		// Others who use the machine only add to it.
		return Math.min(...costs);
	};
	const entries = (count: number) => {
		const lines = linesOf(count, () => ({ status: 'ready', values: ['x'.repeat(200)] }));
		return cost(() => void answerOf(lines));
	};
	const texts = (length: number) => {
		const long = '“ \n'.repeat(length / 3);
		const lines = linesOf(50, () => ({ id: long, status: long, values: [long, [[long]]] }));
		return cost(() => void answerOf(lines));
	};
	// Less than some milliseconds is noise.
	expect(entries(20_000)).toBeLessThan(8 * Math.max(entries(5_000), 10));
	expect(texts(1_000_000)).toBeLessThan(8 * Math.max(texts(250_000), 10));
});

describe('the order of lines', () => {
	const created = '2026-01-02T03:04:05+0000';
	const at = (time: string, id = time) => ({ id, created: time });

	it('is that of their times, also in different zones', () => {
		const lines = ['2026-01-02T03:00:00+0000', '2026-01-02T03:30:00+0100', created].map((time) =>
			at(time),
		);
		const { wordForFirst, ordered } = newestFirst(lines);
		expect(wordForFirst).toBe('newest');
		expect(ordered.map(({ id }) => id)).toEqual(
			[lines[2], lines[0], lines[1]].map((one) => one?.id),
		);
	});

	it('is that of the service if one has no time', () => {
		const lines = [at('2025-01-02T03:00:00+0000'), at('', 'b'), at(created)];
		expect(newestFirst(lines)).toEqual({ wordForFirst: 'first', ordered: lines });
	});
});
