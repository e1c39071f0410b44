import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { propertyRuns } from '../../../unit/propertyRuns';
import { allSendings, checksOnService, fromRows, type Sending } from './checks';

const { local, memory, run, writes } = checksOnService();

const checkOnly = '={{ $json.check }}';

describe.each(allSendings)('%s with Check Only', (sending) => {
	it('sends nothing, writes nothing into n8n, does not sleep, and says that nothing was sent', async () => {
		const { json, error, hints, sleepsUntil, context } = await run(sending, {
			checkOnly: true,
			reference: `check of ${sending}`,
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([expect.objectContaining({ checkOnly: true, wouldSend: true })]);
		expect(json[0]).not.toHaveProperty('error');
		expect(Object.keys(json[0] ?? {}).length).toBeLessThanOrEqual(10);
		expect(hints).toContain('Nothing was sent, as Check Only is on. The row would be sent.');
		expect(await writes()).toEqual([]);
		expect(context).toEqual({});
		expect(memory.writes).toBe(0);
		expect(sleepsUntil).toBeUndefined();
	});

	it('leaves the way free for what is sent under the same Reference afterwards', async () => {
		const reference = `sent after a check of ${sending}`;
		await run(sending, { checkOnly: true, reference });
		const { error } = await run(sending, { checkOnly: false, reference });
		expect(error).toBeUndefined();
		expect(await writes()).toHaveLength(1);
	});

	it('tells the problems of all rows without failing, and n8n does not try again', async () => {
		const { json, error, errorItems, tries, hints } = await run(
			sending,
			{ checkOnly: true, reference: '={{ $json.reference }}' },
			[{ reference: '' }, { reference: 'fine' }, { reference: 'x'.repeat(65) }],
			{ retryOnFail: true, onError: 'continueErrorOutput' },
		);
		expect([error, errorItems, tries]).toEqual([undefined, [], 1]);
		expect(json.map(({ wouldSend }) => wouldSend)).toEqual([false, true, false]);
		expect(json[0]?.problems).toEqual([expect.stringMatching(/^Reference is empty/)]);
		expect(json[2]?.problems).toEqual([expect.stringMatching(/^Reference "x+…?" must be a line/)]);
		expect(hints.join('\n')).toContain('1 of 3 would be sent, 2 would not: rows 1, 3.');
		expect(await writes()).toEqual([]);
	});

	it.each([
		['a text', 'true'],
		['a text in capitals', 'TRUE'],
		['a number', 1],
		['a word of a spreadsheet', 'yes'],
	])('is on by %s', async (_, value) => {
		const { first } = await run(sending, { checkOnly }, [{ check: value }]);
		expect(first.checkOnly).toBe(true);
		expect(await writes()).toEqual([]);
	});

	it.each([
		['a boolean', false],
		['a text', 'false'],
		['a number', 0],
	])('is off by %s', async (_, value) => {
		const { error } = await run(sending, { checkOnly }, [{ check: value }]);
		expect(error).toBeUndefined();
		expect(await writes()).toHaveLength(1);
	});

	it.each([[''], [null], [undefined], ['maybe'], ['no?'], ['{}'], [2], [{}], [[]], [[false]]])(
		'refuses %j, and sends nothing',
		async (value) => {
			const { error } = await run(sending, { checkOnly }, [{ check: value as null }]);
			expect(error?.message).toMatch(/^Check Only .*must be true or false$/);
			expect(error?.description).toContain('An empty value does not count as off');
			expect(await writes()).toEqual([]);
		},
	);

	it('refuses an expression that fails', async () => {
		const { error } = await run(sending, { checkOnly: "={{ $('Nowhere').item.json.check }}" });
		expect(error).toBeDefined();
		expect(await writes()).toEqual([]);
	});

	it('sends nothing for any row if rows differ, also with Continue On Fail', async () => {
		const rows = [{ check: false }, { check: true }, { check: false }];
		const { error } = await run(sending, { checkOnly }, rows);
		expect(error?.message).toBe(
			'Check Only is on for row 2 and off for row 1, so no row was sent or checked',
		);
		const onError = 'continueRegularOutput';
		const { json } = await run(sending, { checkOnly }, rows, { onError });
		expect(json).toHaveLength(3);
		for (const { message } of json) expect(message).toContain('is on for row 2');
		expect(await writes()).toEqual([]);
	});

	it('rehearses what is run by hand, and sends what a trigger starts', async () => {
		const mode = "={{ $execution.mode === 'test' }}";
		expect((await run(sending, { checkOnly: mode })).first.checkOnly).toBe(true);
		expect(await writes()).toEqual([]);
		const { error } = await run(sending, { checkOnly: mode }, [{}], { mode: 'trigger' });
		expect(error).toBeUndefined();
		expect(await writes()).toHaveLength(1);
	});
});

describe('any mix of rows', () => {
	const value = fc.constantFrom<unknown>(
		true,
		'true',
		1,
		'on',
		false,
		'false',
		0,
		'',
		null,
		'no?',
		{},
	);
	const row = fc.record({
		check: value,
		email: fc.constantFrom('ada@example.com', 'ada', '', null),
		reference: fc.constantFrom('one', 'two', ''),
	});
	const OFF: unknown[] = [false, 'false', 0];

	it.each<Sending>(['create', 'sendAndWait', 'createEmail'])(
		'of %s writes nothing, unless Check Only is off in all of them',
		async (sending) => {
			const property = fc.asyncProperty(
				fc.array(row, { minLength: 1, maxLength: 4 }),
				fc.boolean(),
				async (rows, continues) => {
					fc.pre(!rows.every(({ check }) => OFF.includes(check)));
					await local.control.clearRequests();
					memory.writes = 0;
					const options = { checkOnly, reference: '={{ $json.reference }}' };
					const { context, sleepsUntil } = await run(sending, options, rows as IDataObject[], {
						more: fromRows,
						...(continues && { onError: 'continueRegularOutput' }),
					});
					expect([await writes(), context, memory.writes, sleepsUntil]).toEqual([
						[],
						{},
						0,
						undefined,
					]);
				},
			);
			await fc.assert(property, { numRuns: propertyRuns(25) });
		},
	);
});
