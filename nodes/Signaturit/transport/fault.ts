import { z } from 'zod';
import { parseJson } from './json';

/** What went wrong, in words for the user. `httpCode` is absent when no answer arrived. */
export interface Fault {
	message: string;
	description?: string;
	httpCode?: string;
}

/**
 * Error bodies: `{status_code, message, error_details?}` (docs/service.md#error-body), or OAuth's shape
 * for a bad token. `error_details` is an object or a list, depending on the error.
 */
const errorBodySchema = z
	.object({
		message: z.string(),
		error_message: z.string(),
		error_description: z.string(),
		error: z.string(),
		error_details: z.unknown(),
	})
	.partial();

/**
 * The fault for an answer that is not a success, in the service's own words.
 *
 * @param status HTTP status, 300 or above
 * @param body text of the answer; a gateway may send a web page
 * @param about what is known of the request and the answer
 */
export function faultOfAnswer(
	status: number,
	body: string,
	about: { path?: string; location?: string; writes?: boolean } = {},
): Fault {
	const httpCode = String(status);
	const parsed = errorBodySchema.safeParse(parseJson(body));
	const words = parsed.success && messageOf(parsed.data);
	if (words) {
		return {
			httpCode,
			message: words,
			description: detailLines(parsed.data.error_details).join('\n'),
		};
	}
	if (status < 400) {
		return {
			httpCode,
			message: `Signaturit's address redirects elsewhere (HTTP ${httpCode})`,
			description: `${about.location ? `It was sent to ${about.location}. ` : ''}Check the environment and the Base URL in the credential.`,
		};
	}
	return {
		httpCode,
		message: `Signaturit could not be reached properly: a gateway answered HTTP ${httpCode}`,
		description:
			status >= 500
				? `The answer did not come from Signaturit itself.${about.writes ? '' : ' Wait a moment, then try again.'}`
				: 'The answer did not come from Signaturit itself. Check the environment and the Base URL in the credential.',
	};
}

/** The fault for a 2xx answer that is not what the endpoint returns, such as a login page. */
export function faultOfContent(expected: string): Fault {
	return {
		message: `Signaturit's address answered with something other than ${expected}`,
		description: 'Check the environment and the Base URL in the credential.',
	};
}

/** Error codes of Node and axios, such as `ECONNRESET`. HTTP status codes are numbers. */
const codeSchema = z.string().regex(/^[A-Z][A-Z0-9_]+$/);

const connectionErrorSchema = z.union([
	z.object({ code: codeSchema }).transform(({ code }) => code),
	z.object({ cause: z.object({ code: codeSchema }) }).transform(({ cause }) => cause.code),
	// Where n8n's NodeApiError keeps the code of a connection that failed.
	z.object({ httpCode: codeSchema }).transform(({ httpCode }) => httpCode),
]);

/** The code of the failed connection behind an error, or `undefined` if it is another error. */
export function connectionCode(error: unknown): string | undefined {
	return connectionErrorSchema.safeParse(error).data;
}

/** Codes of failures before anything is sent. Codes about certificates are others. */
const codesBeforeSending = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

/** Whether a connection with this code failed before anything was sent. */
export function isBeforeSending(code: string): boolean {
	return codesBeforeSending.has(code);
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
 * The fault for a failed connection. The code stands in the description only: n8n replaces a message with
 * such a code by advice to retry, and that could send a contract twice.
 *
 * @param code Node's or axios's error code, e.g. `ECONNRESET`
 * @param writes whether the request would have changed something at the service
 */
export function faultOfConnection(code: string, writes: boolean): Fault {
	if (codesBeforeSending.has(code) || /CERT|TLS|SSL|SIGNATURE/.test(code)) {
		return {
			message: 'Signaturit cannot be reached',
			description: `Nothing was sent (${code}). Check the network and, for a custom environment, the Base URL in the credential.`,
		};
	}
	if (!writes) {
		return {
			message: 'The connection to Signaturit broke off before the answer was complete',
			description: `Try again (${code}).`,
		};
	}
	return {
		message: 'The connection to Signaturit broke off before the answer arrived',
		description: `It is unknown whether the request was carried out (${code}). Look in Signaturit before you run this again, so that nothing is sent twice.`,
	};
}

function messageOf(body: z.infer<typeof errorBodySchema>): string | undefined {
	return [body.message, body.error_message, body.error_description, body.error].find(Boolean);
}

function detailLines(details: unknown): string[] {
	if (details === null || details === undefined || details === '') return [];
	if (Array.isArray(details)) return details.flatMap(detailLines);
	if (typeof details === 'object') {
		return Object.entries(details).map(
			([key, value]) => `${key}: ${detailLines(value).join(', ')}`,
		);
	}
	return [String(details)];
}
