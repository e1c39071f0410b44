import type { z } from 'zod';

import { errorBody } from '../http/errors';
import type { Fault } from '../http/faults';
import type { faultCommand } from './schemas';

type Command = z.output<typeof faultCommand>;

const BAD_GATEWAY =
	'<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** The fault that a command asks for, with the headers and body that its status usually has. */
export function toFault(command: Command): Fault {
	const { method, path, times, skip } = command;
	return { method, path, times, skip, effect: effectOf(command) };
}

function effectOf(command: Command): Fault['effect'] {
	if (command.kind !== 'status') return command;
	const { kind, status } = command;
	if (status === 502) {
		return { kind, status, headers: { 'content-type': 'text/html' }, body: BAD_GATEWAY };
	}
	const message = command.message ?? (status === 429 ? 'Too many requests' : 'Internal error');
	return {
		kind,
		status,
		headers: {
			'content-type': 'application/json',
			...(status === 429 && { 'retry-after': String(command.retryAfterSeconds) }),
		},
		body: JSON.stringify(errorBody(status, message)),
	};
}
