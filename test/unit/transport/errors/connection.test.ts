import {
	connectionCode,
	isBrokenAnswer,
	problemBeforeSending,
	problemOfConnection,
} from '../../../../nodes/Signaturit/transport/errors/connection';

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

	it.each([
		['write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:', 'EPROTO'],
		['write EPROTO 80:error:0A00010B:tls_validate_record_header:Wrong version number:', 'EPROTO'],
	])('is HTTPS_TO_HTTP for the error %j', (message, code) => {
		expect(connectionCode({ code, message })).toBe('HTTPS_TO_HTTP');
		expect(connectionCode({ cause: { code, message } })).toBe('HTTPS_TO_HTTP');
		expect(connectionCode({ httpCode: code, message })).toBe('HTTPS_TO_HTTP');
	});

	it.each([
		[
			'80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
			'ERR_SSL_WRONG_VERSION_NUMBER',
		],
		[
			'write EPROTO 80:error:0A000410:SSL routines:ssl3_read_bytes:alert handshake failure',
			'EPROTO',
		],
		['write EPROTO 80:error:0A00010B:wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER'],
		['80:error:0A00010B:ssl3_get_record:wrong version number', 'EPROTO'],
	])('keeps the code of the error %j, which may come after something was sent', (message, code) => {
		expect(connectionCode({ code, message })).toBe(code);
	});

	it.each([
		['read EHOSTUNREACH', 'EHOSTUNREACH', 'READ_EHOSTUNREACH'],
		['write ENETUNREACH', 'ENETUNREACH', 'WRITE_ENETUNREACH'],
		['connect EHOSTUNREACH 10.0.0.1:443', 'EHOSTUNREACH', 'EHOSTUNREACH'],
		['read ECONNRESET', 'ECONNRESET', 'ECONNRESET'],
		['connect ENETUNREACH 10.0.0.1:443 (to read ENETUNREACH)', 'ENETUNREACH', 'ENETUNREACH'],
	])('tells for "%s" with which call the connection failed', (message, code, expected) => {
		expect(connectionCode({ code, message })).toBe(expected);
		// n8n has put a message of its own in front.
		const replaced = { httpCode: code, message: 'No connection', messages: ['', message] };
		expect(connectionCode(replaced)).toBe(expected);
	});

	it.each([undefined, null, 'ECONNRESET', new Error('ECONNRESET')])(
		'is undefined for the error %p, which has no code',
		(error) => {
			expect(connectionCode(error)).toBeUndefined();
		},
	);
});

describe('problemOfConnection', () => {
	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'ERR_INVALID_CHAR',
	])('says that nothing was sent after %s', (code) => {
		const problem = {
			message: 'Signaturit cannot be reached',
			description: `The connection failed with ${code}.`,
			advice: 'Check the network and, for a custom environment, the Base URL in the credential.',
			remedy: code === 'ERR_INVALID_CHAR' ? 'builder' : 'later',
			unsent: true,
		};
		expect(problemOfConnection(code)).toEqual(problem);
		expect(problemBeforeSending(code)).toEqual(problem);
	});

	it.each([
		'CERT_CHAIN_TOO_LONG',
		'CERT_HAS_EXPIRED',
		'CERT_NOT_YET_VALID',
		'CERT_REJECTED',
		'CERT_REVOKED',
		'CERT_SIGNATURE_FAILURE',
		'CERT_UNTRUSTED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'HOSTNAME_MISMATCH',
		'INVALID_CA',
		'INVALID_PURPOSE',
		'PATH_LENGTH_EXCEEDED',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_GET_ISSUER_CERT',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('says that nothing was sent, and that the certificate is the reason, after %s', (code) => {
		const problem = problemOfConnection(code);
		expect(problem.message).toContain('does not accept the certificate');
		expect(problem).toMatchObject({
			unsent: true,
			description: `The connection failed with ${code}.`,
		});
		expect(problemBeforeSending(code)).toEqual(problem);
	});

	it('says that the service does not speak https after HTTPS_TO_HTTP', () => {
		expect(problemOfConnection('HTTPS_TO_HTTP')).toEqual({
			message:
				'Signaturit cannot be reached: the Base URL begins with https://, but the service there speaks http://',
			advice: 'Check the Base URL and its port in the credential.',
			remedy: 'builder',
			unsent: true,
		});
	});

	it.each([
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'EPIPE',
		'EPROTO',
		'READ_EHOSTUNREACH',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		'ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR',
		'CERT_OF_A_NEW_KIND',
		'HPE_INVALID_CONSTANT',
		'Z_DATA_ERROR',
	])('says that the answer is not complete after %s', (code) => {
		expect(problemOfConnection(code)).toEqual({
			message: 'The connection to Signaturit broke off before the answer was complete',
			description: `The connection failed with ${code}.`,
			advice: 'Try again.',
			remedy: 'later',
		});
		expect(problemBeforeSending(code)).toBeUndefined();
	});

	it('says which option gives more time when the time is over', () => {
		expect(problemOfConnection('ANSWER_TIMED_OUT')).toEqual({
			message: 'Signaturit did not answer in time',
			advice: 'Try again. The option Timeout gives more time.',
			remedy: 'later',
		});
	});

	it('does not put the code into the message, which n8n would replace', () => {
		expect(problemOfConnection('ECONNRESET').message).not.toContain('ECONNRESET');
	});
});

describe('problemBeforeSending', () => {
	it('is undefined without a code', () => {
		expect(problemBeforeSending(undefined)).toBeUndefined();
	});
});

describe('isBrokenAnswer', () => {
	it.each([
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'ERR_STREAM_PREMATURE_CLOSE',
		'ERR_CANCELED',
		'Z_BUF_ERROR',
	])('is true for %s', (code) => {
		expect(isBrokenAnswer(code)).toBe(true);
	});

	it.each(['ENOSPC', undefined, '', 'PROXY_ECONNRESET', 'ECONNRESET_BY_DISK'])(
		'is false for the code %j',
		(code) => {
			expect(isBrokenAnswer(code)).toBe(false);
		},
	);
});
