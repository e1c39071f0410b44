import type { PostedEvent } from '../../../nodes/Signaturit/trigger/handover/postedEvent';
import { findDelivery } from '../../../nodes/Signaturit/trigger/lookup/findDelivery';
import { loadOptionsContext } from '../engine/engine';
import { localService } from '../engine/localService';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { ServiceApi } from './serviceApi';

const local = localService();
const scripted = scriptedServer();

const REFERENCE = '7a0c4c1e-0000-4000-8000-000000000000';
const EVENT_TIME = '2020-03-05T10:00:00+0000';

type Posted = Pick<PostedEvent, 'resource'> & Partial<PostedEvent['record']>;

/** Searches for what an event about this document or certificate belongs to. */
async function find(
	{ resource, ...record }: Posted,
	reference?: string,
	{ credential }: Pick<typeof local, 'credential'> = local,
) {
	const posted = {
		resource,
		type: 'document_opened',
		createdAt: EVENT_TIME,
		record: { id: 'no-such', events: [], ...record },
	} as PostedEvent;
	const limits = { deadline: Date.now() + 10_000 };
	return await findDelivery.call(loadOptionsContext({}, credential), posted, reference, limits);
}

/** Searches, and tells the requests that it took. */
async function watch(...[posted, reference]: Parameters<typeof find>) {
	await local.control.clearRequests();
	const found = await find(posted, reference);
	const requests = (await local.control.requests()).map(({ path, query }) => ({
		path,
		...(query as object),
	}));
	return { id: typeof found === 'object' ? found.delivery.id : found, requests };
}

interface Records {
	documents?: { id: string; created_at: string }[];
	certificates?: Records['documents'];
}

/** The first document or certificate of something, as a post tells of it that does not name its request. */
async function recordOf(resource: PostedEvent['resource'], id: string): Promise<Posted> {
	const folder = { signature: 'signatures', certifiedEmail: 'emails', certifiedSms: 'sms' }[
		resource
	];
	const { data } = await new ServiceApi(local.service).get(`/v3/${folder}/${id}.json`);
	const { documents, certificates } = data as Records;
	const [record] = documents ?? certificates ?? [];
	return { resource, id: record?.id, createdAt: record?.created_at };
}

