import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { typesOf } from './scenes';
import { triggerRig } from './rig';
import { ADA } from '../../people';

const rig = triggerRig();
beforeEach(async () => await rig.reset({ events: ['document_completed'] }));

const CREATED = '2020-03-05T10:00:00+0000';

/** A made-up event, of a request that it names or not. */
const forged = (name: string, signature?: string) => ({
	type: 'document_completed',
	created_at: '2020-03-05T10:00:05+0000',
	document: {
		id: `d ${name}`,
		created_at: CREATED,
		...(signature && { signature: { id: signature } }),
	},
});

const calls = async () => (await rig.control.requests()).length;

describe('a forged post', () => {
	it.each([
		['that names a request', 'no-such'],
		['that names no request', undefined],
	])('%s costs two calls, and its copies none', async (name, signature) => {
		await rig.control.seed({ count: 300, spreadDays: 300 });
		await rig.control.clearRequests();
		const post = forged(name, signature);
		expect((await rig.post(post)).status).toBe(403);
		expect(await calls()).toBe(2);
		expect((await rig.post(post)).status).toBe(403);
		expect((await rig.post(post)).status).toBe(403);
		expect(await calls()).toBe(2);
	});

	it('is looked for again when the memory of its refusal has expired', async () => {
		const post = forged('late', 'no-such');
		await rig.post(post);
		rig.restart();
		await rig.control.clearRequests();
		await rig.post(post);
		expect(await calls()).toBe(2);
	});

	it('takes at most two confirmations at once, also among many', async () => {
		await rig.control.faults.add({ kind: 'latency', ms: 50, path: 'no-such', times: 0 });
		let most = 0;
		let isOver = false;
		const watch = async () => {
			while (!isOver) {
				const open = (await rig.control.requests()).filter(({ status }) => status === 0);
				most = Math.max(most, open.length);
			}
		};
		const posts = Array.from({ length: 10 }, (_, index) => rig.post(forged(`${index}`, 'no-such')));
		const over = Promise.all(posts).then((answers) => {
			isOver = true;
			return answers;
		});
		await Promise.all([watch(), over]);
		expect(new Set((await over).map(({ status }) => status))).toEqual(new Set([403]));
		expect(most).toBe(2);
	});

	it.each([
		['with its reference', 'trigger'],
		['at a bare address', 'url'],
	])('in a flood of 200 does not keep a true event %s from being given out', async (_, events) => {
		const { id } = await rig.send({ options: { events, eventsUrl: rig.eventsUrl } });
		await rig.settled();
		// The machine may be slow: this is not about the time that a confirmation may take.
		const limit = jest.replaceProperty(delays.looks.post, 'all', 600_000);
		const last = jest.replaceProperty(delays.looks, 'last', 599_900);
		const flood = Array.from({ length: 200 }, (__, index) =>
			rig.post(forged(`f${index}`, 'no-such')),
		);
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.control.settled();
		const answers = await Promise.all(flood);
		limit.restore();
		last.restore();
		expect(answers.filter(({ status }) => status === 200)).toEqual([]);
		expect(await typesOf(rig, id)).toEqual(['document_completed']);
		expect(await rig.items()).toHaveLength(1);
	});
});

describe('forty forged posts at the same moment', () => {
	/** Each about a document of its own that no request has, and whose date the post does not say. */
	const flood = async () =>
		await Promise.all(
			Array.from({ length: 40 }, async (_, index) => {
				const { created_at, document, type } = forged(`forty ${index}`);
				return await rig.post({ type, created_at, document: { id: document.id } });
			}),
		);

	it('that name no request and no date get 403, start nothing, and share their calls', async () => {
		await rig.control.seed({ count: 400, spreadDays: 300 });
		await rig.control.faults.add({ kind: 'latency', ms: 200, path: '/v3/signatures', times: 0 });
		await rig.control.clearRequests();
		expect((await flood()).map(({ status }) => status)).toEqual(Array(40).fill(403));
		expect(rig.started).toBe(0);
		// Two looks of three pages; most wait together, while those of the first are read.
		expect(await calls()).toBeLessThanOrEqual(24);
	});

	it.each([
		['refuses', { kind: 'status', status: 500 }],
		['is busy', { kind: 'status', status: 429 }],
		['is slow', { kind: 'latency', ms: 1_000 }],
	] as const)('start three executions at most while the service %s', async (_, fault) => {
		const limits = [
			jest.replaceProperty(delays.looks.post, 'all', 300),
			jest.replaceProperty(delays.looks, 'last', 200),
			jest.replaceProperty(delays.looks.execution, 'all', 3_000),
		];
		await rig.control.faults.add({ ...fault, path: '/v3/signatures', times: 0 });
		const answers = await flood();
		const statuses = answers.map(({ status }) => status).sort();
		const executions = await rig.settled();
		limits.forEach((limit) => limit.restore());
		expect(statuses).toEqual([...Array(3).fill(200), ...Array(37).fill(503)]);
		expect(executions.map(({ items }) => items)).toEqual([[], [], []]);
	});
});
