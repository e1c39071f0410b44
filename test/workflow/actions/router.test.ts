import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';

const local = localService();
let ids: string[];

beforeAll(async () => {
	const pdf = await pdfOf('A contract');
	const { items } = await runNode({
		parameters: createParameters({ options: { itemsAtOnce: 5 } }),
		credential: local.credential,
		items: await Promise.all(Array.from({ length: 12 }, () => itemWithPdf('a.pdf', pdf))),
	});
	ids = items.map(({ json }) => String(json.signatureId));
	await local.control.settled();
});

/**
 * A server that answers as soon as `width` requests are waiting, and records the most that ever waited.
 * Before it answers, it waits for a few probes, so that all the node has sent by then has arrived.
 */
async function startGate(width: number) {
	const waiting: { request: IncomingMessage; response: ServerResponse }[] = [];
	let peak = 0;
	const answerAll = async () => {
		await probe(server);
		for (const { request, response } of waiting.splice(0)) confirm(request, response);
	};
	const server = createServer((request, response) => {
		if (request.url === PROBE) {
			response.end();
			return;
		}
		waiting.push({ request, response });
		peak = Math.max(peak, waiting.length);
		if (waiting.length === width) void answerAll();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: addressOf(server),
		peak: () => peak,
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}

/** Answers a request as the service would: with the id in its path. */
function confirm({ url = '' }: IncomingMessage, response: ServerResponse): void {
	const id = /signatures\/([^/.]+)/.exec(url)?.[1];
	response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id }));
}

const PROBE = '/probe';

/** Makes a few requests, one after the other, and resolves when all are answered. */
async function probe(server: Server): Promise<void> {
	for (let index = 0; index < 5; index++) await axios.get(addressOf(server) + PROBE);
}

function addressOf(server: Server): string {
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';
const parameters = (operation: string, options: INodeParameters = {}): INodeParameters => ({
	resource: 'signature',
	operation,
	signatureId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options,
});
const run = async (operation: string, wanted: string[], options?: INodeParameters) =>
	await runNode({
		parameters: parameters(operation, options),
		credential: local.credential,
		items: wanted.map((id) => ({ json: { id } })),
	});
const paths = async () => (await local.control.requests()).map(({ path }) => path);

describe('the option Items at Once', () => {
	it.each(['get', 'sendReminder'])(
		'keeps the order and the pairing of items when the first one takes longest (%s)',
		async (operation) => {
			await local.control.faults.add({ kind: 'latency', ms: 300, path: String(ids[0]) });
			const { items, error } = await run(operation, ids, { itemsAtOnce: 4 });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.signatureId)).toEqual(ids);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
		},
	);

	it.each<[string, number, INodeParameters | undefined]>([
		['get', 5, undefined],
		['sendReminder', 1, undefined],
		['get', 2, { itemsAtOnce: 2 }],
		['sendReminder', 10, { itemsAtOnce: 10 }],
	])(
		'lets %s work on %d item(s) at once with the options %j',
		async (operation, width, options) => {
			const gate = await startGate(width);
			try {
				const { items } = await runNode({
					parameters: parameters(operation, options),
					credential: { ...local.credential, baseUrl: gate.url },
					items: ids.slice(0, 10).map((id) => ({ json: { id } })),
				});
				expect(items).toHaveLength(10);
				expect(gate.peak()).toBe(width);
			} finally {
				await gate.close();
			}
		},
	);

	it.each([0, 51, 1.5, 'many'])(
		'is rejected before anything is sent when it is %j',
		async (itemsAtOnce) => {
			const { error } = await run('get', ids, { itemsAtOnce });
			expect(error?.message).toBe(
				`Items at Once ${JSON.stringify(itemsAtOnce)} must be a whole number between 1 and 50`,
			);
			expect(await local.control.requests()).toEqual([]);
		},
	);
});

