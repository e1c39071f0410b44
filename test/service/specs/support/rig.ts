// Starts a local service with clients and an event receiver for each test, and ends them.

import axios, { type AxiosInstance } from 'axios';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import qs from 'qs';

import { controlClient } from '../../control/client';
import { startService, type ServiceOptions } from '../../index';

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** Starts a service, clients for its API and control interface, and a receiver of events. */
export async function startRig(options: ServiceOptions = {}) {
	const service = await startService(options);
	const receiver = await startReceiver();
	return {
		service,
		control: controlClient(service),
		/** Uses the access token; throws for no status. */
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
	const rig = {} as Rig;
	beforeEach(async () => {
		Object.assign(rig, await startRig());
	});
	afterEach(() => rig.close());
	return rig;
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

/** Starts a server on this machine. */
export async function startServer(listener: RequestListener) {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	raw: string;
	/** Decoded by its media type. */
	body: Record<string, unknown>;
}

/** A server that receives event posts. */
async function startReceiver() {
	const posts: Received[] = [];
	const server = await startServer(async (request, response) => {
		const raw = await text(request);
		const { url = '', headers } = request;
		const isJson = headers['content-type'] === 'application/json';
		const body = (isJson ? JSON.parse(raw) : qs.parse(raw)) as Record<string, unknown>;
		posts.push({ path: url, headers, raw, body });
		response.writeHead(receiver.status).end();
	});
	const receiver = {
		...server,
		posts,
		/** The status that it answers. */
		status: 200,
		postsOfType: (type: string) => posts.filter(({ body }) => body.type === type),
	};
	return receiver;
}
