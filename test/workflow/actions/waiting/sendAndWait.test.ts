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
