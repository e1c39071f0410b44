import type { IWebhookFunctions } from 'n8n-workflow';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { findDelivery } from '../../../nodes/Signaturit/trigger/confirm';
import { fromHandover, type PostedEvent } from '../../../nodes/Signaturit/trigger/history';
import { triggerWorkflow } from '../engine/engineTrigger';
import { localService } from '../engine/localService';
import { answer, reset, scriptedServer } from '../engine/scriptedServer';
import { ServiceApi } from './serviceApi';

const local = localService();
const scripted = scriptedServer();
const EVENT = { type: 'document_opened', created_at: '2026-03-01T10:00:05+0000' };
const LATER = { ...EVENT, created_at: '2026-03-01T10:00:08+0000' };

/** The signature request, with these events in the history of its document. */
const requestWith = (...events: object[]) =>
	answer(200, JSON.stringify({ id: 's1', documents: [{ id: 'd1', events }] }));
const NOT_FOUND = answer(404, '{"message":"Signature not found"}');
const FAILURE = answer(500, '{"message":"Internal error"}');

/** Posts the event; the status of a refusal, or what the execution that is started gets. */
async function post(history: object[] = []) {
	const { credential } = scripted;
	const { receive } = triggerWorkflow({ events: ['*'] }, 'default', { credential });
	const body = { ...EVENT, document: { id: 'd1', signature: { id: 's1' }, events: history } };
	const request = {
		rawBody: Buffer.from(JSON.stringify(body)),
		headers: { 'content-type': 'application/json' },
		query: {},
	};
	const { refusal, workflowData } = await receive(request, 'manual');
	const [item] = workflowData?.flat() ?? [];
	const handover = item && fromHandover(item.json);
	return {
		refusal: refusal?.status,
		started: handover?.kind,
		keys: handover?.kind === 'happenings' ? handover.happenings.map(({ key }) => key) : [],
	};
}

const CONFIRMED = {
	refusal: undefined,
	started: 'happenings',
	keys: ['d1 document_opened 2026-03-01T10:00:05.000Z'],
};
const UNCONFIRMED = { refusal: undefined, started: 'posted', keys: [] };
const REFUSED = { refusal: 403, started: undefined, keys: [] };

