import {
	connectionCode,
	faultOfConnection,
	isBrokenConnection,
} from '../../../nodes/Signaturit/transport/fault';

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
