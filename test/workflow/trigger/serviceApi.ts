// The local service's API as trigger tests use it directly, without the nodes.

import axios, { type AxiosInstance, type AxiosResponse } from 'axios';

interface HookEntry {
	url: string;
	status_code: number;
}

/** The fields of Create's answer that the tests use. */
export interface SentRequest {
	id: string;
	documents: {
		id: string;
		email: string;
		created_at: string;
		events: { type: string; created_at: string }[];
	}[];
}

/** The service's API as tests call it, without the nodes. */
export class ServiceApi {
	private readonly http: AxiosInstance;

	constructor({ url, token }: { url: string; token: string }) {
		this.http = axios.create({
			baseURL: url,
			headers: { Authorization: `Bearer ${token}` },
			proxy: false,
		});
	}

	async get(path: string): Promise<AxiosResponse<SentRequest>> {
		return await this.http.get(path);
	}

	async download(path: string): Promise<Buffer> {
		const { data } = await this.http.get<ArrayBuffer>(path, { responseType: 'arraybuffer' });
		return Buffer.from(data);
	}

	async create(path: string, fields: object): Promise<{ id: string }> {
		return (await this.http.post<{ id: string }>(path, fields)).data;
	}

	async patch(path: string, fields = {}): Promise<void> {
		await this.http.patch(path, fields);
	}

	async delete(path: string): Promise<void> {
		await this.http.delete(path);
	}

	async subscriptions(): Promise<{ id: string; url: string; events: string[] }[]> {
		return (await this.http.get('/v3/subscriptions.json')).data;
	}

	async endSubscriptions(): Promise<void> {
		for (const { id } of await this.subscriptions())
			await this.delete(`/v3/subscriptions/${id}.json`);
	}

	/** The event hooks of one event type, as the service lists them. */
	async hooks(eventType: string): Promise<HookEntry[]> {
		const { data } = await this.http.get('/v3/event-hooks', { params: { limit: 100 } });
		const { web_hooks: hooks } = data as { web_hooks: (HookEntry & { event_type: string })[] };
		return hooks.filter(({ event_type: type }) => type === eventType);
	}
}
