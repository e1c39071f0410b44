import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { byId, itemWithPdf, pdfOf } from '../engine/fixtures';
import { listsOnService } from './listsOnService';
import { operationNamed } from './operationNamed';

const pairs = (value: string) => ({ filters: { data: { pair: [{ key: 'crm_id', value }] } } });

describe.each([
	['certifiedEmail', 'emails', 'emailId', 'email'],
	['certifiedSms', 'sms', 'smsId', 'phone'],
] as const)('%s', (resource, kind, idParameter, reachedBy) => {
	const { local, run, idsOf, queries } = listsOnService(resource);
	const [count, get] = [operationNamed(resource, 'Count'), operationNamed(resource, 'Get')];
	let ids: string[];

	beforeAll(async () => {
		const older = await local.control.seed({
			kind,
			count: 120,
			spreadDays: 10,
			data: { crm_id: '7' },
		});
		const newer = await local.control.seed({ kind, count: 5, spreadDays: 0 });
		ids = [...newer, ...older];
	});

	it('Get Many returns all entries newest first, or as many as the limit', async () => {
		expect(await idsOf({ returnAll: true })).toEqual(ids);
		expect(await idsOf({ limit: 3 })).toEqual(ids.slice(0, 3));
	});

	it('Get Many and Count filter by status and day', async () => {
		const filters = { status: 'sent', since: '2001-02-03T00:00:00Z' };
		const query = { status: 'sent', since: '2001-02-03' };
		const found = await idsOf({ returnAll: true, filters });
		expect((await queries())[0]).toMatchObject(query);
		const { items } = await run(count, { filters });
		expect(items[0]?.json).toEqual({ count: found.length });
		expect((await local.control.requests()).at(-1)).toMatchObject({
			path: `/v3/${kind}/count.json`,
			query,
		});
		const future = { filters: { since: '2999-01-01' } };
		expect((await run(count, future)).items[0]?.json).toEqual({ count: 0 });
	});

	it('Get returns one entry simplified, or as the service answers it when Simplify is off', async () => {
		const parameters = { [idParameter]: byId(String(ids[0])) };
		const short = (await run(get, parameters)).items[0]?.json;
		expect(short).toMatchObject({
			[`${resource}Id`]: ids[0],
			status: expect.any(String),
			certificates: [{ certificateId: expect.any(String), [reachedBy]: expect.any(String) }],
		});
		expect((short?.certificates as IDataObject[])[0]).not.toHaveProperty('events');

		const raw = (await run(get, { ...parameters, simplify: false })).items[0]?.json;
		expect(raw).toMatchObject({ id: ids[0], certificates: [{ events: expect.any(Array) }] });
		expect(raw).not.toHaveProperty('status');
	});

	it('Get Many filters by custom data', async () => {
		expect(await idsOf({ returnAll: true, ...pairs('7') })).toHaveLength(120);
		expect(await idsOf(pairs('8'))).toEqual([]);
		expect((await queries()).at(-1)).toMatchObject({ crm_id: '8' });
	});
});

describe('certifiedSms', () => {
	const { local, run } = listsOnService('certifiedSms');

	it('Get Many is not filtered by custom data that Signaturit does not show', async () => {
		await local.control.seed({ kind: 'sms', count: 1 });
		await local.control.settings({ smsWithoutData: true });
		const { error } = await run('getManySms', pairs('7'));
		expect(error?.message).toContain('lists these without their custom data');
	});
});

describe('certifiedFile', () => {
	const { local, run } = listsOnService('certifiedFile');

	it('Get returns the same fields as Upload', async () => {
		const uploaded = await runNode({
			parameters: { resource: 'certifiedFile', operation: 'upload' },
			credential: local.credential,
			items: [await itemWithPdf('año.pdf', await pdfOf('A file'))],
		});
		const { items } = await run('getFile', {
			fileId: String(uploaded.items[0]?.json.certifiedFileId),
		});
		expect(items[0]?.json).toEqual(uploaded.items[0]?.json);
	});

	it('Get fails for a blank id', async () => {
		const { error } = await run('getFile', { fileId: ' ' });
		expect(error?.message).toBe('The field "Certified File ID" is empty');
	});

	it('Get fails with 404 for an unknown id', async () => {
		const fileId = '7a0c4c1e-0000-4000-8000-000000000000';
		const { error } = await run('getFile', { fileId });
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.message).toMatch(/not found/i);
	});
});

describe('template', () => {
	const { local, run, idsOf, queries } = listsOnService('template');

	beforeAll(async () => {
		await local.control.seed({ kind: 'templates', count: 120 });
	});

	it.each([
		['getManyTemplates', 100],
		['getManyWithWidgets', 10],
	])('%s returns all templates, or as many as the limit', async (operation, pageSize) => {
		const all = await idsOf({ returnAll: true }, operation);
		expect(all.length).toBeGreaterThanOrEqual(120);
		expect(new Set(all).size).toBe(all.length);
		expect((await queries()).every(({ limit }) => Number(limit) <= pageSize)).toBe(true);
		expect(await idsOf({ limit: 15 }, operation)).toEqual(all.slice(0, 15));
	});

	it('Get Many With Widgets returns the widgets', async () => {
		const { items } = await run('getManyWithWidgets', { limit: 1 });
		expect(items[0]?.json.widgets).toEqual(expect.any(Array));
	});
});
