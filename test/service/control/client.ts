import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

import type { SentMessage } from '../domain/outbox';
import type { LoggedRequest } from '../http/requestLog';
import type * as commands from './schemas';

export type {
	AnyTarget,
	EmitCommand,
	FaultCommand,
	OpenCommand,
	RedeliverCommand,
	ReleaseCommand,
	SeedCommand,
	SettingsCommand,
	Target,
} from './schemas';
export type { LoggedRequest };

/** A mail or SMS that would have been sent; `url` is the page it leads to. */
export type OutboxMessage = Omit<SentMessage, 'at' | 'path'> & { at: string; url?: string };

/** A post that the service would have sent. */
export interface HeldPost {
	url: string;
	contentType: string;
	body: string;
}

/** Commands to a running service, over HTTP. They reject with the service's message. */
export interface ControlClient {
	/**
	 * The signer fills every field, adds every attachment and signs; resolves when it is accepted.
	 *
	 * @param values replace the example values, by field name: `w<recipient>-<widget>`,
	 * `group-<custom_id>` or `template-<key>`.
	 */
	sign(target: commands.Target, values?: Record<string, string>): Promise<void>;
	decline(target: commands.Target, reason?: string): Promise<void>;
	/** The person opens the page, or an attachment of a certificate. */
	open(target: commands.AnyTarget, what?: commands.OpenCommand): Promise<void>;
	/** The mail could not be delivered. */
	bounce(target: commands.AnyTarget, reason?: string): Promise<void>;
	expire(signatureId: string): Promise<void>;
	/** Gives the signers more days and adds the event `expiration_extended`. */
	extend(signatureId: string, days: number): Promise<void>;
	/** Advances the time. What is due before happens on the way, each at its own time. */
	advance(time: { days: number }): Promise<void>;
	/** Adds many things at once, without posting events. Resolves to their ids, newest first. */
	seed(seed: commands.SeedCommand): Promise<string[]>;
	/** Appends any event to a history and posts it. */
	emit(event: commands.EmitCommand): Promise<void>;
	/** Posts past events again, oldest first. Resolves to their number. */
	redeliver(which?: commands.RedeliverCommand): Promise<number>;
	/** Posts the events that were held back by `settings({ holdEvents: true })`. */
	releaseEvents(how?: commands.ReleaseCommand): Promise<void>;
	/**
	 * Resolves to the posts that are held back, oldest first, and removes them: the caller sends them itself.
	 * Later events are still held back.
	 */
	takeEvents(): Promise<HeldPost[]>;
	/** Resolves when every event post that is due has been answered or has failed. */
	settled(): Promise<void>;
	settings(settings: commands.SettingsCommand): Promise<void>;
	/** Adds a user to the account. Resolves to the token. */
	addUser(user?: { administrator?: boolean }): Promise<string>;
	/** Mails and SMS, newest first. */
	outbox(): Promise<OutboxMessage[]>;
	faults: {
		/** Resolves to the fault's id. */
		add(fault: commands.FaultCommand): Promise<string>;
		list(): Promise<FaultState[]>;
		/** Removes one fault, or all without an id. */
		clear(id?: string): Promise<void>;
	};
	/** The requests to /v3 and /v4, oldest first. */
	requests(): Promise<LoggedRequest[]>;
	clearRequests(): Promise<void>;
}

export interface FaultState {
	id: string;
	kind: string;
	hits: number;
}

interface ControlledService {
	url: string;
	controlToken: string;
}

/** Commands to the service at an address. */
export function controlClient(service: ControlledService): ControlClient {
	const get = async <T>(path: string) => (await send(service, 'GET', path)) as T;
	const remove = async (path: string) => void (await send(service, 'DELETE', path));
	const post = async <T>(path: string, body: unknown = {}) =>
		(await send(service, 'POST', path, body)) as T;
	const run = async (path: string, body?: unknown) => void (await post(path, body));

	return {
		sign: (target, values) => run('/sign', { target, values }),
		decline: (target, reason) => run('/decline', { target, reason }),
		open: (target, what) => run('/open', { target, ...what }),
		bounce: (target, reason) => run('/bounce', { target, reason }),
		expire: (signatureId) => run('/expire', { signatureId }),
		extend: (signatureId, days) => run('/extend', { signatureId, days }),
		advance: ({ days }) => run('/advance', { days }),
		seed: async (seed) => (await post<{ ids: string[] }>('/seed', seed)).ids,
		emit: (event) => run('/emit', event),
		redeliver: async (which) => (await post<{ count: number }>('/redeliver', which)).count,
		releaseEvents: (how) => run('/release-events', how),
		takeEvents: async () => (await post<{ posts: HeldPost[] }>('/take-events')).posts,
		settled: () => run('/settled'),
		settings: (settings) => run('/settings', settings),
		addUser: async (user) => (await post<{ token: string }>('/users', user)).token,
		outbox: () => get('/outbox'),
		faults: {
			add: async (fault) => (await post<{ id: string }>('/faults', fault)).id,
			list: () => get('/faults'),
			clear: (id) => remove(id === undefined ? '/faults' : `/faults/${id}`),
		},
		requests: () => get('/requests'),
		clearRequests: () => remove('/requests'),
	};
}

/**
 * Sends a command and resolves to its answer. Tests send thousands: Node's own client takes a quarter of the
 * processor time that axios does.
 */
async function send(
	{ url, controlToken }: ControlledService,
	method: string,
	path: string,
	body?: unknown,
): Promise<unknown> {
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		const headers = {
			authorization: `Bearer ${controlToken}`,
			...(body !== undefined && { 'content-type': 'application/json' }),
		};
		// A connection that is kept may be closed by the service in the moment in which it is used again.
		request(`${url}/_control${path}`, { method, headers, agent: false }, resolve)
			.on('error', (error) => reject(new Error(`control ${path}: ${error.message}`)))
			.end(body === undefined ? undefined : JSON.stringify(body));
	});
	const data: unknown = await json(answer);
	if (answer.statusCode === 200) return data;
	const { message, error_details: details } = data as { message?: string; error_details?: unknown };
	throw new Error(
		`control ${path}: ${message ?? answer.statusCode}${details ? ` ${JSON.stringify(details)}` : ''}`,
	);
}
