import { runNode } from '../engine/engine';
import { byId } from '../engine/fixtures';
import { answer, reset, scriptedServer } from '../engine/scriptedServer';
import { listsOnService } from './listsOnService';

const { local, run, idsOf, queries } = listsOnService('eventHook');
const server = scriptedServer();

describe('Event Hook', () => {
	let ids: string[];

	beforeAll(async () => {
		ids = await local.control.seed({ kind: 'event_hooks', count: 250, spreadDays: 5 });
	});

	it('Get Many returns all event hooks newest first, or as many as the limit', async () => {
		expect(await idsOf({ returnAll: true })).toEqual(ids);
		expect((await queries()).map(({ limit, page }) => [limit, page]).sort()).toEqual([
			['100', '1'],
			['100', '2'],
			['100', '3'],
		]);
		expect(await idsOf({ limit: 7 })).toEqual(ids.slice(0, 7));
	});

	it('Get Many starts at the given page', async () => {
		expect(await idsOf({ limit: 20, options: { page: 3 } })).toEqual(ids.slice(40, 60));
		expect(await queries()).toEqual([{ limit: '20', page: '3' }]);
		const fromSecond = await idsOf({ returnAll: true, options: { page: 2 } });
		expect(fromSecond).toEqual(ids.slice(100));
	});

	it('Get Many sends filters as the service documents them', async () => {
		const filters = {
			from: '2001-02-03T00:00:00Z',
			to: '2999-01-02T12:00:00Z',
			method: ['POST'],
			status: '500, 503',
			search: 'document_',
		};
		const { items } = await run('getManyHooks', { returnAll: true, filters });
		expect(items).toHaveLength(25);
		expect(items.every(({ json }) => json.status_code === 500)).toBe(true);
		expect((await queries())[0]).toMatchObject({
			method: ['POST'],
			status: ['500', '503'],
			search: 'document_',
			date: '{"from":"2001-02-03","to":"2999-01-02"}',
		});
	});

	it('Get Many rejects an invalid status code before anything is requested', async () => {
		const { error } = await run('getManyHooks', { filters: { status: 'failed' } });
		expect(error?.message).toContain(
			'Status Codes "failed" must be a whole number between 0 and 999',
		);
		expect(await local.control.requests()).toEqual([]);
	});

	const retry = async (value: string) => await run('retry', { eventHookId: byId(value) });

	it('Retry asks the service to post the event again', async () => {
		const { items, error } = await retry(String(ids[0]));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ retried: true, id: ids[0] });
		expect((await local.control.requests()).map(({ method, path }) => `${method} ${path}`)).toEqual(
			[`POST /v3/event-hooks/${ids[0]}/retry`],
		);
	});

	it('Retry is sent by GET when the service answers 405 to POST', async () => {
		await local.control.faults.add({ kind: 'status', status: 405, method: 'POST' });
		const { items } = await retry(String(ids[0]));
		expect(items[0]?.json).toEqual({ retried: true, id: ids[0] });
		expect((await local.control.requests()).map(({ method }) => method)).toEqual(['POST', 'GET']);
	});
});

describe('a retry of an event hook', () => {
	const redirect: typeof reset = (_, response) =>
		void response.writeHead(302, { Location: '/elsewhere' }).end();
	const words = (status: number) => answer(status, '{"message":"Words"}');
	const UNKNOWN = /^It is unknown whether the event was posted again\. Look /;

	it.each([
		['a 400 to POST', /^Words$/, [words(400)]],
		['a 403 to POST', /^Words$/, [words(403)]],
		['a 404 to POST', /^Words$/, [words(404)]],
		['a 409 to POST', UNKNOWN, [words(409)]],
		['a 503 to POST', UNKNOWN, [words(503)]],
		['a POST that breaks off', UNKNOWN, [reset]],
		['a 409 to GET', UNKNOWN, [answer(405), words(409)]],
		['a 503 to GET', UNKNOWN, [answer(405), words(503)]],
		['a GET that breaks off', UNKNOWN, [answer(405), reset]],
		['a redirect of the GET', UNKNOWN, [answer(405), redirect]],
	])('is not sent again after %s', async (_, message, answers) => {
		server.answers = [...answers];
		const { error } = await runNode({
			parameters: { resource: 'eventHook', operation: 'retry', eventHookId: byId('h1') },
			credential: server.credential,
		});
		expect(error?.message).toMatch(message);
		const methods = ['POST', 'GET'].slice(0, answers.length);
		expect(server.received.map(({ method }) => method)).toEqual(methods);
	});
});
