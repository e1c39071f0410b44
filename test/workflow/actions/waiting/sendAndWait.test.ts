import { WAIT_INDEFINITELY, type INodeParameters } from 'n8n-workflow';
import { runNode } from '../../engine/engine';
import { byId, createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const local = localService();
let pdf: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A contract');
});

const run = async (changes: INodeParameters = {}, settings = {}) =>
	await runNode({
		parameters: createParameters({ operation: 'sendAndWait', ...changes }),
		credential: local.credential,
		items: [await itemWithPdf('contract.pdf', pdf)],
		...settings,
	});

/** As `run`, with an item for each of these rows. */
const rowsOf = async (rows: readonly object[], changes: INodeParameters, settings = {}) => {
	const file = await itemWithPdf('contract.pdf', pdf);
	return await run(changes, { ...settings, items: rows.map((json) => ({ ...file, json })) });
};

const posts = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'POST');

const interval = { limitType: 'afterTimeInterval' };
const limitedTo = (values: INodeParameters) => ({ options: { limitWaitTime: { values } } });

/** Until when n8n lets the execution sleep. */
const sleepsUntil = (record: unknown) => (record as { waitTill?: Date }).waitTill;

describe('Send and Wait for Signature', () => {
	it('sends the request with the address of the execution, and the mark of the workflow', async () => {
		const trigger = {
			workflowId: 'workflow-1',
			nodeName: 'Start',
			resource: 'signature',
			url: 'http://127.0.0.1:9/webhook/1/events.json',
			address: 'f'.repeat(32),
		};
		const { error, record } = await run({}, { staticData: { signaturitTriggers: { n: trigger } } });
		expect(error).toBeUndefined();
		const [post] = await posts();
		const { events_url: url, data } = post?.body as { events_url: string; data: object };
		expect(url).toMatch(/^http:\/\/n8n\.test\/webhook-waiting\/1\/.*[?&]signature=/);
		expect(Object.keys(data).sort()).toEqual([
			'n8n_address',
			'n8n_contents',
			'n8n_reference',
			'n8n_trigger',
			'n8n_waits',
		]);
		expect(sleepsUntil(record)).toEqual(WAIT_INDEFINITELY);
	});

	it('names the nearest templates when one is not there, and does not sleep', async () => {
		const templates = { template: [{ id: byId('Consent') }] };
		const { error, record } = await run({ source: 'templates', templates });
		expect(error?.description).toContain('There is no template "Consent". There is "#Consent"');
		expect(sleepsUntil(record)).toBeUndefined();
	});

	it.each<[string, INodeParameters, number]>([
		['a day after the request expires', { options: { expireTime: 3 } }, 4 * 24 * 60],
		[
			'the time that is given',
			limitedTo({ ...interval, resumeAmount: 90, resumeUnit: 'minutes' }),
			90,
		],
		['the default of the limit', limitedTo({}), 60],
	])('sleeps until %s', async (_, changes, minutes) => {
		const from = Date.now();
		const { record } = await run(changes);
		const until = sleepsUntil(record)?.getTime() ?? 0;
		expect(until).toBeGreaterThanOrEqual(from + minutes * 60_000);
		expect(until).toBeLessThanOrEqual(Date.now() + minutes * 60_000);
	});

	describe('with a Limit Wait Time for each row', () => {
		const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
		const atDates = (dates: readonly unknown[], values: INodeParameters = {}, settings = {}) =>
			rowsOf(
				dates.map((until) => ({ until })),
				limitedTo({
					limitType: 'atSpecifiedTime',
					maxDateAndTime: '={{ $json.until }}',
					...values,
				}),
				settings,
			);
		const warnings = (hints: readonly string[]) =>
			hints.filter((hint) => hint.includes('the earliest Limit Wait Time'));

		it('sleeps until the earliest, and names the rows that would wait longer', async () => {
			const [near, far] = [inHours(1), inHours(1_000)];
			const { record, hints } = await atDates([far, near, far]);
			expect(sleepsUntil(record)).toEqual(new Date(near));
			expect(warnings(hints)).toEqual([
				`The execution sleeps once, so the earliest Limit Wait Time holds for all rows: that of row 2, ${near}. Rows 1, 3 would wait longer`,
			]);
			expect(await posts()).toHaveLength(3);
		});

		it('says nothing of rows that differ by less than a minute', async () => {
			const [near, far] = [inHours(1), inHours(1.01)];
			const { record, hints } = await atDates([far, near]);
			expect(sleepsUntil(record)).toEqual(new Date(near));
			expect(warnings(hints)).toEqual([]);
		});

		it('says nothing of rows with the same interval', async () => {
			const hour = limitedTo({ ...interval, resumeAmount: 1, resumeUnit: 'hours' });
			expect(warnings((await rowsOf([{}, {}, {}], hour)).hints)).toEqual([]);
		});

		it.each([
			['no date', 'soon', /Max Date and Time "soon" must be a date/],
			['past', '2020-01-01', /Limit Wait Time is past already/],
		])('sends nothing when that of the second row is %s', async (_, second, message) => {
			const { error, record } = await atDates([inHours(1), second]);
			expect(error?.message).toMatch(message);
			expect(error?.message).toMatch(/^Row 2 of 2: /);
			expect(sleepsUntil(record)).toBeUndefined();
			expect(await posts()).toEqual([]);
		});

		it('waits for the others with Continue On Fail, by their limits', async () => {
			const far = inHours(1_000);
			const settings = { onError: 'continueRegularOutput' };
			const { record, hints } = await atDates(['soon', far], {}, settings);
			expect(sleepsUntil(record)).toEqual(new Date(far));
			expect(warnings(hints)).toEqual([]);
			expect(await posts()).toHaveLength(1);
		});

		it('does not count the limit of a row that could not be sent', async () => {
			const far = inHours(1_000);
			await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
			const settings = { onError: 'continueRegularOutput' };
			const { record, hints } = await atDates([inHours(1), far], {}, settings);
			expect(sleepsUntil(record)).toEqual(new Date(far));
			expect(warnings(hints)).toEqual([]);
		});
	});

	it.each([
		['Attach Files', 'attachFiles', [['signed'], 'everything']],
		['Stop Waiting If an Email Bounces', 'stopIfBounced', [true, 'perhaps']],
	])('sends nothing when %s of the second row is not valid', async (name, option, values) => {
		const options = { [option]: '={{ $json.value }}' };
		const { error } = await rowsOf(
			values.map((value) => ({ value })),
			{ options },
		);
		expect(error?.message).toContain(`${name} "${String(values[1])}"`);
		expect(await posts()).toEqual([]);
	});

	it('sleeps until a date', async () => {
		const maxDateAndTime = '2099-01-01T10:00:00.000Z';
		const { record } = await run(limitedTo({ limitType: 'atSpecifiedTime', maxDateAndTime }));
		expect(sleepsUntil(record)).toEqual(new Date(maxDateAndTime));
	});

	it.each<[string, INodeParameters, RegExp]>([
		[
			'it is delivered by URL, which nobody would get',
			{ options: { deliveryType: 'url' } },
			/^Delivery Type cannot be URL here$/,
		],
		[
			'the limit is no time',
			limitedTo({ limitType: 'atSpecifiedTime', maxDateAndTime: 'soon' }),
			/^Max Date and Time "soon" must be a date, e\.g\. 2026-03-31$/,
		],
		[
			'the limit is later than n8n can store',
			limitedTo({ ...interval, resumeAmount: 999_999_999, resumeUnit: 'days' }),
			/after the year 2999/,
		],
		['the input is invalid', { recipients: {} }, /Recipients/],
	])('sends nothing when %s, and does not sleep', async (_, changes, message) => {
		const { error, record } = await run(changes);
		expect(error?.message).toMatch(message);
		expect(sleepsUntil(record)).toBeUndefined();
		expect(await posts()).toEqual([]);
	});

	it('says that n8n could not reach its own address, and sends all the same', async () => {
		const { hints } = await run();
		expect(hints).toEqual([
			expect.stringContaining(
				'n8n could not reach its own address http://n8n.test (nobody answered)',
			),
		]);
		expect(await posts()).toHaveLength(1);
	});

	it('sends nothing when Signaturit cannot reach n8n, and says what to do instead', async () => {
		const { error } = await run({}, { credential: { environment: 'sandbox', accessToken: 'x' } });
		expect(error?.message).toBe(
			'Signaturit cannot reach this n8n, so the workflow would not go on: http://n8n.test is a name inside its own network',
		);
		expect(error?.description).toContain('Polling Only');
	});

	it('does not sleep when all items have failed', async () => {
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		const { items, record } = await run({}, { onError: 'continueRegularOutput' });
		expect(items[0]?.json).toHaveProperty('error.verdict', 'refused');
		expect(sleepsUntil(record)).toBeUndefined();
	});
});
