import axios from 'axios';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { ADA } from '../../../people';
import { startService, type RunningService } from '../../../service';
import { credentialFor } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { answer, scriptedServer } from '../../engine/scriptedServer';
import { until } from '../../engine/until';
import { goneOn, itemsOf, requestOf, sleeperIn, type Sleeper } from './sleeper';

const local = localService();
const server = scriptedServer();
let other: RunningService;

beforeAll(async () => {
	other = await startService();
});
afterAll(async () => await other.close());
afterEach(() => jest.restoreAllMocks());

const sleeperOn = (ids: string | string[], sleeper?: Sleeper) => sleeperIn(local, ids, sleeper);

const newRequest = async () => await requestOf(local);

async function cancel(id = '') {
	const headers = { Authorization: `Bearer ${local.service.token}` };
	await axios.patch(`${local.service.url}/v3/signatures/${id}/cancel.json`, {}, { headers });
}

const sleeping = (ids: string | string[], sleeper?: Sleeper) => sleeperOn(ids, sleeper).post;

const looks = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'GET').length;

describe('a post to a sleeping execution', () => {
	it('lets it go on when its request has ended, and no other post does', async () => {
		const id = await newRequest();
		await local.control.expire(id);
		await local.control.settled();
		const post = sleeping(id);
		const [first, ...others] = await Promise.all([post(), post(), post()]);
		expect(first?.workflowData?.[0]?.[0]?.json).toMatchObject({
			signatureId: id,
			outcome: 'expired',
		});
		expect(others).toEqual([{}, {}]);
		expect(await post()).toEqual({});
	});

	it('is followed by looks, which let it go on again if n8n could not begin the run', async () => {
		jest.replaceProperty(delays, 'ownPosts', [1]);
		server.answers = [answer(409)];
		const id = await newRequest();
		await local.control.expire(id);
		await local.control.settled();
		const getSignedResumeUrl = () => `${server.url}/webhook-waiting/1/node?signature=abc`;
		const post = sleeping(id, { moved: { getSignedResumeUrl } });
		expect(goneOn(await post())).toHaveLength(1);
		await until(() => server.received.length === 1);
		expect(await post({ look: true })).toEqual({ webhookResponse: 'look again' });
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
		expect(goneOn(await post({ look: true }))).toHaveLength(1);
	});

	it('shares its look with others that arrive before it begins', async () => {
		const post = sleeping(await newRequest());
		await post();
		const alone = await looks();
		await Promise.all(Array.from({ length: 9 }, async () => await post()));
		expect(await looks()).toBe(2 * alone);
	});

	it('asks for another look when it is one of its own and the look has failed', async () => {
		const id = await newRequest();
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		expect(await sleeping(id)({ look: true })).toEqual({ webhookResponse: 'look again' });
	});

	it.each([[''], ['text'], [null]])('leaves it asleep when its body is %j', async (body) => {
		const post = sleeping(await newRequest());
		expect(await post(body)).toEqual({});
	});

	it('is answered 503 when its look has settled nothing, so that Signaturit counts it as failed', async () => {
		const { post, statuses } = sleeperOn(await newRequest());
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		expect(await post()).toEqual({ noWebhookResponse: true });
		expect(statuses).toEqual([503]);
	});

	it.each([403, 500])('lets it go on although the look before got %d', async (status) => {
		const id = await newRequest();
		await local.control.expire(id);
		await local.control.settled();
		const post = sleeping(id);
		await local.control.faults.add({ kind: 'status', status, method: 'GET', times: 0 });
		expect(itemsOf(await post())).toBeUndefined();
		await local.control.faults.clear();
		expect(itemsOf(await post())).toMatchObject([{ signatureId: id, outcome: 'expired' }]);
	});

	it('lets it go on when its request was canceled', async () => {
		const id = await newRequest();
		await local.control.settled();
		await cancel(id);
		const post = sleeping(id);
		expect(itemsOf(await post())).toMatchObject([{ signatureId: id, outcome: 'canceled' }]);
	});

	it('leaves it asleep while its request goes on', async () => {
		expect(await sleeping(await newRequest())()).toEqual({});
	});
});

describe('a request whose email came back', () => {
	const bounced = async () => {
		const id = await newRequest();
		await local.control.settled();
		await local.control.bounce({ signatureId: id, email: ADA.email });
		await local.control.settled();
		return id;
	};

	it('lets the execution go on as undelivered, with who it was, when all others have ended', async () => {
		const [id, other] = [await bounced(), await newRequest()];
		const post = sleeping([id, other]);
		expect(await post()).toEqual({});
		await local.control.expire(other);
		await local.control.settled();
		const [first, second] = itemsOf(await post()) ?? [];
		expect(first).toMatchObject({
			signatureId: id,
			outcome: 'undelivered',
			signers: [{ ...ADA, undelivered: true }],
			waitingFor: { signatureId: id },
		});
		expect(second).toMatchObject({ signatureId: other, outcome: 'expired' });
		expect(second).not.toHaveProperty('waitingFor');
	});

	it('keeps it asleep without that option', async () => {
		expect(await sleeping(await bounced(), { stopsAtBounce: false })()).toEqual({});
	});

	it('keeps it asleep if its row is without that option, whatever the others have', async () => {
		const ids = [await bounced(), await bounced()];
		const rows = [{ stopsAtBounce: true }, { stopsAtBounce: false }];
		const post = sleeping(ids, { rows });
		expect(await post()).toEqual({});
		await cancel(ids[1]);
		await local.control.settled();
		expect(itemsOf(await post())).toMatchObject([
			{ signatureId: ids[0], outcome: 'undelivered' },
			{ signatureId: ids[1], outcome: 'canceled' },
		]);
	});
});

