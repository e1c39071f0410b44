import { Call } from '../../../nodes/Signaturit/transport/call';
import type { PostedEvent } from '../../../nodes/Signaturit/trigger/history';
import { findDelivery } from '../../../nodes/Signaturit/trigger/confirm';
import { triggerWorkflow } from '../engine/engineTrigger';
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
	milliseconds = 10_000,
) {
	const posted = {
		resource,
		type: 'document_opened',
		createdAt: EVENT_TIME,
		record: { id: 'no-such', events: [], ...record },
	} as PostedEvent;
	const time = { deadline: Date.now() + milliseconds, longest: milliseconds };
	const look = { isPrivileged: false, isLast: true, ...time };
	const context = triggerWorkflow({}, 'default', { credential }).hook('trigger');
	return await findDelivery(new Call(context), posted, reference, look);
}

/** Searches, and tells the requests that it took. */
async function watch(...[posted, reference]: Parameters<typeof find>) {
	await local.control.clearRequests();
	const found = await find(posted, reference);
	const requests = (await local.control.requests()).map(({ path, query }) => ({
		path,
		...(query as object),
	}));
	return { id: found?.id, requests };
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
			id: undefined,
			requests: [{ path: '/v3/signatures/no-such.json' }],
		});
	});

	it('finds nothing without a call when the post names an id that no path can carry', async () => {
		const nothing = { id: undefined, requests: [] };
		expect(await watch({ resource: 'signature', deliveryId: '..' })).toEqual(nothing);
	});

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

	it('goes on among the newest when what has the reference does not have the document', async () => {
		const other = '7a0c4c1e-0000-4000-8000-000000000001';
		await local.control.seed({ count: 1, data: { n8n_reference: other } });
		const [id = ''] = await local.control.seed({ count: 1, spreadDays: 0 });
		expect((await watch(await recordOf('signature', id), other)).id).toBe(id);
	});

	it('does not trust a list that does not filter by the reference', async () => {
		const stranger = { id: 's1', data: [], documents: [{ id: 'd1' }] };
		scripted.answers = [answer(200, JSON.stringify([stranger])), answer(200, '[]')];
		const posted = { resource: 'signature', id: 'd1', createdAt: EVENT_TIME } as const;
		expect(await find(posted, REFERENCE, scripted)).toBeUndefined();
		expect(scripted.received).toHaveLength(2);
	});

	it('reads past entries of a list that have no id', async () => {
		const page = [{}, { id: null }, { id: '' }, { id: 's1', documents: [{ id: 'd1' }] }];
		scripted.answers = [answer(200, JSON.stringify(page))];
		const posted = { resource: 'signature', id: 'd1', createdAt: EVENT_TIME } as const;
		expect(await find(posted, undefined, scripted)).toMatchObject({ id: 's1' });
	});

	it.each([
		['2020-03-01T12:00:00+0000', '2020-03-02'],
		['2020-03-01T23:59:30+0000', '2020-03-03'],
		[undefined, undefined],
		['yesterday', undefined],
		['1960-01-01T00:00:00+0000', undefined],
		['+012020-01-01T00:00:00+00:00', undefined],
	])('looks for the request of a document of %s before the day %s', async (createdAt, until) => {
		const { requests } = await watch({ resource: 'signature', createdAt });
		const day = until && { until };
		expect(requests[0]).toEqual({
			path: '/v3/signatures.json',
			...day,
			offset: '0',
			limit: '100',
		});
	});

	it.each([
		['certifiedEmail', 'emails'],
		['certifiedSms', 'sms'],
	] as const)('reads three pages of a %s at most, from the newest on', async (resource, kind) => {
		await local.control.seed({ kind, count: 400, spreadDays: 3 });
		const path = `/v3/${kind}.json`;
		expect(await watch({ resource, createdAt: '2020-03-01T23:59:30+0000' })).toEqual({
			id: undefined,
			requests: ['0', '90', '180'].map((offset) => ({ path, offset, limit: '100' })),
		});
	});

	it('asks nobody when the time is over', async () => {
		await local.control.clearRequests();
		for (const reference of [undefined, REFERENCE]) {
			const search = find({ resource: 'certifiedEmail' }, reference, local, 0);
			await expect(search).rejects.toThrow('Signaturit could not be asked in time');
		}
		expect(await local.control.requests()).toEqual([]);
	});

	it.each([
		['the reference', 0],
		['the list', 1],
	])('throws what the service says when it refuses to list by %s', async (_, skip) => {
		await local.control.faults.add({ kind: 'status', status: 500, path: '/v3/emails.json', skip });
		const search = find({ resource: 'certifiedEmail', createdAt: EVENT_TIME }, REFERENCE);
		await expect(search).rejects.toMatchObject({ httpCode: '500' });
	});
});
