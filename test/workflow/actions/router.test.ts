import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { runNode, storedFile, type NodeRun } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf, signatureParameters } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { answer, scriptedServer } from '../engine/scriptedServer';

const local = localService();
const server = scriptedServer();
type Answer = (typeof server.answers)[number];
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

const PROBE = '/probe';

/** Makes a few requests, one after the other, so that all the node has sent by then has arrived. */
async function probe(): Promise<void> {
	for (let index = 0; index < 5; index++) await fetch(server.url + PROBE);
}

/** What the node has sent to the scripted server. */
const received = () => server.received.filter(({ url }) => url !== PROBE);

/** Answers a request as the service would: with the id in its path. */
const confirm: Answer = (request, response) => {
	const id = /signatures\/([^/.]+)/.exec(request.url ?? '')?.[1];
	answer(200, JSON.stringify({ id }))(request, response);
};

/** Answers all but probes like this. */
const answerWith = (give: Answer) => {
	server.answers = [
		(request, response) => {
			if (request.url === PROBE) response.end();
			else give(request, response);
		},
	];
};

/** Answers as soon as `width` requests are waiting. Returns the most that ever waited. */
function openGate(width: number) {
	const waiting: Parameters<Answer>[] = [];
	const most = { value: 0 };
	const answerAll = async () => {
		await probe();
		for (const exchange of waiting.splice(0)) confirm(...exchange);
	};
	answerWith((...exchange) => {
		waiting.push(exchange);
		most.value = Math.max(most.value, waiting.length);
		if (waiting.length === width) void answerAll();
	});
	return most;
}

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';
const run = async (
	operation: string,
	wanted: string[],
	options: INodeParameters = {},
	settings: Partial<NodeRun> = {},
) =>
	await runNode({
		parameters: signatureParameters(operation, '={{ $json.id }}', { options }),
		credential: local.credential,
		items: wanted.map((id) => ({ json: { id } })),
		...settings,
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
			const most = openGate(width);
			const { credential } = server;
			const { items } = await run(operation, ids.slice(0, 10), options, { credential });
			expect(items).toHaveLength(10);
			expect(most.value).toBe(width);
		},
	);
});

describe('an option that holds for all items', () => {
	it.each([
		...[0, 51, 1.5, 'many'].map((value) => ['itemsAtOnce', value, 'Items at Once', 50] as const),
		...[0, 3601, 1.5, 'soon'].map(
			(value) => ['timeout', value, 'Timeout (Seconds)', 3600] as const,
		),
	])('is refused before anything is sent when %s is %j', async (option, value, name, most) => {
		const refuse = async (settings: Partial<NodeRun> = {}) =>
			await run('sendReminder', ids.slice(0, 2), { [option]: value }, settings);
		const message = `${name} ${JSON.stringify(value)} must be a whole number between 1 and ${most}`;
		expect((await refuse()).error?.message).toBe(message);
		const { items } = await refuse({ onError: 'continueRegularOutput' });
		const description = 'Nothing was sent.';
		expect(items).toEqual(
			[0, 1].map((item) => ({
				json: { message, error: { message, description, verdict: 'refused' } },
				pairedItem: { item },
			})),
		);
		expect(await local.control.requests()).toEqual([]);
	});
});

describe('when an item fails', () => {
	it('and items run one after the other, no later item is started', async () => {
		const [first = '', second = ''] = ids;
		const { error } = await run('sendReminder', [first, UNKNOWN, second]);
		expect(error?.context?.itemIndex).toBe(1);
		expect((await paths()).join()).not.toContain(second);
		expect((await paths()).slice(0, 2)).toEqual([
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
		const { items } = await run('get', wanted, {}, { onError: 'continueRegularOutput' });
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
	/** A promise, and what resolves it. */
	function signal() {
		let give: () => void = () => undefined;
		const given = new Promise<void>((resolve) => {
			give = resolve;
		});
		return { give, given };
	}

	it.each([
		['by default', undefined],
		['with Continue On Fail', 'continueRegularOutput' as const],
	])('no further item is sent, %s', async (_, onError) => {
		const stop = signal();
		const lastAnswer = signal();
		answerWith((request, response) => {
			if (received().length === 2) {
				stop.give();
				response.once('close', lastAnswer.give);
			}
			setImmediate(() => confirm(request, response));
		});
		const { credential } = server;
		await run('sendReminder', ids, {}, { credential, onError, stopped: stop.given });
		await lastAnswer.given;
		await probe();
		expect(received()).toHaveLength(2);
	});

	it('no further chunk of an upload is sent', async () => {
		const stop = signal();
		const held: ServerResponse[] = [];
		answerWith((request, response) => {
			held.push(response);
			stop.give();
			const chunk = JSON.stringify({ chunk: held.length, upload_key: 'k', completed: false });
			request.resume().once('end', () => answer(200, chunk)(request, response));
		});
		const data = await storedFile(Buffer.alloc(20 * 1024 * 1024), 'large.bin');
		await runNode({
			parameters: { resource: 'certifiedFile', operation: 'upload', binaryPropertyName: 'data' },
			credential: server.credential,
			items: [{ json: {}, binary: { data } }],
			stopped: stop.given,
		});
		for (const response of held) {
			if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
		}
		await probe();
		expect(received().map(({ url }) => url)).toEqual(['/v3/files.json']);
	});
});

/** Answers after a few turns of the event loop, and tells how many requests were waiting at most. */
function slowly(give: (url: URL) => unknown) {
	let waiting = 0;
	const most = { value: 0 };
	server.answers = [
		(request, response) => {
			most.value = Math.max(most.value, ++waiting);
			const end = (turns: number) => {
				if (turns > 0) {
					setImmediate(() => end(turns - 1));
					return;
				}
				waiting--;
				const body = give(new URL(request.url ?? '', 'http://host'));
				answer(200, JSON.stringify(body))(request, response);
			};
			end(20);
		},
	];
	return most;
}

/** A page of a list of 3,000 signature requests, newest first, or their count. */
function page({ pathname, searchParams }: URL): object {
	if (pathname.endsWith('count.json')) return { count: 3_000 };
	const offset = Number(searchParams.get('offset'));
	const length = Math.min(Number(searchParams.get('limit')), 3_000 - offset);
	return Array.from({ length }, (_, index) => ({
		id: `s${offset + index}`,
		created_at: new Date(Date.UTC(2026, 0, 1) - (offset + index) * 1_000).toISOString(),
	}));
}

describe('requests in flight', () => {
	it.each([1, 3, 5])(
		'are 16 at most when %d items read long lists at the same time',
		async (itemsAtOnce) => {
			const most = slowly(page);
			const { items, error } = await runNode({
				parameters: {
					resource: 'signature',
					operation: 'getMany',
					returnAll: true,
					simplify: false,
					filters: { status: 'ready' },
					options: { itemsAtOnce },
				},
				credential: server.credential,
				items: Array.from({ length: itemsAtOnce }, () => ({ json: {} })),
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(itemsAtOnce * 3_000);
			expect(most.value).toBeLessThanOrEqual(16);
			expect(most.value).toBeGreaterThan(8);
		},
	);
});