describe('the confirmation of an event', () => {
	it('looks once when the history has the event', async () => {
		scripted.answers = [requestWith(EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		expect(scripted.received).toHaveLength(1);
	});

	it.each([
		['the history', requestWith(LATER)],
		['the request', NOT_FOUND],
	])('looks again at the end of the time when %s is not there at first', async (_, first) => {
		scripted.answers = [first, requestWith(EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		expect(scripted.received).toHaveLength(2);
	});

	it.each([
		['the history does not have the event', requestWith()],
		['there is no such request', NOT_FOUND],
	])('refuses the event with 403 after two looks when %s', async (_, never) => {
		scripted.answers = [never];
		expect(await post()).toEqual(REFUSED);
		expect(scripted.received).toHaveLength(2);
	});

	it.each([
		['429', answer(429, '{}')],
		['500', FAILURE],
		['502', answer(502, '<html>')],
		['a broken connection', reset],
		['an answer that is no request', answer(200, '[]')],
	])('looks again after %s', async (_, failure) => {
		const end = jest.replaceProperty(delays.looks, 'last', 0);
		scripted.answers = [failure, failure, requestWith(EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		end.restore();
		expect(scripted.received).toHaveLength(3);
	});

	it('starts an execution that goes on looking when the service fails all the time', async () => {
		scripted.answers = [FAILURE];
		expect(await post()).toEqual(UNCONFIRMED);
	});

	it('does not take a failure at the end for a no', async () => {
		scripted.answers = [requestWith(), FAILURE];
		expect(await post()).toEqual(UNCONFIRMED);
		expect(scripted.received).toHaveLength(2);
	});

	it('takes another time within a minute only when the exact one has not come by the last look', async () => {
		const key = 'd1 document_opened 2026-03-01T10:00:08.000Z';
		scripted.answers = [requestWith(LATER), requestWith(LATER, EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		expect(scripted.received).toHaveLength(2);
		scripted.answers = [requestWith(LATER)];
		expect(await post()).toEqual({ ...CONFIRMED, keys: [key] });
	});

	it('takes the second event of a type in one second for the second', async () => {
		scripted.answers = [requestWith(EVENT), requestWith(EVENT, EVENT)];
		expect(await post([EVENT, EVENT])).toEqual({
			...CONFIRMED,
			keys: ['d1 document_opened 2026-03-01T10:00:05.000Z #2'],
		});
	});
});

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

const PAGE = 100;

/** Finds what posts name at the same moment, with looks after this one: the id of each that was found. */
async function read(
	ids: readonly (string | undefined)[],
	{ credential }: Pick<typeof local, 'credential'> = local,
	own: object = {},
	resource = 'signature',
) {
	const { hook } = triggerWorkflow({}, 'default', { credential });
	const context = Object.assign(Object.create(hook('trigger') as object), own) as IWebhookFunctions;
	const time = { deadline: Date.now() + 10_000, longest: 10_000 };
	const look = { isPrivileged: false, isLast: false, ...time };
	return await Promise.allSettled(
		ids.map(async (deliveryId) => {
			const record = { id: 'd', events: [], deliveryId };
			const posted = { resource, type: 'x', createdAt: 'y', record } as unknown as PostedEvent;
			return (await findDelivery(new Call(context), posted, undefined, look))?.id;
		}),
	);
}

const found = (value: string | undefined) => ({ status: 'fulfilled', value });

/** The paths and the ids of the requests that the service got. */
async function calls() {
	return (await local.control.requests()).map(({ path, query }) => [
		path,
		(query as { ids?: string }).ids,
	]);
}

/** The ids of new signature requests. */
async function seeded(count: number): Promise<string[]> {
	const ids = await local.control.seed({ count, spreadDays: 0 });
	await local.control.clearRequests();
	return ids;
}

describe('requests that are read at the same moment', () => {
	it('cost one call, and each gets its own', async () => {
		const [a = '', b = ''] = await seeded(2);
		expect(await read([a, b, 'no-such', a])).toEqual([a, b, undefined, a].map(found));
		expect(await calls()).toEqual([['/v3/signatures.json', `${a},${b},no-such`]]);
	});

	it('are read alone when there is no other', async () => {
		const [a = ''] = await seeded(1);
		expect(await read([a, a])).toEqual([a, a].map(found));
		expect(await read(['no-such'])).toEqual([found(undefined)]);
		expect(await calls()).toEqual([
			[`/v3/signatures/${a}.json`, undefined],
			['/v3/signatures/no-such.json', undefined],
		]);
	});

	it(`cost a call for each ${PAGE}`, async () => {
		const ids = await seeded(PAGE + 2);
		expect(await read(ids)).toEqual(ids.map(found));
		expect(await calls()).toHaveLength(2);
	});

	it.each([
		['signature', 'a-1_B', true],
		['signature', undefined, false],
		['signature', 'a,b', false],
		['signature', '..', false],
		['signature', 'x'.repeat(65), false],
		['certifiedEmail', 'a', false],
		['certifiedSms', 'a', false],
	])('are signature requests with a plain id (%s, %s: %s)', async (resource, id, isJoint) => {
		await local.control.clearRequests();
		await read([id, 'other'], local, {}, resource);
		expect((await calls()).some(([, ids]) => ids === `${id},other`)).toBe(isJoint);
	});

	it('are read although the execution that asks for them is stopped, because others wait too', async () => {
		const [a = ''] = await seeded(1);
		const stopped = { getExecutionCancelSignal: () => AbortSignal.abort() };
		expect(await read([a], local, stopped)).toEqual([found(a)]);
	});

	it('fail together with the words of the service', async () => {
		await local.control.faults.add({
			kind: 'status',
			status: 403,
			message: 'The user is banned',
			path: '/v3/signatures.json',
		});
		for (const outcome of await read(['a', 'b'])) {
			expect(outcome).toMatchObject({ reason: { message: 'The user is banned' } });
		}
	});

	it('are none of the strangers that a service lists which does not filter by ids', async () => {
		const strangers = ['x', 'y'].map((id) => ({ id, documents: [{ id: `d${id}` }] }));
		scripted.answers = [answer(200, JSON.stringify(strangers))];
		expect(await read(['a', 'b'], scripted)).toEqual([found(undefined), found(undefined)]);
	});
});
