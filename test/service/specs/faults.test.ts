import axios from 'axios';

import { controlClient } from '../control/client';
import { answer, benchForEach, create, recipients } from './harness';

const b = benchForEach();

const COUNT = '/v3/signatures/count.json';
const TEMPLATE = { ...recipients('ana@example.com'), 'templates[0]': '#NDA' };
const count = async () => (await b.http.get<{ count: number }>(COUNT)).data.count;

describe('faults', () => {
	test('a 429 fault answers with Retry-After for the given number of requests', async () => {
		await b.control.faults.add({ kind: 'status', status: 429, retryAfterSeconds: 7, times: 2 });
		for (const status of [429, 429, 200]) {
			const response = await b.http.get(COUNT);
			expect(response.status).toBe(status);
			expect(response.headers['retry-after']).toBe(status === 429 ? '7' : undefined);
		}
		expect(await b.control.faults.list()).toMatchObject([{ kind: 'status', hits: 2 }]);
	});

	test('a 500 fault answers the documented error body, a 502 fault an HTML page', async () => {
		await b.control.faults.add({ kind: 'status', status: 500, message: 'Broken' });
		expect(answer(await b.http.get(COUNT))).toEqual({
			status: 500,
			data: { status_code: 500, message: 'Broken' },
		});
		await b.control.faults.add({ kind: 'status', status: 502 });
		const response = await b.http.get(COUNT);
		expect(response.headers['content-type']).toContain('text/html');
		expect(response.data).toContain('<h1>502 Bad Gateway</h1>');
	});

	test('a fault hits only the given method and path, after the skipped requests', async () => {
		await b.control.faults.add({
			kind: 'status',
			status: 503,
			method: 'get',
			path: '/count',
			skip: 1,
			times: 0,
		});
		expect((await b.http.get('/v3/templates.json')).status).toBe(200);
		const statuses = [];
		for (let n = 0; n < 3; n += 1) statuses.push((await b.http.get(COUNT)).status);
		expect(statuses).toEqual([200, 503, 503]);
		await b.control.faults.clear();
		expect((await b.http.get(COUNT)).status).toBe(200);
	});

	test('a latency fault delays the answer', async () => {
		await b.control.faults.add({ kind: 'latency', ms: 60 });
		const started = performance.now();
		expect((await b.http.get(COUNT)).status).toBe(200);
		expect(performance.now() - started).toBeGreaterThan(55);
	});

	test.each([
		['reset_before', 0],
		['reset_after', 1],
	] as const)('a %s fault breaks the connection and creates %i requests', async (kind, made) => {
		await b.control.faults.add({ kind });
		const request = b.http.post('/v3/signatures.json', new URLSearchParams(TEMPLATE));
		await expect(request).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await count()).toBe(made);
	});

	test('a truncated download announces its whole length and breaks off', async () => {
		const { id, documents } = await create(b, recipients('ana@example.com'));
		const path = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/sent`;
		await b.control.faults.add({ kind: 'truncate', path: 'download' });
		await expect(b.http.get(path, { responseType: 'arraybuffer' })).rejects.toThrow('aborted');
		expect((await b.http.get(path, { responseType: 'arraybuffer' })).status).toBe(200);
	});
});

describe('control interface', () => {
	test('the control interface refuses the access token, and the API the control token', async () => {
		const stranger = controlClient({ url: b.service.url, controlToken: b.service.token });
		await expect(stranger.settled()).rejects.toThrow('401');
		const response = await axios.get(`${b.service.url}${COUNT}`, {
			headers: { authorization: `Bearer ${b.service.controlToken}` },
			validateStatus: () => true,
			proxy: false,
		});
		expect(response.status).toBe(401);
	});

	test('a control command with invalid input or an unknown document is refused', async () => {
		const wrong = b.control.seed({ count: 0 });
		await expect(wrong).rejects.toThrow('count: Number must be greater than or equal to 1');
		await expect(b.control.sign({ documentId: 'none' })).rejects.toThrow('Document not found');
	});

	test('the request log has decoded bodies, with files described instead of their bytes', async () => {
		await create(b, recipients('ana@example.com'));
		await b.http.get(`${COUNT}?status=ready`);
		const [first, second] = await b.control.requests();
		expect(first).toMatchObject({
			method: 'POST',
			path: '/v3/signatures.json',
			status: 201,
			body: {
				recipients: [{ email: 'ana@example.com', name: 'ana' }],
				files: [
					{
						name: 'contract.pdf',
						type: 'application/pdf',
						size: expect.any(Number),
						sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
					},
				],
			},
		});
		expect(first?.headers).not.toHaveProperty('authorization');
		expect(second).toMatchObject({ method: 'GET', query: { status: 'ready' }, status: 200 });
		await b.control.clearRequests();
		expect(await b.control.requests()).toEqual([]);
	});
});
