import axios from 'axios';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startSpreadingProxy, type SpreadingProxy } from './spreadingProxy';

const servers: Server[] = [];
let proxy: SpreadingProxy;

/** A backend that answers its name, the path and the body. */
async function backend(name: string): Promise<number> {
	const server = createServer((request, response) => {
		void text(request).then((body) => response.end(`${name} ${request.url} ${body}`.trim()));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	servers.push(server);
	return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
	const main = await backend('main');
	proxy = await startSpreadingProxy({
		main,
		processors: [await backend('first'), await backend('second')],
	});
});

afterEach(async () => {
	await proxy.close();
	for (const server of servers.splice(0)) server.close();
});

const post = async (path: string) =>
	await axios.post<string>(`${proxy.url}${path}`, 'body', {
		headers: { 'content-type': 'text/plain' },
		proxy: false,
		validateStatus: () => true,
	});

describe('the proxy in front of n8n', () => {
	it('sends production webhooks to the processors in turn', async () => {
		const answers = [];
		for (const path of ['/webhook/a', '/webhook/b?c=d', '/webhook/e']) {
			answers.push((await post(path)).data);
		}
		expect(answers).toEqual([
			'first /webhook/a body',
			'second /webhook/b?c=d body',
			'first /webhook/e body',
		]);
	});

	it.each(['/rest/settings', '/webhook-test/a', '/form/a'])('sends %s to main', async (path) => {
		expect((await post(path)).data).toBe(`main ${path} body`);
	});

	it('uses no connection twice, for the process may be closing it', async () => {
		const main = servers[0];
		let connections = 0;
		main?.on('connection', () => connections++);
		for (const path of ['/rest/a', '/rest/b', '/rest/c']) await post(path);
		expect(connections).toBe(3);
	});

	it('answers 502 for a process that is gone, and tries no other one', async () => {
		servers[1]?.close();
		const statuses = [];
		for (const path of ['/webhook/a', '/webhook/b', '/webhook/c']) {
			statuses.push((await post(path)).status);
		}
		expect(statuses).toEqual([502, 200, 502]);
	});
});
