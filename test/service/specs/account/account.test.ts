import axios from 'axios';

import { rigForEach, startRig } from '../support/rig';
import { answer, form, refusal } from '../support/wire';

const rig = rigForEach();

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
		const lines: string[] = [];
		const logged = await startRig({ log: (line) => lines.push(line), token: 'my-secret-token' });
		try {
			await logged.http.get('/v3/signatures/count.json');
			await logged.http.get('/v3/signatures.json?access_token=my-secret-token');
			await logged.control.settled();
			const headers = (await logged.control.requests()).map((item) => item.headers);
			expect(lines).toHaveLength(2);
			expect(JSON.stringify([lines, headers])).not.toContain('my-secret-token');
			expect(JSON.stringify([lines, headers])).not.toContain(logged.service.controlToken);
		} finally {
			await logged.close();
		}
	});
});

describe('the credits of the account', () => {
	test('are answered as a list, with those that are left', async () => {
		await rig.control.settings({ credits: 3 });
		const year = new Date().getUTCFullYear();
		expect(answer(await rig.http.get('/v3/account/credits.json'))).toEqual({
			status: 200,
			data: [
				{
					type: 'advanced',
					period: 'year',
					quantity: 1_000,
					usedCredits: 997,
					remainingCredits: 3,
					currentPeriod: { from: `${year}-01-01`, to: `${year}-12-31` },
				},
			],
		});
	});

	test('take no parameters', async () => {
		expect((await rig.http.get('/v3/account/credits.json?type=advanced')).status).toBe(400);
	});
});

test('enrolling a device answers a code, and removing one answers 204', async () => {
	const code = await rig.http.get('/v3/account/enrollment-code');
	expect(code.data).toEqual({ code: expect.stringMatching(/^\d{6}$/) });
	expect((await rig.http.delete('/v3/account/devices/d1')).status).toBe(204);
});

describe('photo ID', () => {
	const validate = async (fields: Record<string, string>, ...sides: string[]) => {
		const photos = sides.map((field) => ({
			field,
			name: `${field}.jpg`,
			bytes: Buffer.from('a photo'),
			type: 'image/jpeg',
		}));
		return answer(await rig.http.post('/v3/photoid/validate.json', form(fields, photos)));
	};

	test('takes the front alone, which is that of a Spanish ID card unless told otherwise', async () => {
		expect(await validate({}, 'front')).toMatchObject({
			status: 200,
			data: {
				data: { document_type: 'ID', document_country: 'ESP' },
				validations: { front: true },
			},
		});
	});

	test('takes both sides of any document', async () => {
		const fields = { document_type: 'RP', document_country: 'FRA' };
		const { data } = await validate(fields, 'front', 'back');
		expect(data).toMatchObject({ data: fields, validations: { front: true, back: true } });
	});

	test.each([
		[{ document_type: 'ID' }, [], 'Invalid front'],
		[{ document_type: 'XX' }, ['front'], 'Invalid document_type'],
		[{ document_country: 'ES' }, ['front'], 'Invalid document_country'],
		[{ side: 'front' }, ['front'], 'Unknown parameter side'],
	])('refuses %j with the photos %j: "%s"', async (fields, sides, message) => {
		const given = fields as unknown as Record<string, string>;
		expect(await validate(given, ...sides)).toMatchObject(refusal(message));
	});
});
