import { z } from 'zod';
import { inPanelWords } from './fieldNames';
import {
	adviceToWait,
	CHECK_ADDRESS,
	redirectText,
	statusText,
	type RequestFacts,
} from './statusTexts';
import { isForeign, wordsOf } from './words';

/** What went wrong, in words for the user. `httpCode` is absent when no answer arrived. */
export interface Fault {
	message: string;
	description?: string;
	httpCode?: string;
}

/** Longest message, and longest details, of the service that are shown; in characters. */
const MAX_LENGTH = 2_000;

/**
 * The fault for an answer that is not a success: in the service's own words if it has any, with the panel's
 * names for the fields; otherwise by its status.
 *
 * @param status HTTP status, or the `status_code` in the body; a 2xx if only the body says that it is an error
 * @param body text of the answer; a gateway may send a web page
 * @param request what the caller knows of the request
 */
export function faultOfAnswer(status: number, body: string, request: RequestFacts = {}): Fault {
	const { message, details = [], advice } = textsOf(status, body, request);
	return {
		httpCode: String(status),
		message: shortened(message),
		description: [shortened(details.join('\n')), ...advice].filter(Boolean).join('\n'),
	};
}

interface Texts {
	message: string;
	/** What the service says beyond the message, in lines of any length. */
	details?: string[];
	/** Our own lines, which stand last and are never cut off. */
	advice: string[];
}

function textsOf(status: number, body: string, request: RequestFacts): Texts {
	if (status >= 300 && status < 400) {
		const { message, description } = redirectText(status, request);
		return { message, advice: [description] };
	}
	const own = statusText(status, request);
	const wait = adviceToWait(status, request);
	const words = wordsOf(body);
	if (words) {
		const lines = [words.message, ...words.details];
		return {
			...withPanelWords(lines, request.path),
			advice: [own?.subject ?? '', own?.advice ?? wait],
		};
	}
	if (own && (own.fromAnyone || !isForeign(body))) {
		return { message: own.message, advice: [own.advice] };
	}
	if (status < 500 && !isForeign(body)) {
		return {
			message: `Signaturit answered HTTP ${status} without a reason`,
			advice: [wait || `Check what was entered. ${CHECK_ADDRESS}`],
		};
	}
	return {
		message: `Signaturit could not be reached properly: a gateway answered HTTP ${status}`,
		advice: [`The answer did not come from Signaturit itself. ${wait || CHECK_ADDRESS}`],
	};
}

/** The service's lines with the panel's names of the fields; where they differ, the original beneath. */
function withPanelWords(
	original: readonly string[],
	path: string | undefined,
): { message: string; details: string[] } {
	const [message = '', ...details] = original.map((line) => inPanelWords(line, path));
	const isSame = [message, ...details].every((line, index) => line === original[index]);
	if (isSame) return { message, details };

	const said = `Signaturit said: ${original.join('\n')}`;
	// "Invalid name" says nothing that the only detail, "name: must be text", does not say better.
	const isRepeated =
		details.length === 1 && original[0] === `Invalid ${original[1]?.split(': ')[0]}`;
	return isRepeated
		? { message: details.join(''), details: [said] }
		: { message, details: [...details, said] };
}

function shortened(text: string): string {
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The fault for a 2xx answer that is not what the endpoint returns, such as a login page. */
export function faultOfContent(expected: string): Fault {
	return {
		message: `Signaturit's address answered with something other than ${expected}`,
		description: CHECK_ADDRESS,
	};
}

/** Error codes of Node and axios, such as `ECONNRESET`. HTTP status codes are numbers. */
const codeSchema = z.string().regex(/^[A-Z][A-Z0-9_]+$/);

const messageSchema = z.string().catch('');

const nodeErrorSchema = z
	.object({ code: codeSchema, message: messageSchema })
	.transform(({ code, message }) => codeOfConnection(code, message));

/** n8n's NodeApiError keeps the code of a failed connection here, and messages that it has replaced. */
const apiErrorSchema = z
	.object({
		httpCode: codeSchema,
		message: messageSchema,
		messages: z.array(z.string()).catch([]),
	})
	.transform(({ httpCode, message, messages }) =>
		codeOfConnection(httpCode, [message, ...messages].join('\n')),
	);

const connectionErrorSchema = z.union([
	nodeErrorSchema,
	z.object({ cause: nodeErrorSchema }).transform(({ cause }) => cause),
	apiErrorSchema,
]);

/**
 * The code of the failed connection behind an error, or `undefined` if it is another error. Where Node's
 * code does not tell whether anything was sent, it is one of our own: `HTTPS_TO_HTTP`, or a code with the
 * call before it, such as `READ_EHOSTUNREACH`.
 */
export function connectionCode(error: unknown): string | undefined {
	return connectionErrorSchema.safeParse(error).data;
}

const HTTPS_TO_HTTP = 'HTTPS_TO_HTTP';

/** Codes of connections that were not made. */
const codesOfNoConnection = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ERR_INVALID_CHAR',
	HTTPS_TO_HTTP,
]);

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

/**
 * A service without TLS breaks the handshake: `write EPROTO … wrong version number`. With that text and
 * another code, the connection was encrypted before, and something was sent.
 */
function codeOfConnection(code: string, messages: string): string {
	const [, call] = /^(read|write) E/m.exec(messages) ?? [];
	if (call && code === 'EPROTO' && /wrong version number/i.test(messages)) return HTTPS_TO_HTTP;
	return call && codesOfNoConnection.has(code) ? `${call.toUpperCase()}_${code}` : code;
}

/** Whether a connection failed with this code certainly before anything was sent. */
export function isBeforeSending(code: string | undefined): code is string {
	return code !== undefined && (codesOfNoConnection.has(code) || codesOfCertificates.has(code));
}

/** Codes of answers that end before they are complete. */
const codesOfBrokenConnections = new Set<string | undefined>([
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Whether the code is of a broken connection, not e.g. of a full disk. */
export function isBrokenConnection(code: string | undefined): code is string {
	return codesOfBrokenConnections.has(code);
}

/**
 * The fault of a request that reads when its connection fails. The code stands in the description only: n8n
 * replaces a message with such a code by one of its own.
 *
 * @param code as `connectionCode` gives it
 */
export function faultOfConnection(code: string): Fault {
	if (isBeforeSending(code)) return faultBeforeSending(code);
	return {
		message: 'The connection to Signaturit broke off before the answer was complete',
		description: `Try again (${code}).`,
	};
}

/** The fault when nothing was sent (`isBeforeSending`). */
export function faultBeforeSending(code: string): Fault {
	if (code === HTTPS_TO_HTTP) {
		return {
			message:
				'Signaturit cannot be reached: the Base URL begins with https://, but the service there speaks http://',
			description: 'Nothing was sent. Check the Base URL and its port in the credential.',
		};
	}
	if (codesOfCertificates.has(code)) {
		return {
			message: 'Signaturit cannot be reached: n8n does not accept the certificate of its address',
			description: `Nothing was sent (${code}). Check the network and, for a custom environment, the Base URL in the credential and whether n8n trusts the issuer of the certificate.`,
		};
	}
	return {
		message: 'Signaturit cannot be reached',
		description: `Nothing was sent (${code}). Check the network and, for a custom environment, the Base URL in the credential.`,
	};
}
