import axios, { type AxiosInstance } from 'axios';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';

import { controlClient, type ControlClient } from '../../control/client';
import { startService, type RunningService, type ServiceOptions } from '../../index';

export interface Rig {
	service: RunningService;
	control: ControlClient;
	/** Uses the access token; throws for no status. */
	http: AxiosInstance;
	receiver: Receiver;
	close(): Promise<void>;
}

/** Starts a service, clients for its API and control interface, and a receiver of events. */
export async function startRig(options: ServiceOptions = {}): Promise<Rig> {
	const service = await startService(options);
	const receiver = await startReceiver();
	return {
		service,
		control: controlClient(service),
		http: apiClient(service, service.token),
		receiver,
		close: async () => {
			await service.close();
			await receiver.close();
		},
	};
}

/** A new rig for each test. Registers the hooks that start and close it. */
export function rigForEach(): Rig {
	let current: Rig;
	beforeEach(async () => {
		current = await startRig();
	});
	afterEach(() => current.close());
	return {
		get service() {
			return current.service;
		},
		get control() {
			return current.control;
		},
		get http() {
			return current.http;
		},
		get receiver() {
			return current.receiver;
		},
		close: () => current.close(),
	};
}

export function apiClient(service: { url: string }, token: string): AxiosInstance {
	return axios.create({
		baseURL: service.url,
		headers: token ? { authorization: `Bearer ${token}` } : {},
		maxBodyLength: Infinity,
		proxy: false,
		validateStatus: () => true,
	});
}

export interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	raw: string;
	/** Decoded by its media type. */
	body: Record<string, unknown>;
}

export interface Receiver {
	url: string;
	posts: Received[];
	postsOfType(type: string): Received[];
	/** The status that it answers; 200 unless set. */
	status: number;
	close(): Promise<void>;
}

/** A server that receives event posts. */
async function startReceiver(): Promise<Receiver> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const raw = Buffer.concat(chunks).toString('utf8');
			const isJson = request.headers['content-type'] === 'application/json';
			receiver.posts.push({
				path: request.url ?? '',
				headers: request.headers,
				raw,
				body: (isJson ? JSON.parse(raw) : qs.parse(raw)) as Record<string, unknown>,
			});
			response.writeHead(receiver.status).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		posts: [],
		postsOfType: (type) => receiver.posts.filter(({ body }) => body.type === type),
		status: 200,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
	return receiver;
}
