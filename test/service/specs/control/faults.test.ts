import timers from 'node:timers/promises';

import { ADA } from '../../../people';
import { rigForEach } from '../support/rig';
import { answer, createSignature, documentPath, recipients } from '../support/wire';

/** The delays that the service has begun; each lasts until the test ends it. */
const delays: Array<{ ms: number; end: () => void }> = [];
const wait = jest.spyOn(timers, 'setTimeout').mockImplementation(async <T>(ms = 0, value?: T) => {
	await new Promise<void>((end) => delays.push({ ms, end }));
	return value as T;
});
afterAll(() => wait.mockRestore());

const rig = rigForEach();

const COUNT = '/v3/signatures/count.json';
const TEMPLATE = { ...recipients(ADA), 'templates[0]': '#NDA' };
const count = async () => (await rig.http.get<{ count: number }>(COUNT)).data.count;

/** Resolves when the first fault has hit a request. */
async function faultHit(): Promise<void> {
	while ((await rig.control.faults.list())[0]?.hits === 0);
}

describe('faults', () => {
	test('a 429 fault answers with Retry-After for the given number of requests', async () => {
		await rig.control.faults.add({ kind: 'status', status: 429, retryAfterSeconds: 7, times: 2 });
		for (const status of [429, 429, 200]) {
			const response = await rig.http.get(COUNT);
			expect(response.status).toBe(status);
			expect(response.headers['retry-after']).toBe(status === 429 ? '7' : undefined);
		}
		expect(await rig.control.faults.list()).toMatchObject([{ kind: 'status', hits: 2 }]);
	});

	test('a 500 fault answers the documented error body, a 502 fault an HTML page', async () => {
		await rig.control.faults.add({ kind: 'status', status: 500, message: 'Broken' });
		expect(answer(await rig.http.get(COUNT))).toEqual({
			status: 500,
			data: { status_code: 500, message: 'Broken' },
		});
		await rig.control.faults.add({ kind: 'status', status: 502 });
		const response = await rig.http.get(COUNT);
		expect(response.headers['content-type']).toContain('text/html');
		expect(response.data).toContain('<h1>502 Bad Gateway</h1>');
	});

	test('a fault hits only the given method and path, after the skipped requests', async () => {
		const where = { method: 'get', path: '/count', skip: 1, times: 0 };
		await rig.control.faults.add({ kind: 'status', status: 503, ...where });
		expect((await rig.http.get('/v3/templates.json')).status).toBe(200);
		const statuses = [];
		for (let n = 0; n < 3; n += 1) statuses.push((await rig.http.get(COUNT)).status);
		expect(statuses).toEqual([200, 503, 503]);
		await rig.control.faults.clear();
		expect((await rig.http.get(COUNT)).status).toBe(200);
	});

	test('a latency fault delays the answer', async () => {
		await rig.control.faults.add({ kind: 'latency', ms: 60 });
		let answered = false;
		const delayed = rig.http.get(COUNT).finally(() => (answered = true));
		await faultHit();
		expect(delays.map(({ ms }) => ms)).toEqual([60]);
		expect((await rig.http.get(COUNT)).status).toBe(200);
		expect(answered).toBe(false);
		delays[0]?.end();
		expect((await delayed).status).toBe(200);
	});

	test.each([
		['reset_before', 0],
		['reset_after', 1],
	] as const)('a %s fault breaks the connection and creates %i requests', async (kind, made) => {
		await rig.control.faults.add({ kind });
		const request = rig.http.post('/v3/signatures.json', new URLSearchParams(TEMPLATE));
		await expect(request).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await count()).toBe(made);
	});

	test('a truncated download announces its whole length and breaks off', async () => {
		const path = documentPath(await createSignature(rig), 'download/sent');
		await rig.control.faults.add({ kind: 'truncate', path: 'download' });
		await expect(rig.http.get(path, { responseType: 'arraybuffer' })).rejects.toThrow('aborted');
		expect((await rig.http.get(path, { responseType: 'arraybuffer' })).status).toBe(200);
	});
});
