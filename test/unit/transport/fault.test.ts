import {
	faultOfAnswer,
	faultOfConnection,
	isBrokenConnection,
} from '../../../nodes/Signaturit/transport/fault';

describe('faultOfAnswer', () => {
	it("keeps the service's message, and details given as an object", () => {
		const body = {
			status_code: 400,
			message: 'Invalid recipient email address',
			error_details: { 'invalid email': 'nobody@' },
		};
		expect(faultOfAnswer(400, JSON.stringify(body))).toEqual({
			httpCode: '400',
			message: 'Invalid recipient email address',
			description: 'invalid email: nobody@',
		});
	});

	it("keeps the service's details given as a list, one per line", () => {
		const body = {
			status_code: 400,
			message: 'Invalid pdf',
			error_details: ['a.txt: no', 'b.txt'],
		};
		expect(faultOfAnswer(400, JSON.stringify(body)).description).toBe('a.txt: no\nb.txt');
	});

	it.each([
		[{ error: 'invalid_grant', error_description: 'The token is invalid' }, 'The token is invalid'],
		[{ error: 'invalid_grant', error_message: 'Wrong token' }, 'Wrong token'],
		[{ error: 'invalid_grant' }, 'invalid_grant'],
	])('reads the message of the OAuth error %j', (body, message) => {
		expect(faultOfAnswer(401, JSON.stringify(body))).toMatchObject({ httpCode: '401', message });
	});

	it.each(['<html><body><h1>502 Bad Gateway</h1></body></html>', '', 'null', '[]', '{"a":'])(
		'says that a gateway answered when the body is %j, without quoting the body',
		(body) => {
			const fault = faultOfAnswer(502, body);
			expect(fault.message).toBe(
				'Signaturit could not be reached properly: a gateway answered HTTP 502',
			);
			expect(fault.description).toContain('Wait a moment');
		},
	);

	it("names the credential when the service's address redirects", () => {
		expect(faultOfAnswer(302, '')).toMatchObject({
			message: "Signaturit's address redirects elsewhere (HTTP 302)",
			description: expect.stringContaining('credential'),
		});
	});
});

describe('faultOfConnection', () => {
	it('says that nothing was sent when no connection was made', () => {
		expect(faultOfConnection('ECONNREFUSED', true).description).toContain('Nothing was sent');
	});

	it('says that the outcome is unknown when the connection breaks during a writing request', () => {
		const { message, description } = faultOfConnection('ECONNRESET', true);
		expect(description).toContain('unknown whether the request was carried out');
		// n8n would replace a message that holds the code by advice to retry.
		expect(message).not.toContain('ECONNRESET');
	});

	it('suggests trying again when the connection breaks during a reading request', () => {
		expect(faultOfConnection('ECONNRESET', false).description).toContain('Try again');
	});
});

describe('isBrokenConnection', () => {
	it('is true for ECONNRESET, and false for a full disk and for no code', () => {
		expect(isBrokenConnection('ECONNRESET')).toBe(true);
		expect(isBrokenConnection('ENOSPC')).toBe(false);
		expect(isBrokenConnection(undefined)).toBe(false);
	});
});
