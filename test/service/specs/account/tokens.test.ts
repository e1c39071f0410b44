import axios from 'axios';

import { type Rig, startRig } from '../support/rig';
import { answer } from '../support/wire';

let rig: Rig;
beforeEach(async () => {
	rig = await startRig();
});
afterEach(() => rig.close());

describe('access tokens', () => {
	test.each([
		['no token', undefined, 'access_denied'],
		['a wrong token', 'Bearer wrong', 'invalid_grant'],
		['another scheme than Bearer', 'Basic dGVzdA==', 'access_denied'],
	])('a request with %s answers 401 in the OAuth shape', async (_what, authorization, error) => {
		const response = await axios.get(`${rig.service.url}/v3/signatures/count.json`, {
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
		await rig.close();
		const lines: string[] = [];
		rig = await startRig({ log: (line) => lines.push(line), token: 'my-secret-token' });
		await rig.http.get('/v3/signatures/count.json');
		await rig.http.get('/v3/signatures.json?access_token=my-secret-token');
		await rig.control.settled();
		const log = JSON.stringify([lines, (await rig.control.requests()).map((item) => item.headers)]);
		expect(lines).toHaveLength(2);
		expect(log).not.toContain('my-secret-token');
		expect(log).not.toContain(rig.service.controlToken);
	});
});
