// A client with which tests and the demo command a running local service over HTTP.

import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { z } from 'zod';

import type { EncodedPost } from '../domain/observers';
import type { SentMessage } from '../domain/outbox';
import type { FaultCommand, FaultState } from '../http/faults';
import type { LoggedRequest } from '../http/requestLog';
import type * as commands from './schemas';

/** Parameters as they are given. */
type Given<Shape extends z.ZodRawShape> = z.input<z.ZodObject<Shape>>;
type AnyTarget = z.input<typeof commands.anyTarget>;
export type SeedCommand = Given<typeof commands.seedCommand>;
export type { FaultCommand, LoggedRequest };

/** A mail or SMS that would have been sent; `url` is the page it leads to. */
export type OutboxMessage = Omit<SentMessage, 'at' | 'path'> & { at: string; url?: string };

/** A post that the service would have sent. */
export type HeldPost = EncodedPost & { url: string };

/** Where a service is, and the token for its control interface. */
interface ControlledService {
	url: string;
	controlToken: string;
}

export type ControlClient = ReturnType<typeof controlClient>;

/** Commands to a running service, over HTTP. They reject with the service's message. */
export function controlClient(service: ControlledService) {
	const get = async <T>(path: string) => (await send(service, 'GET', path)) as T;
	const remove = async (path: string): Promise<void> => void (await send(service, 'DELETE', path));
	const post = async <T>(path: string, body: unknown = {}) =>
		(await send(service, 'POST', path, body)) as T;
	const run = async (path: string, body?: unknown): Promise<void> => void (await post(path, body));

	return {
		/**
		 * The signer fills every field, adds every attachment and signs; resolves when it is accepted.
		 *
		 * @param values replace the example values, by field name: `w<recipient>-<widget>`,
		 * `group-<custom_id>` or `template-<key>`.
		 */
		sign: (target: commands.Target, values?: Record<string, string>) =>
			run('/sign', { target, values }),
		decline: (target: commands.Target, reason?: string) => run('/decline', { target, reason }),
		/** The person opens the page, or an attachment of a certificate. */
		open: (target: AnyTarget, what?: Omit<Given<typeof commands.openCommand>, 'target'>) =>
			run('/open', { target, ...what }),
		/** The mail could not be delivered. */
		bounce: (target: AnyTarget, reason?: string) => run('/bounce', { target, reason }),
		expire: (signatureId: string) => run('/expire', { signatureId }),
		/** Gives the signers more days and adds the event `expiration_extended`. */
		extend: (signatureId: string, days: number) => run('/extend', { signatureId, days }),
		/** Advances the time. What is due before happens on the way, each at its own time. */
		advance: ({ days }: { days: number }) => run('/advance', { days }),
		/** Adds many things at once, without posting events. Resolves to their ids, newest first. */
		seed: async (seed: SeedCommand) => (await post<{ ids: string[] }>('/seed', seed)).ids,
		/** Appends any event to a history and posts it. */
		emit: (event: Given<typeof commands.emitCommand>) => run('/emit', event),
		/** Posts past events again, oldest first. Resolves to their number. */
		redeliver: async (which?: Given<typeof commands.redeliverCommand>) =>
			(await post<{ count: number }>('/redeliver', which)).count,
		/** Posts the events that were held back by `settings({ holdEvents: true })`. */
		releaseEvents: (how?: Given<typeof commands.releaseCommand>) => run('/release-events', how),
		/**
		 * Resolves to the posts that are held back, oldest first, and removes them: the caller sends them itself.
		 * Later events are still held back.
		 */
		takeEvents: async () => (await post<{ posts: HeldPost[] }>('/take-events')).posts,
		/** Resolves when every event post that is due has been answered or has failed. */
		settled: () => run('/settled'),
		settings: (settings: Given<typeof commands.settingsCommand>) => run('/settings', settings),
		/** Adds a user to the account. Resolves to the token. */
		addUser: async (user?: { administrator?: boolean }) =>
			(await post<{ token: string }>('/users', user)).token,
		/** Mails and SMS, newest first. */
		outbox: () => get<OutboxMessage[]>('/outbox'),
		faults: {
			/** Resolves to the fault's id. */
			add: async (fault: FaultCommand) => (await post<{ id: string }>('/faults', fault)).id,
			list: () => get<FaultState[]>('/faults'),
			/** Removes one fault, or all without an id. */
			clear: (id?: string) => remove(id === undefined ? '/faults' : `/faults/${id}`),
		},
		/** The requests to /v3 and /v4, oldest first. */
		requests: () => get<LoggedRequest[]>('/requests'),
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
