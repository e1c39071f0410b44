import {
	connectionCode,
	faultOfAnswer,
	faultOfConnection,
	faultOfContent,
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

	it.each([
		['null', null],
		['missing', undefined],
		['an empty text', ''],
		['a list of nothing', [null, '', []]],
	])('has no description when the details are %s', (_, details) => {
		const body = { message: 'Invalid pdf', error_details: details };
		expect(faultOfAnswer(400, JSON.stringify(body)).description).toBe('');
	});

	it.each([[''], [null]])('leaves out the detail %j between others', (empty) => {
		const body = { message: 'Invalid pdf', error_details: ['a.txt', empty, 'b.txt'] };
		expect(faultOfAnswer(400, JSON.stringify(body)).description).toBe('a.txt\nb.txt');
	});

	it('lists several values of one detail on one line', () => {
		const body = {
			message: 'Invalid pdf',
			error_details: { files: ['a.txt', null, 'b.txt'], size: 0 },
		};
		expect(faultOfAnswer(400, JSON.stringify(body)).description).toBe(
			'files: a.txt, b.txt\nsize: 0',
		);
	});

	it.each([
		[400, 'Check the environment and the Base URL in the credential.'],
		[499, 'Check the environment and the Base URL in the credential.'],
		[500, 'Wait a moment, then try again.'],
		[503, 'Wait a moment, then try again.'],
	])('says what to do when a gateway answers %d', (status, advice) => {
		expect(faultOfAnswer(status, '<html></html>')).toEqual({
			httpCode: String(status),
			message: `Signaturit could not be reached properly: a gateway answered HTTP ${status}`,
			description: `The answer did not come from Signaturit itself. ${advice}`,
		});
	});

	it("names the credential when the service's address redirects", () => {
		expect(faultOfAnswer(302, '')).toMatchObject({
			message: "Signaturit's address redirects elsewhere (HTTP 302)",
			description: expect.stringContaining('credential'),
		});
	});
});

describe('faultOfContent', () => {
	it('says what was expected and where to look', () => {
		expect(faultOfContent('a list')).toEqual({
			message: "Signaturit's address answered with something other than a list",
			description: 'Check the environment and the Base URL in the credential.',
		});
	});
});

describe('connectionCode', () => {
	it.each([
		['the error itself', { code: 'ECONNRESET' }],
		['its cause', { cause: { code: 'ECONNRESET' } }],
		["n8n's httpCode", { httpCode: 'ECONNRESET' }],
	])('reads the code of %s', (_, properties) => {
		expect(connectionCode(Object.assign(new Error('failed'), properties))).toBe('ECONNRESET');
	});

	it.each(['EAI_AGAIN', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP2_ERROR', 'E2BIG'])(
		'recognises the code %s',
		(code) => {
			expect(connectionCode({ code })).toBe(code);
		},
	);

	it.each([
		'404',
		'4XX',
		'E',
		'not found',
		'ECONNRESET: failed',
		'read ECONNRESET',
		'E-1',
		'_E',
		7,
		null,
	])('takes %j for no code', (code) => {
		expect(connectionCode({ code })).toBeUndefined();
		expect(connectionCode({ cause: { code } })).toBeUndefined();
		expect(connectionCode({ httpCode: code })).toBeUndefined();
	});

	it.each([undefined, null, 'ECONNRESET', new Error('ECONNRESET')])(
		'is undefined for the error %p, which has no code',
		(error) => {
			expect(connectionCode(error)).toBeUndefined();
		},
	);
});

describe('faultOfConnection', () => {
	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('says that nothing was sent after %s, whether the request reads or writes', (code) => {
		const fault = {
			message: 'Signaturit cannot be reached',
			description: `Nothing was sent (${code}). Check the network and, for a custom environment, the Base URL in the credential.`,
		};
		expect(faultOfConnection(code, true)).toEqual(fault);
		expect(faultOfConnection(code, false)).toEqual(fault);
	});

	it.each(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE'])(
		'tells reading and writing requests apart after %s',
		(code) => {
			expect(faultOfConnection(code, false)).toEqual({
				message: 'The connection to Signaturit broke off before the answer was complete',
				description: `Try again (${code}).`,
			});
			expect(faultOfConnection(code, true)).toEqual({
				message: 'The connection to Signaturit broke off before the answer arrived',
				description: `It is unknown whether the request was carried out (${code}). Look in Signaturit before you run this again, so that nothing is sent twice.`,
			});
		},
	);

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
	it.each(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'])(
		'is true for %s',
		(code) => {
			expect(isBrokenConnection(code)).toBe(true);
		},
	);

	it('is true for ECONNRESET, and false for a full disk and for no code', () => {
		expect(isBrokenConnection('ECONNRESET')).toBe(true);
		expect(isBrokenConnection('ENOSPC')).toBe(false);
		expect(isBrokenConnection(undefined)).toBe(false);
	});
});
