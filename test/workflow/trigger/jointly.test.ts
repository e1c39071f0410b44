import type { IWebhookFunctions } from 'n8n-workflow';
import { Call } from '../../../nodes/Signaturit/transport/call';
import type { PostedEvent } from '../../../nodes/Signaturit/trigger/history';
import { findDelivery } from '../../../nodes/Signaturit/trigger/confirm';
import { triggerWorkflow } from '../engine/engineTrigger';
import { localService } from '../engine/localService';
import { answer, scriptedServer } from '../engine/scriptedServer';

const local = localService();
const scripted = scriptedServer();

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