describe('the search for what an event belongs to', () => {
	it('gets the request that the post names, and nothing else when there is none', async () => {
		const [id = ''] = await local.control.seed({ count: 1 });
		expect((await watch({ resource: 'signature', deliveryId: id })).id).toBe(id);
		expect(await watch({ resource: 'signature', deliveryId: 'no-such' }, REFERENCE)).toEqual({
			id: 'none',
			requests: [{ path: '/v3/signatures/no-such.json' }],
		});
	});

	it('finds nothing without a call when the post names an id that no path can carry', async () => {
		const nothing = { id: 'none', requests: [] };
		expect(await watch({ resource: 'signature', deliveryId: '..' })).toEqual(nothing);
	});

	it.each([
		['certifiedEmail', 'emails', { email: 'ada@example.com' }, { type: 'delivery', subject: 'x' }],
		['certifiedSms', 'sms', { phone: '34600000000' }, {}],
	] as const)(
		'finds a %s behind 2,000 newer ones in three calls',
		async (resource, kind, contact, more) => {
			const fields = { ...more, body: 'Notice', recipients: [{ name: 'Ada', ...contact }] };
			const { id } = await new ServiceApi(local.service).create(`/v3/${kind}.json`, fields);
			const record = await recordOf(resource, id);
			await local.control.seed({ kind, count: 2_000, spreadDays: 0 });
			const { id: found, requests } = await watch(record);
			expect(found).toBe(id);
			expect(requests.map(({ path }) => path)).toEqual([
				`/v3/${kind}.json`,
				`/v3/${kind}/count.json`,
				`/v3/${kind}.json`,
			]);
		},
	);

	it.each([
		['signature', 'signatures'],
		['certifiedEmail', 'emails'],
	] as const)('finds what has the reference in one call (%s)', async (resource, kind) => {
		const data = { n8n_reference: REFERENCE };
		const [id = ''] = await local.control.seed({ kind, count: 1, data });
		await local.control.seed({ kind, count: 300, spreadDays: 0 });
		const { id: found, requests } = await watch(await recordOf(resource, id), REFERENCE);
		expect(found).toBe(id);
		expect(requests).toEqual([
			{ path: `/v3/${kind}.json`, n8n_reference: REFERENCE, limit: '100' },
		]);
	});

	it('goes on by the date when what has the reference does not have the document', async () => {
		const other = '7a0c4c1e-0000-4000-8000-000000000001';
		await local.control.seed({ count: 1, data: { n8n_reference: other } });
		const [id = ''] = await local.control.seed({ count: 1, spreadDays: 0 });
		expect((await watch(await recordOf('signature', id), other)).id).toBe(id);
	});

	it('does not trust a list that does not filter by the reference', async () => {
		const stranger = { id: 's1', data: [], documents: [{ id: 'd1' }] };
		scripted.answers = [answer(200, JSON.stringify([stranger])), answer(200, '[]')];
		const posted = { resource: 'signature', id: 'd1', createdAt: EVENT_TIME } as const;
		expect(await find(posted, REFERENCE, scripted)).toBe('none');
		expect(scripted.received).toHaveLength(2);
	});

	it('reads past entries of a list that have no id', async () => {
		const page = [{}, { id: null }, { id: '' }, { id: 's1', documents: [{ id: 'd1' }] }];
		scripted.answers = [answer(200, JSON.stringify(page))];
		const posted = { resource: 'signature', id: 'd1', createdAt: EVENT_TIME } as const;
		expect(await find(posted, undefined, scripted)).toMatchObject({ delivery: { id: 's1' } });
	});

	it('looks among the signature requests of the days that a minute before and after the document touches', async () => {
		const createdAt = '2020-03-01T00:00:30+0000';
		const { requests } = await watch({ resource: 'signature', createdAt });
		const days = { since: '2020-02-29', until: '2020-03-02' };
		expect(requests).toEqual([{ path: '/v3/signatures.json', ...days, offset: '0', limit: '100' }]);
	});

	it.each([
		['certifiedEmail', 'emails'],
		['certifiedSms', 'sms'],
	] as const)(
		'counts what is newer, because the list of a %s has no end',
		async (resource, kind) => {
			await local.control.seed({ kind, count: 300, spreadDays: 3 });
			const { id, requests } = await watch({ resource, createdAt: '2020-03-01T23:59:30+0000' });
			expect(id).toBe('none');
			const since = '2020-03-01';
			expect(requests.slice(0, 2)).toEqual([
				{ path: `/v3/${kind}/count.json`, since },
				{
					path: `/v3/${kind}.json`,
					since,
					offset: expect.stringMatching(/^\d+$/),
					limit: '100',
				},
			]);
		},
	);

	it('finds each of many emails of a month in few calls', async () => {
		const kind = 'emails';
		const ids = await local.control.seed({ kind, count: 2_500, spreadDays: 30 });
		const calls: number[] = [];
		for (const place of [0, 60, 700, 1_500, 2_100, 2_499]) {
			const record = await recordOf('certifiedEmail', ids[place] ?? '');
			const { id, requests } = await watch(record);
			expect(id).toBe(ids[place]);
			calls.push(requests.length);
		}
		const average = calls.reduce((sum, each) => sum + each) / calls.length;
		expect(average).toBeLessThanOrEqual(4);
	});

	it.each([undefined, 'yesterday'])(
		'is not sure without the date of the document (%s), and looks before the time of the event',
		async (createdAt) => {
			expect(await watch({ resource: 'signature', createdAt })).toEqual({
				id: 'undecided',
				requests: [
					{
						path: '/v3/signatures.json',
						since: '2020-03-04',
						until: '2020-03-06',
						offset: '0',
						limit: '100',
					},
				],
			});
		},
	);

	it.each(['1970-01-01T00:00:00+0000', '+012020-01-01T00:00:00+00:00'])(
		'asks for nothing when the document is of a time without signatures: %s',
		async (createdAt) => {
			const nothing = { id: 'none', requests: [] };
			expect(await watch({ resource: 'certifiedSms', createdAt })).toEqual(nothing);
		},
	);

	it.each([
		['the reference', 0],
		['the list', 1],
	])('throws what the service says when it refuses to list by %s', async (_, skip) => {
		await local.control.faults.add({ kind: 'status', status: 500, path: '/v3/emails.json', skip });
		const search = find({ resource: 'certifiedEmail', createdAt: EVENT_TIME }, REFERENCE);
		await expect(search).rejects.toMatchObject({ httpCode: '500' });
	});
});
