// One request to the service, sent once, and the reading of its answer's text or bytes.

import {
	jsonParse,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { z } from 'zod';
import { AnswerError, askN8n, type ByteStream, type StreamedAnswer } from './ask';
import type { Call } from './call';
import { noteServiceTime } from './clock';
import { startDeadline, within, type Deadline, delays } from './deadline';
import { concealer } from './credential';
import { multipart, urlEncoded, type FormFields, type FormFile } from './form';
import { urlOf } from './hosts';

export interface RequestContent {
	query?: IDataObject;
	fields?: FormFields;
	files?: readonly FormFile[];
	/**
	 * The panel's names of the fields, for messages; `application_texts[send_button]` may be one. `widgets #` is the name of
	 * a row of that list, `Widget[type]` that of a field in it, `reminders[#]` an entry of a list, with `#` for its number.
	 */
	names?: Readonly<Record<string, string>>;
}

export interface ServiceRequest extends RequestContent {
	method: IHttpRequestMethods;
	url: string;
	/** Media type for the header `Accept`; JSON if absent. */
	accept?: string;
	/** The decrypted credential. Absent for a request to another host, which must not see the token. */
	credential?: ICredentialDataDecryptedObject;
}

export interface AnswerHead {
	statusCode: number;
	headers: Record<string, unknown>;
}

/** An answer whose body is still to come, and the time until it must have arrived. */
export type Reply = StreamedAnswer & {
	deadline: Deadline;
	/** Takes the access token out of a text. */
	conceal: ReturnType<typeof concealer>;
};

/** The code of the error when no answer arrives in time. */
export const TIMED_OUT = 'ANSWER_TIMED_OUT';

/**
 * Sends one request, once, and reads its answer as a stream (ARCHITECTURE.md, "Answers"). No redirect is followed:
 * the data of another host is not the service's, and a request that is sent again could send a contract twice.
 *
 * @param use reads the answer; afterwards its connection is closed or free again
 * @throws an error with a code when the connection fails or the time is over (`connectionCode`)
 */
export async function exchange<Result>(
	call: Call,
	{ method, url, accept, query, fields = {}, files = [], credential }: ServiceRequest,
	use: (reply: Reply) => Promise<Result>,
): Promise<Result> {
	const { body, contentType } = encodedBody(fields, files);
	const deadline = startDeadline(call.timeout, call.stop);
	deadline.extend(body instanceof Buffer ? body.length : String(body ?? '').length);
	const options: IHttpRequestOptions = {
		method,
		url,
		qs: query,
		arrayFormat: 'brackets',
		headers: {
			Accept: accept ?? 'application/json',
			// A gateway that compresses may do it wrong.
			'Accept-Encoding': 'identity',
			...(contentType && { 'Content-Type': contentType }),
		},
		body,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		// The deadline replaces n8n's own time-out.
		timeout: 0,
	};
	const began = performance.now();
	try {
		const reply = await askN8n(call, options, deadline.signal, credential);
		try {
			if (credential) noteServiceTime(url, reply.headers, performance.now() - began);
			const conceal = concealer(credential);
			const { location } = reply.headers;
			const shown = typeof location === 'string' && { location: conceal(location) };
			const headers = { ...reply.headers, ...shown };
			return await use({ ...reply, headers, deadline, conceal });
		} finally {
			reply.body.destroy();
		}
	} catch (error) {
		throw deadline.isOver() ? new AnswerError(TIMED_OUT, 'No answer arrived in time') : error;
	} finally {
		deadline.end();
	}
}

/** The body of a request. n8n sets the media type of fields without files. */
function encodedBody(
	fields: FormFields,
	files: readonly FormFile[],
): { body?: Buffer | URLSearchParams; contentType?: string } {
	if (files.length > 0) return multipart(fields, files);
	return Object.keys(fields).length === 0 ? {} : { body: urlEncoded(fields) };
}

/** A header's value; empty when it is absent. */
export const headerSchema = z.string().catch('');

/** The media type of an answer, without parameters, in lower case; empty when there is none. */
export function mediaType(headers: Record<string, unknown>): string {
	const [type = ''] = headerSchema.parse(headers['content-type']).split(';');
	return type.trim().toLowerCase();
}

export interface Answer extends AnswerHead {
	text: string;
}

export const unreadable = Symbol('unreadable');

/** The value in the text of an answer: `undefined` if it is empty, `unreadable` if it is not JSON. */
export function jsonOf(text: string): unknown {
	return text.trim() === '' ? undefined : jsonParse<unknown>(text, { fallbackValue: unreadable });
}

/** Longest text of an answer, in bytes: no page of a list comes near it. */
const MAX_TEXT = 64 * 1024 * 1024;
const TOO_LONG = 'ANSWER_TOO_LONG';

/** A stream that decompresses, and has been given something. */
const decompressorSchema = z.object({ bytesWritten: z.number().positive() });

/** The text of an answer. Throws an error with a code if it is damaged, cut off, or longer than 64 MB. */
export async function textOf(body: ByteStream): Promise<string> {
	const bytes = await bytesOf(body, MAX_TEXT);
	if (!bytes) throw new AnswerError(TOO_LONG, 'The answer is longer than 64 MB');
	if (bytes.length === 0 && decompressorSchema.safeParse(body).success) {
		// It was cut off: the rest of it looks like an empty answer.
		throw new AnswerError('ANSWER_DAMAGED', 'The compressed answer is damaged');
	}
	// It drops the byte order mark that some gateways put before UTF-8.
	return new TextDecoder().decode(bytes);
}

/** The bytes of a stream; `undefined` if they are more than `most`. */
export async function bytesOf(body: ByteStream, most: number): Promise<Buffer | undefined> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of body) {
		const bytes = Buffer.from(piece);
		size += bytes.length;
		if (size > most) return undefined;
		pieces.push(bytes);
	}
	return Buffer.concat(pieces);
}

/** The text of an answer that is not a success; empty if it does not end soon or is too long: the status is enough. */
export async function textOfRefusal(body: ByteStream): Promise<string> {
	const text = await within(delays.refusalText, textOf(body)).catch((error: unknown) => {
		if (error instanceof AnswerError && error.code === TOO_LONG) return undefined;
		throw error;
	});
	return text ?? '';
}

/**
 * Whether an answer says where it ends: by its length, or by a last chunk, if chunks are what it is sent in at last.
 * Then an early end of the connection is an error; otherwise it looks like the end of the answer.
 */
export function saysItsEnd({ headers, statusCode }: AnswerHead): boolean {
	const encodings = headerSchema.parse(headers['transfer-encoding']).toLowerCase().split(',');
	// A 204 has no body.
	const isChunked = encodings.at(-1)?.trim() === 'chunked';
	return statusCode === 204 || headers['content-length'] !== undefined || isChunked;
}

/**
 * Where a download that was redirected at the address `from` goes on; `undefined` if the answer is not a redirect, or
 * one that must not be followed. Another host than that of the address `service` is followed over https only.
 */
export function redirectTarget(
	{ statusCode, headers }: AnswerHead,
	from: string,
	service: string,
): string | undefined {
	const { location } = headers;
	const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
	const target = isRedirect && typeof location === 'string' ? urlOf(location, from) : undefined;
	return target?.protocol === 'https:' || target?.origin === new URL(service).origin
		? target.href
		: undefined;
}
