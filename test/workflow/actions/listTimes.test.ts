import type { INodeParameters } from 'n8n-workflow';
import { servedLists } from './servedLists';

const { server, serve, idsOf, countOf, queries } = servedLists();

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

	it('filter event hooks, with the whole day of To, or up to its time of day', async () => {
		const filters = { from: day.since, to: day.since };
		expect(await idsOf('eventHook', { filters })).toEqual(['last', 'noon', 'first']);
		expect(queries()[0]).toMatchObject({ date: '{"from":"2026-02-28","to":"2026-03-02"}' });
		const until = { to: '2026-03-01T12:00:00' };
		expect(await idsOf('eventHook', { filters: until })).toEqual(['noon', 'first', 'before']);
	});

	it('filter event hooks before pages are counted', async () => {
		const filters = { to: day.since };
		const page = async (number: number) =>
			await idsOf('eventHook', {
				returnAll: false,
				limit: 2,
				filters,
				options: { page: number },
			});
		expect(await page(1)).toEqual(['last', 'noon']);
		expect(await page(2)).toEqual(['first', 'before']);
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
		const many = Array.from({ length: 1_000 }, (_, index) => ({
			id: String(index),
			created_at: new Date(Date.UTC(2026, 2, 1, 20) - index * 1_000).toISOString(),
		}));
		serve(many);
		const filters = { until: '2026-03-01T20:51:40.001' };
		const ids = await idsOf('signature', { returnAll: false, limit: 7, filters });
		expect(ids).toEqual(many.slice(500, 507).map(({ id }) => id));
		serve(many);
		const to = { to: '2026-03-01T20:51:40' };
		const hooks = await idsOf('eventHook', { returnAll: false, limit: 7, filters: to });
		expect(hooks).toEqual(ids);
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
		const many = Array.from({ length: 1_000 }, (_, index) => ({
			id: String(index),
			created_at: new Date(Date.UTC(2026, 2, 1, 23) - index * 600_000).toISOString(),
		}));
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
	const many = Array.from({ length: 1_200 }, (_, index) => ({
		id: `29109781-7f42-11e6-8a49-${String(index).padStart(12, '0')}`,
		created_at: new Date(Date.UTC(2026, 2, 1) - index * 60_000).toISOString(),
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
