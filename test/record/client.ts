// Sends the recorder's requests to the service, and keeps of files only sizes and hashes.

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import qs from 'qs';

import type { Credential } from './credential';
import { encode, type Body } from './encode';

/** One request to the service. */
export interface Call {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	query?: Record<string, string | number | string[]>;
	body?: Body;
	/** What to send instead of the credential's token. */
	token?: 'none' | 'wrong';
	/** Whether a success tells a secret, under whatever name. */
	tellsSecret?: true;
}

/** What is kept of a file: nothing of its content. */
export interface SeenFile {
	size: number;
	sha256: string;
	/** `%PDF-` at the start. */
	isPdf: boolean;
	/** `%PDF-` at the start and `%%EOF` at the end. */
	isWholePdf: boolean;
}

export interface Answer {
	status: number;
	/** By their names in lower case. */
	headers: Record<string, string>;
	/** JSON as data, other text as it is, `''` when there is none, `undefined` for a file. */
	body: unknown;
	file?: SeenFile;
}

/** No answer has come. */
export class CallFailed extends Error {}

/** A creation may take two minutes (docs/service.md#rate-limits). */
const TIMEOUT_MS = 150_000;
/** How often a call is sent again after a 429, and the longest wait that is accepted before it. */
const RETRIES = 3;
const LONGEST_WAIT_S = 60;

/** What sends calls to one service. */
export interface CallSender {
	/** The service's host, without a port. */
	host: string;
	/** @throws CallFailed when no complete answer comes */
	send(call: Call): Promise<Answer>;
}

/** Sends calls one after the other, with the credential's token. Redirects are not followed. */
export class Client implements CallSender {
	readonly host: string;

	constructor(private readonly credential: Credential) {
		this.host = new URL(credential.baseUrl).hostname;
	}

	/**
	 * Sends a call and reads the whole answer. After a 429 it is sent again.
	 *
	 * @throws CallFailed when no complete answer comes; its message has no token
	 */
	async send(call: Call): Promise<Answer> {
		for (let retry = 0; ; retry++) {
			const answer = await this.sendOnce(call);
			if (answer.status !== 429 || retry === RETRIES) return answer;
			const seconds = Number(answer.headers['retry-after'] ?? 10);
			await wait(Math.min(Number.isFinite(seconds) ? seconds : 10, LONGEST_WAIT_S) * 1000);
		}
	}

	private async sendOnce({ method, path, query = {}, body, token }: Call): Promise<Answer> {
		const search = qs.stringify(query, { arrayFormat: 'brackets', addQueryPrefix: true });
		const encoded = body && encode(body);
		const secret = token === 'wrong' ? 'no-such-token' : this.credential.accessToken;
		const headers: Record<string, string> = {
			...(token !== 'none' && { authorization: `Bearer ${secret}` }),
			...(encoded && { 'content-type': encoded.type }),
		};
		// `AbortSignal.timeout` would keep the process alive after the answer.
		const late = new AbortController();
		const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
		try {
			const response = await fetch(`${this.credential.baseUrl}${path}${search}`, {
				method,
				headers,
				body: encoded && new Uint8Array(encoded.bytes),
				redirect: 'manual',
				signal: late.signal,
			});
			const bytes = Buffer.from(await response.arrayBuffer());
			return { status: response.status, ...read(path, response, bytes) };
		} catch (error) {
			throw new CallFailed(`${method} ${path} got no answer: ${reasonOf(error)}`);
		} finally {
			clearTimeout(timer);
		}
	}
}

function read(path: string, { ok, headers }: Response, bytes: Buffer): Omit<Answer, 'status'> {
	const all: Record<string, string> = {};
	headers.forEach((value, name) => (all[name] = value));
	const isJson = (all['content-type'] ?? '').includes('json');
	if (ok && path.includes('/download/') && !isJson && bytes.length > 0) {
		return { headers: all, body: undefined, file: seenFile(bytes) };
	}
	const text = bytes.toString('utf8');
	try {
		return { headers: all, body: JSON.parse(text) as unknown };
	} catch {
		return { headers: all, body: text };
	}
}

function seenFile(bytes: Buffer): SeenFile {
	const isPdf = bytes.subarray(0, 1024).includes('%PDF-');
	return {
		size: bytes.length,
		sha256: createHash('sha256').update(bytes).digest('hex'),
		isPdf,
		isWholePdf: isPdf && bytes.subarray(-1024).includes('%%EOF'),
	};
}

/** The system's code, e.g. `ECONNREFUSED`, or the name of the error: messages may hold addresses. */
function reasonOf(error: unknown): string {
	const { cause, name } = error as Error & { cause?: { code?: unknown } };
	return typeof cause?.code === 'string' ? cause.code : name;
}
