import type { INodeExecutionData } from 'n8n-workflow';
import { claimOf, type Claim } from '../judge/claim';
import { judgeRead } from '../judge/judgeRead';
import { judgeWrite, type WriteOutcome } from '../judge/judgeWrite';

const resultOf = (items: INodeExecutionData[], error?: object) => ({
	items,
	errorItems: [],
	hints: [],
	record: {},
	...(error && { error: error as Error }),
});
const said = (verdict: Claim['verdict']): Claim => ({ verdict, objections: [] });

describe('the claim of a node', () => {
	it('is unknown when the first sentence says so, with a mark and advice', () => {
		const message = 'Part 1 of 2 of "a.bin": It is unknown whether it was sent. Look first.';
		const { verdict, objections } = claimOf(
			resultOf([], { message, context: { verdict: 'unknown' } }),
		);
		expect({ verdict, objections }).toEqual({ verdict: 'unknown', objections: [] });
	});

	it('is refused, with objections, when the unknown verdict stands in a later sentence or in the mark only', () => {
		const message = 'The connection broke off. It is unknown whether it was sent.';
		const claim = claimOf(resultOf([], { message, context: { verdict: 'unknown' } }));
		expect(claim).toMatchObject({ verdict: 'refused', objections: [expect.any(String)] });
	});

	it('is objected to when it says neither what to do nor anything to workflows', () => {
		const claim = claimOf(resultOf([], { message: 'It is unknown whether it was sent.' }));
		expect(claim).toMatchObject({ verdict: 'unknown', objections: { length: 2 } });
	});

	it('is read from the item that stands for a failure, with Continue On Fail', () => {
		const error = { message: 'It is unknown whether it was sent. Look first.', verdict: 'unknown' };
		const items = [
			{ json: { message: error.message, error }, pairedItem: { item: 0 } },
			{ json: { id: '1' }, pairedItem: { item: 1 } },
		];
		expect(claimOf(resultOf(items), 0)).toMatchObject({ verdict: 'unknown', objections: [] });
		expect(claimOf(resultOf(items), 1)).toMatchObject({ verdict: 'done' });
	});

	it('is that the item vanished, or that the node hangs, when there is neither item nor error', () => {
		expect(claimOf(resultOf([])).verdict).toBe('vanished');
		expect(claimOf(undefined).verdict).toBe('hangs');
	});
});

describe('the verdict on a write', () => {
	const kindsOf = (changes: Partial<WriteOutcome>) =>
		judgeWrite({
			fault: { verdict: 'unknown' },
			row: {},
			claim: said('unknown'),
			times: 0,
			...changes,
		}).map(({ kind }) => kind);

	it.each<[string, Partial<WriteOutcome>, string[]]>([
		['an unknown verdict before the service acted', {}, []],
		['an unknown verdict after the service acted', { times: 1 }, []],
		['a success that is one', { claim: said('done'), times: 1 }, []],
		['a success without an act', { claim: said('done') }, ['wrong success']],
		['an item that vanished', { claim: said('vanished'), times: 1 }, ['wrong success']],
		['a second act', { times: 2 }, ['sent twice']],
		['a refusal after an act', { claim: said('refused'), times: 1 }, ['unmarked unknown verdict']],
		['a refusal where nobody can know', { claim: said('refused') }, ['unmarked unknown verdict']],
		['a refused chunk before the last one', { claim: said('refused'), row: { isStep: true } }, []],
		['a refusal', { claim: said('refused'), fault: { verdict: 'refused' } }, []],
		['an unknown verdict after a refusal', { fault: { verdict: 'refused' } }, []],
		[
			'an unknown verdict after a success',
			{ fault: { verdict: 'done' }, times: 1 },
			['success not believed'],
		],
		['a node that does not end', { claim: said('hangs'), times: 1 }, ['hang']],
		[
			'an empty success of an endpoint that documents no other',
			{
				claim: said('done'),
				fault: { verdict: 'unknown', looksLike: 'empty' },
				row: { passesFor: ['empty'] },
			},
			[],
		],
	])('of %s is as the table says', (_, run, kinds) => {
		expect(kindsOf(run)).toEqual(kinds);
	});
});

describe('the verdict on a read', () => {
	const file = (text: string) => ({
		data: Buffer.from(text).toString('base64'),
		mimeType: 'application/pdf',
	});
	const expected = { json: [{ id: '1' }], files: { data: Buffer.from('whole') } };

	it.each<[string, INodeExecutionData[], string[]]>([
		['the right data and file', [{ json: { id: '1' }, binary: { data: file('whole') } }], []],
		['other data', [{ json: {}, binary: { data: file('whole') } }], ['wrong success']],
		['half a file', [{ json: { id: '1' }, binary: { data: file('who') } }], ['short file']],
		['no file', [{ json: { id: '1' } }], ['short file']],
		['nothing', [], ['wrong success', 'short file']],
	])('of %s is as the service has it', async (_, items, kinds) => {
		const problems = await judgeRead(resultOf(items), expected, { verdict: 'unknown' });
		expect(problems.map(({ kind }) => kind)).toEqual(kinds);
	});

	it('is no problem for an error, unless the fault must not matter', async () => {
		const result = resultOf([], { message: 'No' });
		expect(await judgeRead(result, expected, { verdict: 'unknown' })).toEqual([]);
		expect(await judgeRead(result, expected, { verdict: 'done' })).toMatchObject([
			{ kind: 'success not believed' },
		]);
	});
});
