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

/** A stream that decompresses, and has been given something. */
const decompressorSchema = z.object({ bytesWritten: z.number().positive() });

/**
 * The text of an answer; JSON is in UTF-8.
 *
 * @throws what breaks the connection or the compression, as an error with a code
 */
export async function textOf(body: ByteStream): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of body) chunks.push(Buffer.from(chunk));
	if (chunks.length === 0 && decompressorSchema.safeParse(body).success) throw new Damaged();
	// It drops the mark that some gateways put before UTF-8.
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The text of an answer that is no success; empty if it does not end soon. Only its words would be lost:
 * its status says what happened.
 */
export async function textOfRefusal(body: ByteStream): Promise<string> {
	return (await within(delays.refusalText, textOf(body))) ?? '';
}
