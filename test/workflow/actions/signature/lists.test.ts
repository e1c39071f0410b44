import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../../engine/engine';
import { byId } from '../../engine/fixtures';
import { listsOnService } from '../listsOnService';

describe('Signature Request: Get Many, Count and Get', () => {
	const { local, run, idsOf, queries } = listsOnService('signature');
	let ids: string[];
	let today: string;

	beforeAll(async () => {
		const seed = { spreadDays: 20, status: 'completed', signers: 2 } as const;
		const older = await local.control.seed({ ...seed, count: 200, data: { crm_id: '2445' } });
		const newer = await local.control.seed({
			count: 30,
			spreadDays: 0,
			status: 'ready',
			signers: 1,
		});
		ids = [...newer, ...older];
		const [first] = (await run('getMany', { limit: 1 })).items;
		today = String(first?.json.createdAt).slice(0, 10);
		await local.control.clearRequests();
	});

	it('Get Many returns all requests, newest first', async () => {
		expect(await idsOf({ returnAll: true })).toEqual(ids);
	});

	it('Get Many returns and requests no more than the limit', async () => {
		expect(await idsOf({ limit: 7 })).toEqual(ids.slice(0, 7));
		expect(await queries()).toEqual([{ limit: '7', offset: '0' }]);
		expect(await idsOf({ limit: 150 })).toEqual(ids.slice(0, 150));
	});

	it('Get Many pairs every request with its input item', async () => {
		const { items } = await runNode({
			parameters: { resource: 'signature', operation: 'getMany', limit: '={{ $json.limit }}' },
			credential: local.credential,
			items: [{ json: { limit: 2 } }, { json: { limit: 1 } }],
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1].map((item) => ({ item })));
	});

	const count = async (filters: INodeParameters) =>
		(await run('count', { filters })).items[0]?.json.count;

	it.each<[string, INodeParameters, number, IDataObject]>([
		['status', { status: 'ready' }, 30, { status: 'ready' }],
		[
			'custom data',
			{ data: { pair: [{ key: 'crm_id', value: '2445' }] } },
			200,
			{ crm_id: '2445' },
		],
		['another value of custom data', { data: { pair: [{ key: 'crm_id', value: '1' }] } }, 0, {}],
	])('Get Many and Count filter by %s', async (_, filters, expected, query) => {
		expect(await idsOf({ returnAll: true, filters })).toHaveLength(expected);
		expect((await queries())[0]).toMatchObject(query);
		expect(await count(filters)).toBe(expected);
		expect((await local.control.requests()).at(-1)).toMatchObject({
			path: '/v3/signatures/count.json',
			query,
		});
	});

	it('Get Many and Count filter by ids', async () => {
		const wanted = [String(ids[5]), String(ids[100])];
		const filters = { ids: wanted.join(', ') };
		expect(await idsOf({ filters })).toEqual(wanted);
		expect(await count(filters)).toBe(2);
	});

	it('Get Many and Count filter by days, including the first and excluding the last', async () => {
		const midnight = `${today}T00:00:00Z`;
		const since = await idsOf({ returnAll: true, filters: { since: midnight } });
		const until = await idsOf({ returnAll: true, filters: { until: midnight } });
		expect([...since, ...until]).toEqual(ids);
		expect(since.length).toBeGreaterThanOrEqual(30);
		expect((await queries())[0]).toMatchObject({ since: today });
		expect(await count({ since: midnight })).toBe(since.length);
	});

	it('Get Many and Count filter by times within a day', async () => {
		const { items } = await run('getMany', { limit: 90 });
		const time = String(items.at(-1)?.json.createdAt);
		const since = await idsOf({ returnAll: true, filters: { since: time } });
		const until = await idsOf({ returnAll: true, filters: { until: time } });
		expect([...since, ...until]).toEqual(ids);
		expect(since).toHaveLength(90);
		expect(await count({ since: time })).toBe(90);
		expect(await count({ until: time })).toBe(ids.length - 90);
	});

	it('Get Many rejects a filter without a value before anything is requested', async () => {
		const { error } = await run('getMany', { filters: { ids: '={{ $json.nothing }}' } });
		expect(error?.message).toBe(
			'IDs must be at least one ID, as text with commas or as a list. Otherwise remove the filter',
		);
		expect(await local.control.requests()).toEqual([]);
	});

	const readOldest = async (operation: string, simplify: boolean) => {
		const id = String(ids.at(-1));
		const which = operation === 'get' ? { signatureId: byId(id) } : { filters: { ids: id } };
		return (await run(operation, { ...which, simplify })).items.map(({ json }) => json);
	};

	it.each(['getMany', 'get'])('%s returns a request simplified', async (operation) => {
		expect(await readOldest(operation, true)).toEqual([
			{
				signatureId: ids.at(-1),
				outcome: 'completed',
				status: 'completed',
				fileName: 'seeded.pdf',
				createdAt: expect.stringMatching(/Z$/),
				data: { crm_id: '2445', seed: '1' },
				signers: [1, 2].map((signer) => ({
					name: `Signer ${signer}`,
					email: `signer${signer}@example.com`,
					status: 'completed',
					documents: [
						{
							documentId: expect.any(String),
							number: signer,
							status: 'completed',
							createdAt: expect.stringMatching(/Z$/),
							...{ fileName: 'seeded.pdf', pages: 1, size: expect.any(Number) },
						},
					],
				})),
			},
		]);
	});

	it.each(['getMany', 'get'])(
		'%s returns a request as the service answers it when Simplify is off',
		async (operation) => {
			const [request, ...others] = await readOldest(operation, false);
			expect(others).toEqual([]);
			expect(request).toMatchObject({
				id: ids.at(-1),
				data: expect.arrayContaining([{ key: 'crm_id', value: '2445' }]),
				documents: [{ events: expect.any(Array), file: { pages: expect.any(Number) } }, {}],
			});
			expect(request).not.toHaveProperty('status');
		},
	);

	it.each([
		{ kind: 'status', status: 429, retryAfterSeconds: 1 },
		{ kind: 'status', status: 502 },
		{ kind: 'reset_before' },
		{ kind: 'reset_after' },
		{ kind: 'truncate' },
	] as const)('Get Many returns all requests when one page fails once with %j', async (fault) => {
		await local.control.faults.add({ ...fault, skip: 1 });
		const result = await run('getMany', { returnAll: true });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json }) => json.signatureId)).toEqual(ids);
	});

	it('Get Many fails with the error of a page that fails every time', async () => {
		await local.control.faults.add({
			kind: 'status',
			status: 503,
			message: 'Busy',
			times: 0,
			skip: 1,
		});
		const { error, items } = await run('getMany', { returnAll: true });
		expect(error).toMatchObject({ httpCode: '503', message: 'Busy' });
		expect(items).toEqual([]);
	});
});

