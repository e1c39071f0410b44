import axios from 'axios';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening, type Listening } from '../../../listening';
import { startSpreadingProxy } from './spreadingProxy';

const backends: Array<Listening & { server: Server }> = [];
let proxy: Listening;

/** Starts a backend that answers its name, the path and the body. */
async function backend(name: string): Promise<number> {
	const server = createServer((request, response) => {
		void text(request).then((body) => response.end(`${name} ${request.url} ${body}`.trim()));
	});
	const started = await listening(server);
	backends.push({ ...started, server });
	return started.port;
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
	for (const { close } of backends.splice(0)) await close();
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
		const main = backends[0]?.server;
		let connections = 0;
		main?.on('connection', () => connections++);
		for (const path of ['/rest/a', '/rest/b', '/rest/c']) await post(path);
		expect(connections).toBe(3);
	});

	it('answers 502 for a process that is gone, and tries no other one', async () => {
		await backends[1]?.close();
		const statuses = [];
		for (const path of ['/webhook/a', '/webhook/b', '/webhook/c']) {
			statuses.push((await post(path)).status);
		}
		expect(statuses).toEqual([502, 200, 502]);
	});
});
