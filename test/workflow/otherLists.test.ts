import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { searchEventHooks } from '../../nodes/Signaturit/methods/listSearch';
import { controlClient, type ControlClient } from '../service/control';
import { startService, type RunningService } from '../service';
import { loadOptionsContext, runNode, startEngine, stopEngine } from './engine';
import { createParameters, credentialFor, itemWithPdf, pdfOf } from './fixtures';

let service: RunningService;
let control: ControlClient;
let credential: ICredentialDataDecryptedObject;

beforeAll(async () => {
	await startEngine();
	service = await startService();
	control = controlClient(service);
	credential = credentialFor(service);
});
afterAll(async () => {
	await service.close();
	stopEngine();
});
afterEach(async () => {
	await control.faults.clear();
	await control.clearRequests();
});

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';
const run = async (resource: string, operation: string, parameters: INodeParameters = {}) =>
	await runNode({ parameters: { resource, operation, ...parameters }, credential });
const idsOf = async (resource: string, parameters: INodeParameters, operation = 'getMany') =>
	(await run(resource, operation, parameters)).items.map(({ json }) => json.id);
const queries = async () => (await control.requests()).map(({ query }) => query as IDataObject);

describe.each([
	['certifiedEmail', 'emails', 'emailId', 'email'],
	['certifiedSms', 'sms', 'smsId', 'phone'],
] as const)('%s', (resource, kind, idParameter, reachedBy) => {
	let ids: string[];

	beforeAll(async () => {
		const older = await control.seed({ kind, count: 120, spreadDays: 10, data: { crm_id: '7' } });
		const newer = await control.seed({ kind, count: 5, spreadDays: 0 });
		ids = [...newer, ...older];
	});

	it('Get Many returns all, newest first, or up to the limit', async () => {
		expect(await idsOf(resource, { returnAll: true })).toEqual(ids);
		expect(await idsOf(resource, { limit: 3 })).toEqual(ids.slice(0, 3));
	});

	it('Get Many and Count filter by status and day', async () => {
		const filters = { status: 'sent', since: '2001-02-03T00:00:00' };
		const query = { status: 'sent', since: '2001-02-03' };
		const found = await idsOf(resource, { returnAll: true, filters });
		expect((await queries())[0]).toMatchObject(query);
		const { items } = await run(resource, 'count', { filters });
		expect(items[0]?.json).toEqual({ count: found.length });
		expect((await control.requests()).at(-1)).toMatchObject({
			path: `/v3/${kind}/count.json`,
			query,
		});
		const future = { filters: { since: '2999-01-01' } };
		expect((await run(resource, 'count', future)).items[0]?.json).toEqual({ count: 0 });
	});

	it('Get returns one in short, or untouched', async () => {
		const parameters = { [idParameter]: { __rl: true, mode: 'id', value: String(ids[0]) } };
		const short = (await run(resource, 'get', parameters)).items[0]?.json;
		expect(short).toMatchObject({
			id: ids[0],
			status: expect.any(String),
			total: 1,
			certificates: [{ id: expect.any(String), [reachedBy]: expect.any(String) }],
		});
		expect((short?.certificates as IDataObject[])[0]).not.toHaveProperty('events');

		const raw = (await run(resource, 'get', { ...parameters, simplify: false })).items[0]?.json;
		expect(raw).toMatchObject({ id: ids[0], certificates: [{ events: expect.any(Array) }] });
		expect(raw).not.toHaveProperty('total');
	});

	it("Get gives the service's words for an unknown id", async () => {
		const parameters = { [idParameter]: { __rl: true, mode: 'id', value: UNKNOWN } };
		const { error } = await run(resource, 'get', parameters);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

describe('certifiedEmail', () => {
	it('Get Many filters by custom data', async () => {
		const pairs = (value: string) => ({ filters: { data: { pair: [{ key: 'crm_id', value }] } } });
		expect(await idsOf('certifiedEmail', { returnAll: true, ...pairs('7') })).toHaveLength(120);
		expect(await idsOf('certifiedEmail', pairs('8'))).toEqual([]);
		expect((await queries()).at(-1)).toMatchObject({ crm_id: '8' });
	});
});

describe('certifiedFile', () => {
	it('Get returns what was uploaded', async () => {
		const uploaded = await runNode({
			parameters: { resource: 'certifiedFile', operation: 'upload' },
			credential,
			items: [await itemWithPdf('año.pdf', await pdfOf('A file'))],
		});
		const fileId = String(uploaded.items[0]?.json.id);
		const { items } = await run('certifiedFile', 'get', { fileId });
		expect(items[0]?.json).toEqual(uploaded.items[0]?.json);
	});

	it('Get refuses an unknown and an empty id', async () => {
		const unknown = await run('certifiedFile', 'get', { fileId: UNKNOWN });
		expect(unknown.error).toMatchObject({ httpCode: '404' });
		const empty = await run('certifiedFile', 'get', { fileId: ' ' });
		expect(empty.error?.message).toBe('The field "Certified File ID" is empty');
	});
});

describe('template', () => {
	beforeAll(async () => {
		await control.seed({ kind: 'templates', count: 120 });
	});

	it.each([
		['getMany', 100],
		['getManyWithWidgets', 10],
	])('%s returns all, or up to the limit', async (operation, pageSize) => {
		const all = await idsOf('template', { returnAll: true }, operation);
		expect(all.length).toBeGreaterThanOrEqual(120);
		expect(new Set(all).size).toBe(all.length);
		expect((await queries()).every(({ limit }) => Number(limit) <= pageSize)).toBe(true);
		expect(await idsOf('template', { limit: 15 }, operation)).toEqual(all.slice(0, 15));
	});

	it('Get Many With Widgets returns the widgets', async () => {
		const { items } = await run('template', 'getManyWithWidgets', { limit: 1 });
		expect(items[0]?.json.widgets).toEqual(expect.any(Array));
	});

	it("gives the service's words for a bad token", async () => {
		const { error } = await runNode({
			parameters: { resource: 'template', operation: 'getManyWithWidgets' },
			credential: { ...credential, accessToken: 'not-the-token' },
		});
		expect(error).toMatchObject({ httpCode: '401' });
	});
});

describe('eventHook', () => {
	let ids: string[];

	beforeAll(async () => {
		ids = await control.seed({ kind: 'event_hooks', count: 250, spreadDays: 5 });
	});

	it('Get Many returns all, newest first, or up to the limit', async () => {
		expect(await idsOf('eventHook', { returnAll: true })).toEqual(ids);
		expect((await queries()).map(({ limit, page }) => [limit, page]).sort()).toEqual([
			['100', '1'],
			['100', '2'],
			['100', '3'],
		]);
		expect(await idsOf('eventHook', { limit: 7 })).toEqual(ids.slice(0, 7));
	});

	it('Get Many begins with a page', async () => {
		expect(await idsOf('eventHook', { limit: 20, options: { page: 3 } })).toEqual(
			ids.slice(40, 60),
		);
		expect(await queries()).toEqual([{ limit: '20', page: '3' }]);
		const fromSecond = await idsOf('eventHook', { returnAll: true, options: { page: 2 } });
		expect(fromSecond).toEqual(ids.slice(100));
	});

	it('Get Many filters as the service wants it', async () => {
		const filters = {
			from: '2001-02-03',
			to: '2999-01-01T00:00:00',
			method: ['POST'],
			status: '500, 503',
			search: 'document_',
		};
		const { items } = await run('eventHook', 'getMany', { returnAll: true, filters });
		expect(items).toHaveLength(25);
		expect(items.every(({ json }) => json.status_code === 500)).toBe(true);
		expect((await queries())[0]).toMatchObject({
			method: ['POST'],
			status: ['500', '503'],
			search: 'document_',
			date: '{"from":"2001-02-03","to":"2999-01-01"}',
		});
	});

	it('Get Many refuses what cannot be meant', async () => {
		const { error } = await run('eventHook', 'getMany', { filters: { status: 'failed' } });
		expect(error?.message).toContain('Status Codes must be numbers');
		expect(await control.requests()).toEqual([]);
	});

	it('is offered by event, answer and time', async () => {
		const { results, paginationToken } = await searchEventHooks.call(
			loadOptionsContext({}, credential),
		);
		expect(results).toHaveLength(100);
		expect(results[0]).toEqual({
			name: expect.stringMatching(/^[a-z_]+ – HTTP [25]00 – \d{4}-/),
			value: ids[0],
		});
		expect(paginationToken).toBe('2');
	});

	const retry = async (value: string) =>
		await run('eventHook', 'retry', { eventHookId: { __rl: true, mode: 'id', value } });

	it('Retry posts the event once more', async () => {
		const { items, error } = await retry(String(ids[0]));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ retried: true, id: ids[0] });
		expect((await control.requests()).map(({ method, path }) => `${method} ${path}`)).toEqual([
			`POST /v3/event-hooks/${ids[0]}/retry`,
		]);
	});

	it('Retry goes by GET where POST is not allowed, and only there', async () => {
		await control.faults.add({ kind: 'status', status: 405, method: 'POST' });
		expect((await retry(String(ids[0]))).error).toBeUndefined();
		expect((await control.requests()).map(({ method }) => method)).toEqual(['POST', 'GET']);
	});

	it.each([
		{ kind: 'status', status: 429 },
		{ kind: 'status', status: 503 },
		{ kind: 'reset_after' },
	] as const)('Retry is not repeated, by GET or POST (%j)', async (fault) => {
		await control.faults.add({ ...fault, method: 'POST' });
		expect((await retry(String(ids[0]))).error).toBeDefined();
		expect(await control.requests()).toHaveLength(1);

		await control.clearRequests();
		await control.faults.add({ kind: 'status', status: 405, method: 'POST' });
		await control.faults.add({ ...fault, method: 'GET' });
		expect((await retry(String(ids[0]))).error).toBeDefined();
		expect(await control.requests()).toHaveLength(2);
	});

	it("Retry gives the service's words for an unknown id", async () => {
		expect((await retry('AAAAAAAAAAAAAAAAAAAA')).error).toMatchObject({ httpCode: '404' });
	});

	it('lists the posts of a request', async () => {
		await runNode({
			parameters: createParameters({ events: 'url', eventsUrl: 'http://127.0.0.1:9/events.json' }),
			credential,
			items: [await itemWithPdf('a.pdf', await pdfOf('A contract'))],
		});
		await control.settled();
		const { items } = await run('eventHook', 'getMany', { limit: 1 });
		expect(items[0]?.json).toMatchObject({
			url: 'http://127.0.0.1:9/events.json',
			method: 'POST',
			event_type: expect.any(String),
		});
	});
});