describe('a request that cannot be read', () => {
	const lost = '29109781-e42d-11e4-b4b2-0680ffff0000';

	/** Two looks are far enough apart. */
	const soon = () =>
		jest.replaceProperty(delays, 'unread', { ...delays.unread, gone: 0, refused: 0 });

	it('has the outcome deleted when the account that has sent it does not have it at two looks', async () => {
		soon();
		const id = await newRequest();
		await local.control.expire(id);
		await local.control.settled();
		const post = sleeping([lost, id]);
		expect(itemsOf(await post())).toBeUndefined();
		expect(itemsOf(await post())).toEqual([
			{ signatureId: lost, outcome: 'deleted', reused: false },
			expect.objectContaining({ signatureId: id, outcome: 'expired' }),
		]);
	});

	it('is read in its turn when there are more than one look reads', async () => {
		soon();
		const ids = Array.from({ length: 50 }, (_, index) => `${lost.slice(0, -4)}${1000 + index}`);
		const post = sleeping(ids);
		const alone = async () => {
			const paths = (await local.control.requests()).map(({ path }) => path);
			await local.control.clearRequests();
			return paths.filter((path) => path.includes(lost.slice(0, -4)) && !path.includes('?'));
		};
		// Twenty at a time: three looks for the first answers, two more for the last second one.
		for (let look = 0; look < 4; look++) {
			expect(itemsOf(await post())).toBeUndefined();
			expect((await alone()).length).toBeLessThanOrEqual(20);
		}
		const items = itemsOf(await post());
		expect(items).toEqual(
			ids.map((signatureId) => ({ signatureId, outcome: 'deleted', reused: false })),
		);
	});

	it('keeps the execution asleep while the two looks are not a minute apart', async () => {
		const post = sleeping(lost);
		expect(itemsOf(await post())).toBeUndefined();
		expect(itemsOf(await post())).toBeUndefined();
	});

	it.each([
		['the access token is refused', () => ({ ...local.credential, accessToken: 'wrong' })],
		['the token is that of another account', () => credentialFor(other)],
		['there is no credential any more', () => ({})],
	])('goes on with its error, and without an outcome, when %s', async (_, credentialOf) => {
		soon();
		const id = await newRequest();
		const credential = credentialOf();
		const post = sleeping(id, { credential });
		expect(itemsOf(await post())).toBeUndefined();
		const [item] = itemsOf(await post()) ?? [];
		expect(item).toMatchObject({ error: { signatureId: id, verdict: 'done' } });
		expect(item).not.toHaveProperty('outcome');
	});

	it('says nothing while the service fails', async () => {
		soon();
		const post = sleeping(await newRequest());
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		for (let time = 0; time < 3; time++) expect(itemsOf(await post())).toBeUndefined();
	});
});

/** A sleeping execution whose request everyone has signed, and that goes on with these files. */
async function signed(kinds: Sleeper['kinds'] = ['signed']) {
	const id = await newRequest();
	await local.control.sign({ signatureId: id, email: ADA.email });
	await local.control.settled();
	return sleeperOn(id, { kinds });
}

const isDownloading = async () =>
	(await local.control.requests()).some(({ path }) => path.includes('/download'));

describe('an execution that goes on with files', () => {
	it('does so once, however long they take', async () => {
		const { post } = await signed();
		const slow = { kind: 'latency', ms: 300, path: '/download', times: 0 } as const;
		await local.control.faults.add(slow);
		const first = post();
		await until(isDownloading);
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
		expect(goneOn(await post())).toBeUndefined();
		jest.restoreAllMocks();
		expect(goneOn(await first)).toHaveLength(1);
	});

	it.each([
		['the service fails', { kind: 'status', status: 500 }],
		['the service does not have it yet', { kind: 'status', status: 404 }],
		['it breaks off', { kind: 'truncate' }],
	] as const)('sleeps on while %s, looks again, and goes on with it', async (_, fault) => {
		const { post, statuses } = await signed();
		await local.control.faults.add({ ...fault, path: '/download', times: 0 });
		expect(goneOn(await post())).toBeUndefined();
		expect(statuses).toEqual([503]);
		expect(await post({ look: true })).toEqual({ webhookResponse: 'look again' });
		await local.control.faults.clear();
		const [item] = goneOn(await post()) ?? [];
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed_1']);
		expect(item?.json).not.toHaveProperty('filesMissing');
	});

	it('waits for no attachments of a signer who has attached nothing', async () => {
		const { post } = await signed(['signed', 'attachments']);
		const [item] = goneOn(await post()) ?? [];
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed_1']);
		expect(item?.json).not.toHaveProperty('filesMissing');
	});

	it('has on each item those of its row', async () => {
		const ids = [await newRequest(), await newRequest(), await newRequest()];
		for (const signatureId of ids) await local.control.sign({ signatureId, email: ADA.email });
		await local.control.settled();
		const rows = [
			{ kinds: [] },
			{ kinds: ['signed' as const] },
			{ kinds: ['auditTrail' as const] },
		];
		const items = goneOn(await sleeping(ids, { rows })());
		expect(items?.map(({ binary = {} }) => Object.keys(binary))).toEqual([
			[],
			['signed_1'],
			['auditTrail_1'],
		]);
	});

	it('goes on without a file that could not be had for half an hour, and says why', async () => {
		const { post } = await signed();
		await local.control.faults.add({ kind: 'status', status: 500, path: '/download', times: 0 });
		expect(goneOn(await post())).toBeUndefined();
		jest.replaceProperty(delays, 'unread', { ...delays.unread, file: 0 });
		const [item] = goneOn(await post()) ?? [];
		expect(item?.json.filesMissing).toEqual([expect.objectContaining({ field: 'signed_1' })]);
	});
});
