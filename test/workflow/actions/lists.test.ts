import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { operationNamed } from './operationNamed';

/** An entry of a served list. */
interface ServedEntry {
	id: string;
	created_at?: string;
	data?: Array<{ key: string; value: string }>;
}

const server = scriptedServer();

/** Answers every list and its count newest first, filtered by UTC days and ids, and by nothing else. */
const serve = (entries: readonly ServedEntry[]) => {
	server.answers = [
		(request, response) => {
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
			const query = Object.fromEntries(searchParams);
			const { from, to } = JSON.parse(query.date ?? '{}') as { from?: string; to?: string };
			const since = query.since ?? from ?? '';
			const found = entries.filter(({ id, created_at = '' }) => {
				const day = created_at.slice(0, 10);
				if (query.ids && !query.ids.split(',').includes(id)) return false;
				return day >= since && !(query.until && day >= query.until) && !(to && day > to);
			});
			const size = Number(query.limit ?? 100);
			const offset = query.page ? (Number(query.page) - 1) * size : Number(query.offset ?? 0);
			const page = found.slice(offset, offset + size);
			const body = pathname.endsWith('count.json')
				? { count: found.length }
				: pathname.endsWith('event-hooks')
					? { web_hooks: page, total: found.length }
					: page;
			answer(200, JSON.stringify(body))(request, response);
		},
	];
};

const run = async (resource: string, operation: string, parameters: INodeParameters) =>
	await runNode({
		parameters: { resource, operation, simplify: false, ...parameters },
		credential: server.credential,
		timeZone: 'Europe/Madrid',
	});
const idsOf = async (resource: string, parameters: INodeParameters) => {
	const { items, error } = await run(resource, operationNamed(resource, 'Get Many'), {
		returnAll: true,
		...parameters,
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.id);
};
const countOf = async (resource: string, filters: INodeParameters) =>
	(await run(resource, operationNamed(resource, 'Count'), { filters })).items[0]?.json.count;
const queries = (): IDataObject[] =>
	server.received.map(({ url }) =>
		Object.fromEntries(new URL(url ?? '', 'http://host').searchParams),
	);

/** Entries that were created one after the other, the newest first. */
const created = (count: number, newest: number, between: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: String(index),
		created_at: new Date(newest - index * between).toISOString(),
	}));

/** Around midnight of 1 March in Madrid, which is one hour earlier in UTC. */
const entries = [
	{ id: 'next', created_at: '2026-03-02T00:30:00+0000' },
	{ id: 'last', created_at: '2026-03-01T22:59:59+0000' },
	{ id: 'noon', created_at: '2026-03-01T11:00:00+0000' },
	{ id: 'first', created_at: '2026-02-28T23:30:00+0000' },
	{ id: 'before', created_at: '2026-02-28T22:59:59+0000' },
];
const day = { since: '2026-03-01T00:00:00', until: '2026-03-02T00:00:00' };

describe('the dates of filters in a workflow in Madrid', () => {
	beforeEach(() => serve(entries));

	it('are midnights in Madrid, so that no entry of the first hour of the day is lost', async () => {
		expect(await idsOf('signature', { filters: day })).toEqual(['last', 'noon', 'first']);
		expect(queries()).toEqual([
			{ limit: '100', offset: '0', since: '2026-02-28', until: '2026-03-02' },
		]);
	});

	it('count with their time of day', async () => {
		const filters = { since: '2026-03-01T12:00:00', until: '2026-03-01T23:59:59' };
		expect(await idsOf('signature', { filters })).toEqual(['noon']);
		const noon = { since: '={{ DateTime.fromISO("2026-03-01T11:00:01Z") }}' };
		expect(await idsOf('signature', { filters: noon })).toEqual(['next', 'last']);
	});

	it.each(['certifiedEmail', 'certifiedSms'])('filter the list of %s', async (resource) => {
		const { since } = day;
		expect(await idsOf(resource, { filters: { since } })).toEqual([
			'next',
			'last',
			'noon',
			'first',
		]);
		expect(queries()[0]).toEqual({ limit: '100', offset: '0', since: '2026-02-28' });
	});

	it('filter event hooks by the whole UTC days that their time touches', async () => {
		const filters = { from: day.since, to: day.since };
		expect(await idsOf('eventHook', { filters })).toEqual(['last', 'noon', 'first', 'before']);
		expect(queries()).toEqual([
			{ limit: '100', page: '1', date: '{"from":"2026-02-28","to":"2026-03-01"}' },
		]);
	});

	it('keep an entry without a date', async () => {
		serve([...entries, { id: 'undated' }]);
		expect(await idsOf('signature', { filters: { until: '2026-02-28T00:00:00' } })).toEqual([
			'undated',
		]);
	});
});

describe('the limit of a list that is filtered by a time of day', () => {
	it('is reached although the first pages hold nothing of that time', async () => {
		const many = created(1_000, Date.UTC(2026, 2, 1, 20), 1_000);
		serve(many);
		const filters = { until: '2026-03-01T20:51:40.001' };
		const ids = await idsOf('signature', { returnAll: false, limit: 7, filters });
		expect(ids).toEqual(many.slice(500, 507).map(({ id }) => id));
	});
});

