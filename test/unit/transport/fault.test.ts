import {
	faultOfAnswer,
	faultOfConnection,
	isBrokenConnection,
} from '../../../nodes/Signaturit/transport/fault';

describe('faultOfAnswer', () => {
	it("keeps the service's words and its details given as an object", () => {
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

	it("keeps the service's details given as a list", () => {
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
	])("reads OAuth's shape %j", (body, message) => {
		expect(faultOfAnswer(401, JSON.stringify(body))).toMatchObject({ httpCode: '401', message });
	});

	it.each(['<html><body><h1>502 Bad Gateway</h1></body></html>', '', 'null', '[]', '{"a":'])(
		'says of %j that it came from a gateway, and does not quote it',
		(body) => {
			const fault = faultOfAnswer(502, body);
			expect(fault.message).toBe(
				'Signaturit could not be reached properly: a gateway answered HTTP 502',
			);
			expect(fault.description).toContain('Wait a moment');
		},
	);

	it('sends the user to the credential when the address redirects', () => {
		expect(faultOfAnswer(302, '')).toMatchObject({
			message: "Signaturit's address redirects elsewhere (HTTP 302)",
			description: expect.stringContaining('credential'),
		});
	});
});

describe('faultOfConnection', () => {
	it('says that nothing was sent when there was no connection', () => {
		expect(faultOfConnection('ECONNREFUSED', true).description).toContain('Nothing was sent');
	});

	it('warns against sending twice when a writing request broke off', () => {
		const { message, description } = faultOfConnection('ECONNRESET', true);
		expect(description).toContain('unknown whether the request was carried out');
		// n8n would replace a message that holds the code by advice to retry.
		expect(message).not.toContain('ECONNRESET');
	});

	it('proposes to try again when a reading request broke off', () => {
		expect(faultOfConnection('ECONNRESET', false).description).toContain('Try again');
	});
});

describe('isBrokenOff', () => {
	it('tells a broken connection from a full disk', () => {
		expect(isBrokenConnection('ECONNRESET')).toBe(true);
		expect(isBrokenConnection('ENOSPC')).toBe(false);
		expect(isBrokenConnection(undefined)).toBe(false);
	});
});
