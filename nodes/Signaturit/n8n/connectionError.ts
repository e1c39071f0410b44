// Finds the code and message of a failed connection in an error of n8n.

import { z } from 'zod';

/** Error codes of Node and axios, such as `ECONNRESET`. HTTP status codes are numbers. */
const errorCodeSchema = z.string().regex(/^[A-Z][A-Z0-9_]+$/);

const messageSchema = z.string().catch('');

const nodeErrorSchema = z.object({ code: errorCodeSchema, message: messageSchema });

const apiErrorSchema = z
	.object({
		httpCode: errorCodeSchema,
		message: messageSchema,
		messages: z.array(z.string()).catch([]),
	})
	.transform(({ httpCode, message, messages }) => ({
		code: httpCode,
		message: [message, ...messages].join('\n'),
	}));

const connectionErrorSchema = z.union([
	nodeErrorSchema,
	z.object({ cause: nodeErrorSchema }).transform(({ cause }) => cause),
	apiErrorSchema,
]);

/**
 * The code and the words of Node or axios for a failed connection, which n8n's error was made of.
 *
 * n8n: a NodeApiError has the code of that error in the place of an HTTP status, and the messages that it has replaced
 * (2.8 and 2.41, n8n-workflow, `errors/node-api.error.js`). Its types say that of a status only.
 *
 * Without it: falls back to `undefined`. A write counts as unknown, also where nothing was sent. A read is not repeated,
 * and its error has n8n's words.
 */
export function connectionErrorOf(error: unknown): { code: string; message: string } | undefined {
	return connectionErrorSchema.safeParse(error).data;
}
