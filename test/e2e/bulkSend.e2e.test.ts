import { BulkScenario, type ReportedRow } from './bulkSend/bulkScenario';

const IS_LARGE = process.env.BULK === 'large';
const ROWS = IS_LARGE ? 1_000 : 100;
/** As in the example. */
const AT_ONCE = 10;

let scenario: BulkScenario;

beforeAll(async () => {
	scenario = await BulkScenario.start(ROWS);
});

afterAll(async () => await scenario?.stack.stop());

const countOf = (rows: ReportedRow[], result: ReportedRow['result']) =>
	rows.filter((row) => row.result === result).length;

/** Spoils creations: too many requests; answers that are lost, or late, after the service has acted. */
async function disturb(): Promise<void> {
	const { faults } = scenario.stack.control;
	const share = (part: number) => Math.ceil((ROWS * part) / 100);
	const creation = { method: 'POST', path: '/v3/signatures.json' };
	// Each costs its row two minutes: it is looked for before it is sent once more.
	const busy = Math.min(share(5), AT_ONCE);
	await faults.add({ ...creation, kind: 'status', status: 429, times: busy, skip: share(3) });
	await faults.add({ ...creation, kind: 'reset_after', times: share(4), skip: share(20) });
	await faults.add({
		...creation,
		kind: 'late_answer',
		ms: 60_000,
		times: share(2),
		skip: share(30),
	});
	// What the service has not done is looked for during two minutes.
	if (!IS_LARGE) return;
	await faults.add({ ...creation, kind: 'status', status: 503, times: 10, skip: share(40) });
	await faults.add({ ...creation, kind: 'reset_before', times: 10, skip: share(50) });
}

describe('the example that sends to all rows of a table', () => {
	it('sends one request for each row, whatever the network does and although n8n is killed, when it is run again', async () => {
		const { control } = scenario.stack;
		await disturb();
		// Those in flight are carried out, but not answered when n8n is killed.
		await control.faults.add({
			kind: 'late_answer',
			method: 'POST',
			ms: 60_000,
			times: AT_ONCE,
			skip: Math.floor(ROWS / 2),
		});
		const late = async () => await scenario.hits('late_answer');
		await scenario.runAndKill(async () => (await late()) >= AT_ONCE + Math.ceil(ROWS / 50));
		if (IS_LARGE) {
			for (const part of [0.6, 0.8]) {
				await disturb();
				await scenario.runAndKill(async () => (await scenario.references()).length > ROWS * part);
			}
		}
		const before = (await scenario.references()).length;
		expect(before).toBeLessThan(ROWS);

		await disturb();
		const report = await scenario.run();
		expect(report).toHaveLength(ROWS);
		expect(countOf(report, 'reused')).toBeGreaterThanOrEqual(before);
		await control.faults.clear();

		const last = await scenario.run();
		expect(last.filter(({ result }) => result !== 'reused' && result !== 'sent')).toEqual([]);
		const references = await scenario.references();
		expect(new Set(references).size).toBe(ROWS);
		expect(references).toHaveLength(ROWS);
		expect(new Set(last.map(({ id }) => id)).size).toBe(ROWS);
	});

	it('reports a row that is refused, with the reason, and sends the others', async () => {
		const { control } = scenario.stack;
		// A new process looks for each reference in the list.
		await scenario.stack.restartN8n();
		await control.clearRequests();
		await control.faults.add({
			kind: 'status',
			status: 403,
			method: 'GET',
			path: '/v3/signatures.json',
			times: 2,
			message: 'The user is banned',
		});
		const report = await scenario.run();
		const refused = report.filter(({ result }) => result === 'refused');
		expect(refused.map(({ reason }) => reason)).toEqual([
			expect.stringContaining('The user is banned'),
			expect.stringContaining('so nothing was sent'),
		]);
		expect(countOf(report, 'reused')).toBe(ROWS - 2);
		expect((await control.requests()).some(({ method }) => method === 'POST')).toBe(false);
	});
});
