import axios from 'axios';

import { answer, bench, type Bench } from './harness';

let b: Bench;
beforeEach(async () => {
	b = await bench();
});
afterEach(() => b.close());

describe('access tokens', () => {
	test.each([
		['no token', undefined, 'access_denied'],
		['a wrong token', 'Bearer wrong', 'invalid_grant'],
		['another scheme than Bearer', 'Basic dGVzdA==', 'access_denied'],
	])('a request with %s answers 401 in the OAuth shape', async (_what, authorization, error) => {
		const response = await axios.get(`${b.service.url}/v3/signatures/count.json`, {
			headers: authorization ? { authorization } : {},
			validateStatus: () => true,
			proxy: false,
		});
		expect(answer(response)).toEqual({
			status: 401,
			data: { error, error_description: expect.any(String) },
		});
	});

	test('log lines and logged requests contain no token', async () => {
		await b.close();
		const lines: string[] = [];
		b = await bench({ log: (line) => lines.push(line), token: 'my-secret-token' });
		await b.http.get('/v3/signatures/count.json');
		await b.http.get('/v3/signatures.json?access_token=my-secret-token');
		await b.control.settled();
		const log = JSON.stringify([lines, (await b.control.requests()).map((item) => item.headers)]);
		expect(lines).toHaveLength(2);
		expect(log).not.toContain('my-secret-token');
		expect(log).not.toContain(b.service.controlToken);
	});
});
