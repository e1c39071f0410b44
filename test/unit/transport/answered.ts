// The problem that the nodes see in a given answer to a write.

import { jsonOf, type Answer } from '../../../nodes/Signaturit/transport/exchange';
import { problemOfWrite, type Write } from '../../../nodes/Signaturit/transport/writes';

/** The problem with an answer that says where it ends. */
export const problemOf = (write: Write, statusCode: number, body: unknown, headers = {}) => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const answer: Answer = { statusCode, headers: { 'content-length': '1', ...headers }, text };
	return problemOfWrite(write, answer, jsonOf(text));
};
