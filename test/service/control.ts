import axios, { type AxiosInstance } from 'axios';

import type { FaultCommand, ReleaseCommand, SettingsCommand, Target } from './control/schemas';
import type { LoggedRequest } from './http/request-log';

export type { FaultCommand, LoggedRequest, ReleaseCommand, SettingsCommand, Target };

/** Commands to a running service, over HTTP. All reject with the service's own words. */
export interface ControlClient {
	/** The signer signs; resolves when that has been accepted. */
	sign(target: Target): Promise<void>;
	decline(target: Target, reason?: string): Promise<void>;
	/** Resolves when every event post that is due has been answered or has failed. */
	settled(): Promise<void>;
	settings(settings: SettingsCommand): Promise<void>;
	/** Posts the events that were held back by `settings({ holdEvents: true })`. */
	releaseEvents(how?: ReleaseCommand): Promise<void>;
	faults: {
		/** Answers the fault's id. */
		add(fault: FaultCommand): Promise<string>;
		list(): Promise<Array<{ id: string; kind: string; hits: number }>>;
		/** Removes one fault, or all. */
		clear(id?: string): Promise<void>;
	};
	/** The requests to /v3 and /v4, oldest first. */
	requests(): Promise<LoggedRequest[]>;
	clearRequests(): Promise<void>;
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

	return {
		sign: (target) => post('/sign', { target }),
		decline: (target, reason) => post('/decline', { target, reason }),
		settled: () => post('/settled'),
		settings: (settings) => post('/settings', settings),
		releaseEvents: (how = {}) => post('/release-events', how),
		faults: {
			add: async (fault) => (await post<{ id: string }>('/faults', fault)).id,
			list: async () =>
				(await http.get<Array<{ id: string; kind: string; hits: number }>>('/faults')).data,
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
		const answer = error.response?.data as { message?: string } | undefined;
		const path = error.config?.url ?? '';
		throw new Error(`control ${path}: ${answer?.message ?? error.message}`);
	});
}
