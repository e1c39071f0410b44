import axios, { type AxiosInstance } from 'axios';

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

export function controlClient(service: { url: string; controlToken: string }): ControlClient {
	const http = axios.create({
		baseURL: `${service.url}/_control`,
		headers: { authorization: `Bearer ${service.controlToken}` },
		maxBodyLength: Infinity,
		maxContentLength: Infinity,
		proxy: false,
	});
	explainRefusals(http);
	const post = async <T>(path: string, body: unknown = {}): Promise<T> =>
		(await http.post<T>(path, body)).data;
	const run = async (path: string, body?: unknown): Promise<void> => {
		await post(path, body);
	};

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
		outbox: async () => (await http.get<OutboxMessage[]>('/outbox')).data,
		faults: {
			add: async (fault) => (await post<{ id: string }>('/faults', fault)).id,
			list: async () => (await http.get<FaultState[]>('/faults')).data,
			clear: async (id) => {
				await http.delete(id === undefined ? '/faults' : `/faults/${id}`);
			},
		},
		requests: async () => (await http.get<LoggedRequest[]>('/requests')).data,
		clearRequests: async () => {
			await http.delete('/requests');
		},
	};
}

/** Axios's own errors carry the whole request, token included. */
function explainRefusals(http: AxiosInstance): void {
	http.interceptors.response.use(undefined, (error: unknown) => {
		if (!axios.isAxiosError(error)) throw error;
		const answer = error.response?.data as
			{ message?: string; error_details?: unknown } | undefined;
		const details = answer?.error_details ? ` ${JSON.stringify(answer.error_details)}` : '';
		throw new Error(
			`control ${error.config?.url ?? ''}: ${answer?.message ?? error.message}${details}`,
		);
	});
}
