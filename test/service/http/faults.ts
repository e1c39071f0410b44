import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { newId } from '../domain/ids';
import { tell } from '../domain/observers';
import { pathOf } from './path';

/** A failure that a test asks for, and the requests to the API that it hits. */
export interface Fault {
	/** HTTP method; any if absent. */
	method?: string;
	/** Text that the path must contain; any path if absent. */
	path?: string;
	/** How many requests it hits; 0 means all. */
	times: number;
	/** How many matching requests pass before it hits. */
	skip: number;
	effect:
		| { kind: 'status'; status: number; headers: Record<string, string>; body: string }
		| { kind: 'latency'; ms: number }
		| { kind: 'late_answer'; ms: number }
		| { kind: 'reset_before' }
		| { kind: 'reset_after' }
		| { kind: 'truncate'; fraction: number };
}

interface Active extends Fault {
	id: string;
	hits: number;
	passed: number;
}

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

	list(): Array<{ id: string; kind: string; hits: number }> {
		return this.active.map(({ id, effect, hits }) => ({ id, kind: effect.kind, hits }));
	}

	/** The faults that hit this request; counts each hit. */
	takeHits(method: string, path: string): Array<Fault['effect']> {
		const hit = this.active.filter((fault) => {
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
		return hit.map((fault) => fault.effect);
	}
}

/** Applies the faults to the requests of this server and writes a log line for each. */
export function applyFaults(
	app: FastifyInstance,
	faults: Faults,
	log: (line: string) => void,
): void {
	const effects = new WeakMap<FastifyRequest, Array<Fault['effect']>>();

	app.addHook('onRequest', async (request, reply) => {
		const path = pathOf(request);
		const taken = faults.takeHits(request.method, path);
		effects.set(request, taken);
		for (const effect of taken) {
			log(`fault ${effect.kind} for ${request.method} ${path}`);
			// A service that is stopped waits for nobody.
			if (effect.kind !== 'latency' && effect.kind !== 'late_answer') {
				tell.bent(request.raw);
			}
			if (effect.kind === 'latency') await wait(effect.ms, undefined, { ref: false });
			if (effect.kind === 'reset_before') reset(request, reply);
			if (effect.kind === 'status') {
				return reply.code(effect.status).headers(effect.headers).send(effect.body);
			}
		}
		return undefined;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const taken = effects.get(request) ?? [];
		for (const effect of taken) {
			if (effect.kind === 'late_answer') await wait(effect.ms, undefined, { ref: false });
		}
		if (taken.some((effect) => effect.kind === 'reset_after')) reset(request, reply);
		const truncate = taken.find((effect) => effect.kind === 'truncate');
		if (truncate?.kind !== 'truncate') return payload;
		return truncated(reply, payload, truncate.fraction);
	});
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
