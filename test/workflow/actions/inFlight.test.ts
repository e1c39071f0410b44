import type { ServerResponse } from 'node:http';
import { runNode, storedFile } from '../engine/engine';
import { scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();

/** Answers after a few turns of the event loop, and tells how many requests were waiting at most. */
function slowly(answer: (url: URL) => unknown) {
	let waiting = 0;
	const most = { value: 0 };
	server.answers = [
		({ url }, response) => {
			most.value = Math.max(most.value, ++waiting);
			const end = (turns: number) => {
				if (turns > 0) {
					setImmediate(() => end(turns - 1));
					return;
				}
				waiting--;
				response.setHeader('Content-Type', 'application/json');
				response.end(JSON.stringify(answer(new URL(url ?? '', 'http://host'))));
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

describe('an upload in chunks that someone stops', () => {
	it('sends no further chunk', async () => {
		let stop: () => void = () => undefined;
		const stopped = new Promise<void>((resolve) => {
			stop = resolve;
		});
		const held: ServerResponse[] = [];
		server.answers = [
			(request, response) => {
				held.push(response);
				stop();
				request.resume().once('end', () => {
					const chunk = { chunk: held.length, upload_key: 'k', completed: false };
					response.setHeader('Content-Type', 'application/json');
					response.end(JSON.stringify(chunk));
				});
			},
		];
		const file = await storedFile(Buffer.alloc(20 * 1024 * 1024), 'large.bin');
		await runNode({
			parameters: { resource: 'certifiedFile', operation: 'upload', binaryPropertyName: 'data' },
			credential: server.credential,
			items: [{ json: {}, binary: { data: file } }],
			stopped,
		});
		for (const response of held) {
			if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
		}
		await fetch(`${server.url}/probe`);
		expect(server.received.map(({ url }) => url)).toEqual(['/v3/files.json', '/probe']);
	});
});