describe('an option that holds for all items', () => {
	it.each([
		[{ itemsAtOnce: 0 }, 'Items at Once 0 must be a whole number between 1 and 50'],
		[{ timeout: 0 }, 'Timeout (Seconds) 0 must be a whole number between 1 and 3600'],
	])(
		'gives an error for each item when it is out of range (%j), with Continue On Fail',
		async (options, message) => {
			const { items } = await runNode({
				parameters: parameters('sendReminder', options),
				credential: local.credential,
				items: ids.slice(0, 2).map((id) => ({ json: { id } })),
				onError: 'continueRegularOutput',
			});
			const description = 'Nothing was sent to Signaturit.';
			expect(items).toEqual(
				[0, 1].map((item) => ({
					json: { message, error: { message, description, verdict: 'refused' } },
					pairedItem: { item },
				})),
			);
			expect(await local.control.requests()).toEqual([]);
		},
	);
});

describe('when an item fails', () => {
	it('and items run one after the other, no later item is started', async () => {
		const [first = '', second = ''] = ids;
		const { error } = await run('sendReminder', [first, UNKNOWN, second]);
		expect(error?.context?.itemIndex).toBe(1);
		expect(await paths()).toEqual([
			expect.stringContaining(first),
			expect.stringContaining(UNKNOWN),
		]);
	});

	it('and several run at once, those in flight are finished and the error names the first failed item', async () => {
		await local.control.faults.add({ kind: 'latency', ms: 300, path: String(ids[0]) });
		const wanted = [String(ids[0]), UNKNOWN, ...ids.slice(1)];
		const { error } = await run('get', wanted, { itemsAtOnce: 3 });
		expect(error?.context?.itemIndex).toBe(1);
		const requests = await local.control.requests();
		expect(requests.length).toBeLessThan(6);
		expect(requests.every(({ status }) => status > 0)).toBe(true);
	});

	it('with Continue On Fail, all other items are carried out', async () => {
		const wanted = [UNKNOWN, ...ids, UNKNOWN];
		const { items } = await runNode({
			parameters: parameters('get'),
			credential: local.credential,
			items: wanted.map((id) => ({ json: { id } })),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(wanted.length);
		expect(items.filter(({ json }) => 'error' in json).map(({ pairedItem }) => pairedItem)).toEqual(
			[{ item: 0 }, { item: wanted.length - 1 }],
		);
	});
});

it.each([
	{ resource: '__CUSTOM_API_CALL__' },
	{ resource: 'signature', operation: '__CUSTOM_API_CALL__' },
])("n8n's choice of a custom API call is referred to the HTTP Request node: %j", async (choice) => {
	const { error } = await runNode({ parameters: choice, credential: local.credential });
	expect(error?.message).toBe(
		'A custom API call is made by the HTTP Request node, not by this one',
	);
	expect(error?.description).toContain('Credential Type "Signaturit API"');
});

describe('when someone stops the execution', () => {
	it.each([
		['by default', undefined],
		['with Continue On Fail', 'continueRegularOutput' as const],
	])('no further item is sent, %s', async (_, onError) => {
		let stop: () => void = () => undefined;
		const stopped = new Promise<void>((resolve) => {
			stop = resolve;
		});
		let received = 0;
		let answered: () => void = () => undefined;
		const lastAnswer = new Promise<void>((resolve) => {
			answered = resolve;
		});
		const server = createServer((request, response) => {
			if (request.url === PROBE) {
				response.end();
				return;
			}
			if (++received === 2) {
				stop();
				response.once('close', answered);
			}
			setImmediate(() => confirm(request, response));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			await runNode({
				parameters: parameters('sendReminder'),
				credential: { ...local.credential, baseUrl: addressOf(server) },
				items: ids.map((id) => ({ json: { id } })),
				onError,
				stopped,
			});
			await lastAnswer;
			await probe(server);
			expect(received).toBe(2);
		} finally {
			await new Promise((resolve) => server.close(resolve));
		}
	});
});
