import { jsonParse } from 'n8n-workflow';
import { z } from 'zod';
import { delays } from './delays';
import type { ByteStream } from './exchange';
import { within } from './pause';

/** An answer that has been read. */
export interface Answer {
	statusCode: number;
	headers: Record<string, unknown>;
	text: string;
}

/** Stands for text that is not JSON. */
export const unreadable = Symbol('unreadable');

/** The value in the text of an answer: `undefined` if it is empty, `unreadable` if it is not JSON. */
export function jsonOf(text: string): unknown {
	return text.trim() === '' ? undefined : jsonParse<unknown>(text, { fallbackValue: unreadable });
}

/** Thrown when a compressed answer was cut off: what is left of it looks like an empty answer. */
class Damaged extends Error {
	readonly code = 'ANSWER_DAMAGED';

	constructor() {
		super('The compressed answer is damaged');
	}
}

/** Longest text of an answer, in bytes: no page of a list comes near it. */
const MAX_TEXT = 64 * 1024 * 1024;

/** Thrown when the text of an answer is too long, e.g. when it was compressed to do harm. */
class TooLong extends Error {
	readonly code = 'ANSWER_TOO_LONG';

	constructor() {
		super('The answer is longer than 64 MB');
	}
}

/** A stream that decompresses, and has been given something. */
const decompressorSchema = z.object({ bytesWritten: z.number().positive() });

/**
 * The text of an answer; JSON is in UTF-8.
 *
 * @throws what breaks the connection or the compression, or an error when it is longer than 64 MB; each has a code
 */
export async function textOf(body: ByteStream): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		const bytes = Buffer.from(chunk);
		size += bytes.length;
		if (size > MAX_TEXT) throw new TooLong();
		chunks.push(bytes);
	}
	if (chunks.length === 0 && decompressorSchema.safeParse(body).success) throw new Damaged();
	// It drops the mark that some gateways put before UTF-8.
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The text of an answer that is no success; empty if it does not end soon, or is too long. Only its words would be
 * lost: its status says what happened.
 */
export async function textOfRefusal(body: ByteStream): Promise<string> {
	const [text] = await Promise.allSettled([within(delays.refusalText, textOf(body))]);
	if (text.status === 'fulfilled') return text.value ?? '';
	if (text.reason instanceof TooLong) return '';
	throw text.reason;
}

const headerTextSchema = z.string().catch('');

/** Whether an answer says where it ends. Otherwise a connection that breaks off looks like its end. */
export function saysItsEnd({
	headers,
	statusCode,
}: Pick<Answer, 'headers' | 'statusCode'>): boolean {
	const encoding = headerTextSchema.parse(headers['transfer-encoding']);
	// A 204 has no body.
	return statusCode === 204 || headers['content-length'] !== undefined || /chunked/i.test(encoding);
}
