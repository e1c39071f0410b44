// The faults that tests ask for, and how they spoil requests to the API.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

import { newId } from '../domain/ids';
import { tell } from '../domain/observers';
import { errorBody, pathOf } from './errors';

const hits = {
	/** HTTP method; any if absent. */
	method: z.string().optional(),
	/** Text that the path must contain; any path if absent. */
	path: z.string().optional(),
	/** How many requests it hits; 0 means all. */
	times: z.number().int().min(0).default(1),
	/** How many matching requests pass before it hits. */
	skip: z.number().int().min(0).default(0),
};

const faultOf = <Kind extends string, Details extends z.ZodRawShape>(
	kind: Kind,
	details: Details,
) => z.object({ ...hits, kind: z.literal(kind), ...details }).strict();

/** A failure that a test asks for, and the requests to the API that it hits. */
export const fault = z.discriminatedUnion('kind', [
	faultOf('status', {
		/** 429 has Retry-After, 502 an HTML body; the others have the documented body. */
		status: z.number().int().min(400).max(599),
		retryAfterSeconds: z.number().int().min(0).default(1),
		message: z.string().optional(),
	}),
	faultOf('latency', { ms: z.number().min(0).max(120_000) }),
	/** The request is carried out at once. */
	faultOf('late_answer', { ms: z.number().min(0).max(600_000) }),
	faultOf('reset_before', {}),
	faultOf('reset_after', {}),
	/** `fraction` is the share of the body that arrives. */
	faultOf('truncate', { fraction: z.number().min(0).max(0.99).default(0.5) }),
]);
type Fault = z.output<typeof fault>;
export type FaultCommand = z.input<typeof fault>;

type Active = Fault & { id: string; hits: number; passed: number };

export type FaultState = Pick<Active, 'id' | 'kind' | 'hits'>;

/** The faults that a test has asked for, applied to /v3 and /v4. */
export class Faults {
	private active: Active[] = [];

	add(fault: Fault): string {
		const id = newId();
		this.active.push({ ...fault, id, hits: 0, passed: 0 });
		return id;
	}

	/** Removes one fault, or all of them. */
	clear(id?: string): void {
		this.active = id === undefined ? [] : this.active.filter((fault) => fault.id !== id);
	}

	list(): FaultState[] {
		return this.active.map(({ id, kind, hits }) => ({ id, kind, hits }));
	}

	/** The faults that hit this request; counts each hit. */
	takeHits(method: string, path: string): Fault[] {
		return this.active.filter((fault) => {
			const matches =
				(fault.method ?? method).toUpperCase() === method && path.includes(fault.path ?? '');
			if (!matches || (fault.times > 0 && fault.hits >= fault.times)) return false;
			if (fault.passed < fault.skip) {
				fault.passed += 1;
				return false;
			}
			fault.hits += 1;
			return true;
		});
	}
}

/** Applies the faults to the requests of this server and writes a log line for each. */
export function applyFaults(
	app: FastifyInstance,
	faults: Faults,
	log: (line: string) => void,
): void {
	const faultsOf = new WeakMap<FastifyRequest, Fault[]>();

	app.addHook('onRequest', async (request, reply) => {
		const path = pathOf(request);
		const taken = faults.takeHits(request.method, path);
		faultsOf.set(request, taken);
		for (const fault of taken) {
			log(`fault ${fault.kind} for ${request.method} ${path}`);
			// A service that is stopped waits for nobody.
			if (fault.kind !== 'latency' && fault.kind !== 'late_answer') {
				tell.bent(request.raw);
			}
			if (fault.kind === 'latency') await wait(fault.ms, undefined, { ref: false });
			if (fault.kind === 'reset_before') reset(request, reply);
			if (fault.kind === 'status') {
				return answer(reply, fault);
			}
		}
		return undefined;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const taken = faultsOf.get(request) ?? [];
		for (const fault of taken) {
			if (fault.kind === 'late_answer') await wait(fault.ms, undefined, { ref: false });
		}
		if (taken.some(({ kind }) => kind === 'reset_after')) reset(request, reply);
		const truncate = taken.find(({ kind }) => kind === 'truncate');
		if (truncate?.kind !== 'truncate') return payload;
		return truncated(reply, payload, truncate.fraction);
	});
}

const BAD_GATEWAY =
	'<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Answers with a status, and with the headers and the body that it usually has. */
function answer(
	reply: FastifyReply,
	{ status, message, retryAfterSeconds }: Extract<Fault, { kind: 'status' }>,
): FastifyReply {
	reply.code(status);
	if (status === 502) return reply.header('content-type', 'text/html').send(BAD_GATEWAY);
	if (status === 429) reply.header('retry-after', String(retryAfterSeconds));
	const words = message ?? (status === 429 ? 'Too many requests' : 'Internal error');
	return reply
		.header('content-type', 'application/json')
		.send(JSON.stringify(errorBody(status, words)));
}

/** The first part of a body. Content-Length gives the whole length, so that clients can notice. */
function truncated(reply: FastifyReply, payload: unknown, fraction: number): unknown {
	if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
		const whole = Buffer.from(payload as string);
		reply.header('content-length', whole.length);
		return breaking([whole], Math.floor(whole.length * fraction));
	}
	if (payload instanceof Readable) {
		return breaking(payload, Math.floor(Number(reply.getHeader('content-length')) * fraction));
	}
	return payload;
}

function reset(request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	request.raw.socket.resetAndDestroy();
}

/** A stream that fails after `bytes` bytes, which breaks the connection. */
function breaking(source: Iterable<Buffer> | AsyncIterable<Buffer>, bytes: number): Readable {
	async function* parts() {
		let left = bytes;
		for await (const part of source) {
			yield part.subarray(0, left);
			left -= part.length;
			if (left <= 0) throw new Error('the connection breaks here');
		}
	}
	return Readable.from(parts());
}