describe('the count of what was created in a time', () => {
	beforeEach(() => serve(entries));

	it.each<[INodeParameters, number]>([
		[day, 3],
		[{ since: '2026-02-28T00:00:00' }, 5],
		[{ since: '2026-02-28T23:59:59', until: '2026-03-02T01:29:00' }, 4],
		[{ until: '2026-03-01T12:00:00' }, 2],
		[{ since: '2026-03-01T12:00:00', until: '2026-03-01T12:00:01' }, 1],
		[{ ids: 'noon, before', since: '2026-03-01T00:00:00' }, 1],
	])('is exact for signature requests with %j', async (filters, count) => {
		expect(await countOf('signature', filters)).toBe(count);
		expect(await idsOf('signature', { filters })).toHaveLength(count);
	});

	it('is the count of the service, without reading the list, for whole days in UTC', async () => {
		const filters = { since: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' };
		expect(await countOf('signature', filters)).toBe(2);
		expect(server.received.map(({ url }) => url)).toEqual([
			'/v3/signatures/count.json?since=2026-03-01&until=2026-03-02',
		]);
	});

	it('reads only the part of a day of a long list', async () => {
		const many = created(1_000, Date.UTC(2026, 2, 1, 23), 600_000);
		serve(many);
		const since = '2026-02-24T00:00:00';
		const from = Date.parse('2026-02-23T23:00:00Z');
		const expected = many.filter(({ created_at }) => Date.parse(created_at) >= from).length;
		for (const resource of ['signature', 'certifiedEmail', 'certifiedSms']) {
			server.received = [];
			expect(await countOf(resource, { since })).toBe(expected);
			expect(server.received.length).toBeLessThanOrEqual(6);
		}
	});
});

describe('many ids', () => {
	const many = created(1_200, Date.UTC(2026, 2, 1), 60_000).map(({ id, ...entry }) => ({
		id: `29109781-7f42-11e6-8a49-${id.padStart(12, '0')}`,
		...entry,
	}));
	const wanted = many.filter((_, index) => index % 2 === 0).map(({ id }) => id);
	const ids = [...wanted, ' unknown ', ...wanted.slice(0, 50)].sort().reverse().join(',');

	beforeEach(() => serve(many));

	it('are asked for in groups, each once, and give one list, newest first', async () => {
		expect(await idsOf('signature', { filters: { ids } })).toEqual(wanted);
		const groups = queries().map((query) => String(query.ids).split(','));
		expect(groups.map(({ length }) => length)).toEqual([100, 100, 100, 100, 100, 100, 1]);
		expect(groups.flat().sort()).toEqual([...wanted, 'unknown'].sort());
	});

	it('give as many entries as the limit says, over all groups', async () => {
		const parameters = { returnAll: false, limit: 7, filters: { ids } };
		expect(await idsOf('signature', parameters)).toEqual(wanted.slice(0, 7));
	});

	it('are counted group by group', async () => {
		expect(await countOf('signature', { ids })).toBe(600);
		expect(server.received).toHaveLength(7);
	});

	it('may be a list that an expression gives', async () => {
		const filters = { ids: `={{ ${JSON.stringify(wanted)} }}` };
		expect(await idsOf('signature', { filters })).toEqual(wanted);
	});
});

describe('a key of custom data that is a filter itself, or has brackets', () => {
	const pair = (value: string) => [{ key: 'status', value }];
	const created_at = '2026-03-01T10:00:00+0000';
	const filters = { data: { pair: pair('x') } };

	beforeEach(() =>
		serve([
			{ id: 'c', created_at, data: pair('y') },
			{ id: 'b', created_at, data: pair('x') },
			{ id: 'a', created_at },
		]),
	);

	it.each(['signature', 'certifiedEmail'])(
		'finds what has it, also if the service does not search by it (%s)',
		async (resource) => {
			expect(await idsOf(resource, { filters })).toEqual(['b']);
			expect(queries()).toEqual([{ limit: '100', offset: '0', 'data[status]': 'x' }]);
		},
	);

	// Count has no custom data for certified emails (docs/service.md#counts).
	it('counts what has it', async () => {
		expect(await countOf('signature', filters)).toBe(1);
	});
});

describe('a list that may not be complete', () => {
	const many = created(250, Date.UTC(2026, 2, 1), 1_000);

	/** The list, of which the service counts two more than it gives. */
	const hideTwo = (entries: readonly ServedEntry[]) => {
		serve(entries);
		const [list] = server.answers;
		server.answers = [
			(request, response) => {
				const count = answer(200, JSON.stringify({ count: entries.length + 2 }));
				(request.url?.includes('count.json') ? count : list)?.(request, response);
			},
		];
	};

	it('is given with a hint that says how many entries are missing', async () => {
		hideTwo(many);
		const { items, hints } = await run('certifiedEmail', 'getManyEmails', { returnAll: true });
		expect(items).toHaveLength(250);
		expect(hints).toEqual([
			'It is not proven that the list is complete. Signaturit counts 2 more than could be found, although the list was read several times. Run this again later, or narrow the list by filters.',
		]);
	});

	it('is not counted, and gets no hint, if it ends with the first page', async () => {
		hideTwo(many.slice(0, 99));
		const { items, hints } = await run('signature', 'getMany', { returnAll: true });
		expect(items).toHaveLength(99);
		expect(hints).toEqual([]);
		expect(server.received).toHaveLength(1);
	});

	it('gets no hint if the count agrees', async () => {
		serve(many);
		const { items, hints } = await run('signature', 'getMany', { returnAll: true });
		expect(items).toHaveLength(250);
		expect(hints).toEqual([]);
		expect(server.received.filter(({ url }) => url?.includes('count'))).toHaveLength(1);
	});

	it('is not compared with a count that does not know its filters', async () => {
		hideTwo(many);
		const filters = { data: { pair: [{ key: 'crm_id', value: '7' }] } };
		const { items, hints } = await run('certifiedEmail', 'getManyEmails', {
			returnAll: true,
			filters,
		});
		expect(items).toHaveLength(250);
		expect(hints).toEqual([]);
	});
});
