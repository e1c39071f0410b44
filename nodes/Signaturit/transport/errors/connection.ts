// Codes of failed connections, and what each tells about the request and its answer.

import { connectionErrorOf } from '../../n8n/connectionError';
import { TIMED_OUT } from '../exchange';
import type { Problem } from './refusal';

/**
 * The code of the failed connection behind an error; `undefined` if it is another error. Where Node's code does not
 * tell whether anything was sent, it is ours: `HTTPS_TO_HTTP`, or one with the call before it (`READ_EHOSTUNREACH`).
 */
export function connectionCode(error: unknown): string | undefined {
	const failed = connectionErrorOf(error);
	if (!failed) return undefined;
	const { code, message } = failed;
	const [, call] = /^(read|write) E/m.exec(message) ?? [];
	// A service without TLS breaks the handshake. With that text and another code, something was sent, encrypted.
	const isHandshake = code === 'EPROTO' && /wrong version number/i.test(message);
	if (call && isHandshake) return HTTPS_TO_HTTP;
	return call && codesOfNoConnection.test(code) ? `${call.toUpperCase()}_${code}` : code;
}

const HTTPS_TO_HTTP = 'HTTPS_TO_HTTP';

const codesOfNoConnection =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_CHAR)$/;

/** Codes of a certificate that n8n does not accept; Node then closes the connection before it sends. */
const codesOfCertificates = new Set([
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
]);

/** Whether an answer ended before it was complete, is damaged, or its reading was stopped. Not e.g. a full disk. */
export function isBrokenAnswer(code = ''): boolean {
	return /^(ECONNRESET|ECONNABORTED|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_CANCELED|Z_[A-Z_]+)$/.test(
		code,
	);
}

/** The problem of a request that reads when its connection fails. n8n would replace a message that holds the code. */
export function problemOfConnection(code: string): Problem {
	if (code === TIMED_OUT) {
		return {
			message: 'Signaturit did not answer in time',
			advice: 'Try again. The option Timeout gives more time.',
			remedy: 'later',
		};
	}
	return (
		problemBeforeSending(code) ?? {
			message: 'The connection to Signaturit broke off before the answer was complete',
			description: `The connection failed with ${code}.`,
			advice: 'Try again.',
			remedy: 'later',
		}
	);
}

/** The problem when a connection failed with this code certainly before anything was sent; otherwise `undefined`. */
export function problemBeforeSending(code = ''): Problem | undefined {
	if (code === HTTPS_TO_HTTP) {
		return {
			message:
				'Signaturit cannot be reached: the Base URL begins with https://, but the service there speaks http://',
			advice: 'Check the Base URL and its port in the credential.',
			remedy: 'builder',
			unsent: true,
		};
	}
	if (codesOfCertificates.has(code)) {
		return {
			message: 'Signaturit cannot be reached: n8n does not accept the certificate of its address',
			description: `The connection failed with ${code}.`,
			advice:
				'Check the network and, for a custom environment, the Base URL in the credential and whether n8n trusts the issuer of the certificate.',
			remedy: 'builder',
			unsent: true,
		};
	}
	if (!codesOfNoConnection.test(code)) return undefined;
	return {
		message: 'Signaturit cannot be reached',
		description: `The connection failed with ${code}.`,
		advice: 'Check the network and, for a custom environment, the Base URL in the credential.',
		// The token cannot be sent.
		remedy: code === 'ERR_INVALID_CHAR' ? 'builder' : 'later',
		unsent: true,
	};
}
