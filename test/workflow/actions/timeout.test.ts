import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { resources, propertiesOf } from '../../../nodes/Signaturit/actions';
import { readTimeout } from '../../../nodes/Signaturit/actions/pace';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { addNodeType, runNode } from '../engine/engine';
import { executeContext } from '../engine/executeContext';
import { signatureParameters } from '../engine/fixtures';
import { movedIn, type Moved } from '../engine/moved';
import { scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();

afterEach(() => jest.restoreAllMocks());

const run = async (operation: string, options = {}) =>
	await runNode({
		parameters: signatureParameters(operation, 's1', { name: 'New name', options }),
		credential: server.credential,
	});

/** Resolves when the connection of the first request is closed. */
async function closed(): Promise<void> {
	const socket: Socket | undefined = server.received[0]?.socket;
	if (socket && !socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
}

const compressed =
	(encoding: string, body: Buffer | string): (typeof server.answers)[number] =>
	(_, response) =>
		void response
			.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': encoding })
			.end(body);

const UNKNOWN = /^It is unknown whether the signature request was renamed\./;

describe('the option Timeout', () => {
	it('is 120 seconds for what creates something, and 60 for all else', () => {
		const options = propertiesOf(resources).filter(({ name }) => name === 'options');
		const slow = options
			.filter((field) => timeoutIn(field)?.default === 120)
			.map(({ displayOptions }) => displayOptions?.show);
		expect(slow).toEqual([
			{ resource: ['signature'], operation: ['create'] },
			{ resource: ['signature'], operation: ['sendAndWait'] },
			{ resource: ['certifiedEmail'], operation: ['createEmail'] },
			{ resource: ['certifiedSms'], operation: ['createSms'] },
			{ resource: ['certifiedFile'], operation: ['upload'] },
		]);
		expect(options.filter((field) => timeoutIn(field)?.default === 60)).toHaveLength(
			options.length - slow.length,
		);
	});

	it.each([
		[1, 1_000],
		[undefined, 60_000],
	])('of %s seconds is how long a request waits (%d ms)', (timeout, milliseconds) => {
		const options: INodeParameters = timeout === undefined ? {} : { timeout };
		const context = executeContext({ parameters: signatureParameters('get', 's1', { options }) });
		expect(readTimeout(new Call(context), {})).toBe(milliseconds);
	});
});

describe('a request whose answer does not come in time', () => {
	const write =
		(text: string): (typeof server.answers)[number] =>
		({ socket }) =>
			void socket.write(`HTTP/1.1 200 OK\r\n${text}`);

	it.each<[string, (typeof server.answers)[number]]>([
		['no answer', () => undefined],
		['no end of the headers', write('Content-Le')],
		['no body', write('Content-Length: 11\r\n\r\n')],
		['half a body', write('Content-Length: 11\r\n\r\n{"id"')],
		['no end of the chunks', write('Transfer-Encoding: chunked\r\n\r\nb\r\n{"id":"s1"}\r\n')],
		[
			'a body that comes drop by drop',
			(_, response) => {
				response.writeHead(200, { 'Content-Type': 'application/json' });
				const drops = setInterval(() => response.write(' '), 20);
				response.once('close', () => clearInterval(drops));
			},
		],
	])('is given up, and its connection closed, after %s', async (_, give) => {
		server.answers = [give];
		const { error } = await run('rename', { timeout: 1 });
		expect(error?.message).toMatch(UNKNOWN);
		expect(error?.description).toContain('No answer arrived in time');
		expect(server.received).toHaveLength(1);
		await closed();
	});

	it('is not made again when it reads', async () => {
		server.answers = [() => undefined];
		const { error } = await run('get', { timeout: 1 });
		expect(error?.message).toBe('Signaturit did not answer in time');
		expect(server.received).toHaveLength(1);
		await closed();
	});
});

describe('a request that n8n does not end', () => {
	type Given = Parameters<IExecuteFunctions['helpers']['httpRequestWithAuthentication']>;

	/** n8n that takes the signal of its own context alone, which is aborted only when somebody stops the execution. */
	const unended =
		(log: string[]): Moved =>
		(n8n) => ({
			helpers: {
				...n8n.helpers,
				httpRequestWithAuthentication: async (...given: Given) =>
					await n8n.helpers.httpRequestWithAuthentication.apply(n8n, given),
			},
			logger: { ...n8n.logger, error: (line: string) => log.push(line) },
		});

	const runIn = async (moved: Moved, operation = 'rename') => {
		addNodeType('moved', movedIn(new Signaturit(), moved));
		return await runNode({
			type: { name: 'moved', version: 1 },
			parameters: signatureParameters(operation, 's1', {
				name: 'New name',
				options: { timeout: 1 },
			}),
			credential: server.credential,
		});
	};

	it.each<[string, (typeof server.answers)[number]]>([
		['no answer', () => undefined],
		['no body', ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n')],
	])('fails in time all the same after %s, and the log says so', async (_, give) => {
		jest.replaceProperty(delays, 'unended', 100);
		server.answers = [give];
		const log: string[] = [];
		const began = performance.now();
		const { error } = await runIn(unended(log));
		expect(performance.now() - began).toBeLessThan(10_000);
		expect(error?.message).toMatch(UNKNOWN);
		expect(error?.description).toContain('No answer arrived in time');
		expect(error?.context?.verdict).toBe('unknown');
		expect(log).toEqual([expect.stringContaining('n8n has not ended a request to 127.0.0.1')]);
		server.received[0]?.socket.destroy();
	});

	it('has its connection closed when an answer comes later', async () => {
		jest.replaceProperty(delays, 'unended', 100);
		let late: ServerResponse | undefined;
		server.answers = [(_, response) => void (late = response)];
		await runIn(unended([]));
		late?.writeHead(200, { 'Content-Length': '1000000' }).write('{');
		await closed();
	});

	it('is ended by its own signal, if n8n takes that', async () => {
		server.answers = [() => undefined];
		const log: string[] = [];
		const { error } = await runIn((n8n) => ({
			helpers: {
				...n8n.helpers,
				httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
					await n8n.helpers.httpRequest({
						...options,
						headers: { ...options.headers, Authorization: 'Bearer a-token' },
					}),
			},
			logger: { ...n8n.logger, error: (line: string) => log.push(line) },
		}));
		expect(error?.message).toMatch(UNKNOWN);
		await closed();
		expect(log).toEqual([]);
	});
});

describe('a request whose answer is compressed', () => {
	it('is asked not to be, and is read all the same', async () => {
		server.answers = [compressed('gzip', gzipSync('{"id":"s1"}'))];
		const { items } = await run('rename');
		expect(items[0]?.json).toEqual({ signatureId: 's1', name: 'New name' });
		expect(server.received[0]?.headers['accept-encoding']).toBe('identity');
	});

	it.each([
		['gzip', '<html>Bad gateway</html>'],
		['br', '<html>Bad gateway</html>'],
		['deflate', '<html>Bad gateway</html>'],
		['gzip', gzipSync('{"id":"s1"}').subarray(0, 20)],
		['gzip', gzipSync('{"id":"s1"}').subarray(0, 10)],
		['br', brotliCompressSync('{"id":"s1"}').subarray(0, 4)],
	])('ends when the compression (%s) is damaged', async (encoding, body) => {
		server.answers = [compressed(encoding, body)];
		const { error } = await run('rename');
		expect(error?.message).toMatch(UNKNOWN);
		expect(server.received).toHaveLength(1);
	});
});

describe('a change that is answered with nothing', () => {
	const remove = async () =>
		await runNode({
			parameters: signatureParameters('delete', 's1'),
			credential: server.credential,
		});

	it('is done', async () => {
		server.answers = [(_, response) => void response.writeHead(200).end()];
		expect((await remove()).items[0]?.json).toEqual({ signatureId: 's1', deleted: true });
	});

	it.each([
		['gzip', gzipSync('{"error":"Not deleted"}').subarray(0, 10)],
		['br', brotliCompressSync('{"error":"Not deleted"}').subarray(0, 4)],
	])('may not be done when a compressed answer (%s) was cut off', async (encoding, body) => {
		server.answers = [compressed(encoding, body)];
		expect((await remove()).error?.context?.verdict).toBe('unknown');
	});
});

function timeoutIn({ options = [] }: INodeProperties): INodeProperties | undefined {
	return options.find((option): option is INodeProperties => option.name === 'timeout');
}