describe('Signature Request: Get Many beyond the window of many days', () => {
	const { local, idsOf } = listsOnService('signature');

	it('returns all requests, once and in order', async () => {
		const ids = await local.control.seed({ count: 10_050, spreadDays: 30 });
		expect(await idsOf({ returnAll: true })).toEqual(ids);
	});
});

describe('Signature Request: Get Many beyond the window of one day', () => {
	const { local, run, idsOf } = listsOnService('signature');

	it('fails with the day that has too many', async () => {
		await local.control.seed({ count: 10_001, spreadDays: 0 });
		const { error } = await run('getMany', { returnAll: true });
		expect(error?.message).toMatch(
			/^\d{4}-\d\d-\d\d alone has \d{5} entries, but Signaturit lists 10000 of a day at most$/,
		);
		expect(error?.context?.itemIndex).toBe(0);
		const counts = (await local.control.requests()).filter(({ path }) =>
			path.endsWith('count.json'),
		);
		const day = error?.message.slice(0, 10) ?? '';
		const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
		expect(counts.map(({ query }) => query)).toEqual([{ since: day, until: next }]);
		expect(await idsOf({ limit: 200 })).toHaveLength(200);
	});
});

describe('Signature Request: Get Many and Count', () => {
	const { local, run, idsOf } = listsOnService('signature');

	it.each(['status', 'ids', 'data', 'a[b]', 'ids[0]'])(
		'find requests by the key %s of custom data',
		async (key) => {
			await local.control.seed({ count: 1, status: 'ready', data: { [key]: 'another value' } });
			const [id] = await local.control.seed({ count: 1, status: 'ready', data: { [key]: 'x' } });
			const filters = { data: { pair: [{ key, value: 'x' }] } };
			const found = await idsOf({ returnAll: true, filters });
			const { items } = await run('count', { filters });
			expect({ found, count: items[0]?.json.count }).toEqual({ found: [id], count: 1 });
		},
	);
});
