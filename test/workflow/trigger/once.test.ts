import { triggerRig, type TriggerItem } from './rig';
import { PARALLEL, realEvent, signTogether } from './scenes';
import type { SentRequest } from './serviceApi';
import { ADA, CHARLES } from '../../people';

const rig = triggerRig();

const typeOf = ({ json }: TriggerItem) => (json.event as { type: string }).type;
const ENDS = ['completed', 'canceled', 'declined', 'expired', 'failed'].map(
	(outcome) => `request_${outcome}`,
);

describe('the trigger set to the ends of requests', () => {
	beforeEach(async () => await rig.reset({ events: ENDS }));

	it('emits one item when everyone has signed every file', async () => {
		const { id, documents } = await rig.send({}, 2);
		expect(documents).toHaveLength(4);
		await rig.control.sign({ signatureId: id, email: ADA.email });
		expect(await rig.items()).toEqual([]);
		await rig.control.sign({ signatureId: id, email: CHARLES.email });
		const [item, ...others] = await rig.items();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({
			event: { type: 'request_completed', createdAt: expect.stringMatching(/\+0000$/) },
			outcome: 'completed',
			status: 'completed',
			signed: 4,
			total: 4,
			signatureId: id,
		});
		const listed = (item?.json.documents as { id: string }[]).map((document) => document.id);
		expect(listed.sort()).toEqual(documents.map((document) => document.id).sort());
	});

	it.each([
		['together', { parallel: true }],
		['together, in three copies each', { parallel: true, copies: 3 }],
		['in reverse order', { order: 'reverse' }],
	] as const)(
		'emits one item when the last events arrive %s, and none when they are posted again after a restart',
		async (_, release) => {
			const sent = await rig.send(PARALLEL, 2);
			await signTogether(rig, sent, release);
			expect(await rig.items()).toHaveLength(1);
			rig.restart();
			const before = rig.started;
			for (const { id } of sent.documents) {
				await rig.control.redeliver({ documentId: id, eventType: 'document_completed' });
			}
			expect(await rig.items()).toHaveLength(1);
			expect(rig.started).toBeGreaterThan(before);
		},
	);

	it('emits one item for each of several requests', async () => {
		const sent = [await rig.send(PARALLEL), await rig.send(PARALLEL), await rig.send(PARALLEL)];
		await rig.control.settings({ holdEvents: true });
		for (const { id } of sent) {
			for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
		}
		await rig.control.releaseEvents({ parallel: true });
		const ids = (await rig.items()).map(({ json }) => json.signatureId);
		expect(ids.sort()).toEqual(sent.map(({ id }) => id).sort());
	});

	it.each([
		[
			'declined',
			async ({ id }: SentRequest) =>
				await rig.control.decline({ signatureId: id, email: CHARLES.email }),
		],
		[
			'canceled',
			async ({ id }: SentRequest) => await rig.api.patch(`/v3/signatures/${id}/cancel.json`),
		],
		['expired', async ({ id }: SentRequest) => await rig.control.expire(id)],
	] as const)('emits one item when the request is %s', async (outcome, end) => {
		const sent = await rig.send(PARALLEL, 2);
		await end(sent);
		const [item, ...others] = await rig.items();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ outcome, status: outcome, total: 4 });
		expect(typeOf(item as TriggerItem)).toBe(`request_${outcome}`);
	});

	it('emits one item when the request fails, by an event of a type that nobody knows', async () => {
		const { documents } = await rig.send(PARALLEL, 2);
		const [{ id: documentId } = { id: '' }] = documents;
		await rig.control.emit({ target: { documentId }, type: 'document_error' });
		const [item, ...others] = await rig.items();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ outcome: 'failed', status: 'error', total: 4 });
		expect(typeOf(item as TriggerItem)).toBe('request_failed');
	});

	it('emits single events and the end of the request from one post', async () => {
		rig.parameters = { events: ['document_completed', 'request_completed'] };
		const sent = await rig.send(PARALLEL);
		await signTogether(rig, sent, { parallel: true });
		expect((await rig.items()).map(typeOf).sort()).toEqual([
			'document_completed',
			'document_completed',
			'request_completed',
		]);
	});

	it('emits nothing when the outcome is not selected', async () => {
		rig.parameters = { events: ['request_completed'] };
		const { id } = await rig.send();
		await rig.control.decline({ signatureId: id, email: ADA.email });
		expect(await rig.items()).toEqual([]);
		expect(rig.started).toBe(0);
	});

	it('fails the execution when an event is not confirmed and the service cannot be asked, and emits the item when the event is posted again', async () => {
		rig.parameters = { events: ['request_completed'], options: { confirm: false } };
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.settled();
		const fault = { kind: 'status', status: 403, message: 'The user is banned' } as const;
		await rig.control.faults.add({ ...fault, path: id, times: 1 });
		await rig.control.sign({ signatureId: id, email: CHARLES.email });
		const executions = await rig.settled();
		expect(executions.at(-1)?.error?.message).toBe('The user is banned');
		await rig.control.redeliver({ eventType: 'document_completed' });
		const items = (await rig.settled()).flatMap((execution) => execution.items);
		expect(items).toHaveLength(1);
	});
});

describe('copies of a post', () => {
	beforeEach(async () => await rig.reset({ events: ['*'] }));

	it('at the same moment start one execution, and all get 200', async () => {
		const { post, started } = await realEvent(rig);
		const answers = await Promise.all(Array.from({ length: 20 }, () => rig.post(post)));
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		expect(started()).toBe(1);
	});

	it('of an event that cannot be confirmed start one execution, and all get 200', async () => {
		const { post, started, sent } = await realEvent(rig);
		const fault = { kind: 'status', status: 500, path: sent.id, times: 0 } as const;
		const id = await rig.control.faults.add(fault);
		const answers = await Promise.all([rig.post(post), rig.post(post), rig.post(post)]);
		answers.push(await rig.post(post));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(started()).toBe(1);
		await rig.control.faults.clear(id);
		expect(await rig.items()).toHaveLength(1);
	});

	it('of a forged event get 403, and the true event starts the workflow', async () => {
		const { post, started } = await realEvent(rig);
		const forged = { ...post, document: { ...post.document, signature: { id: 'no-such' } } };
		const answers = await Promise.all([rig.post(forged), rig.post(forged), rig.post(post)]);
		expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
		expect(started()).toBe(1);
	});

	it.each([
		['', 0],
		[' that cannot be confirmed', 500],
	])(
		'of an event%s start the workflow when n8n could not record the execution of the first one',
		async (_, status) => {
			const { post, started, sent } = await realEvent(rig);
			if (status > 0)
				await rig.control.faults.add({ kind: 'status', status, path: sent.id, times: 0 });
			rig.cannotRecord = true;
			expect((await rig.post(post)).status).toBe(500);
			rig.cannotRecord = false;
			expect((await rig.post(post)).status).toBe(200);
			expect(started()).toBe(1);
			await rig.control.faults.clear();
			expect(await rig.items()).toHaveLength(1);
		},
	);

	it('each start the workflow during a test listen', async () => {
		const { post, started } = await realEvent(rig);
		rig.mode = 'manual';
		for (let copy = 0; copy < 2; copy++) expect((await rig.post(post)).status).toBe(200);
		expect(started()).toBe(2);
		expect((await rig.items()).slice(-2)).toHaveLength(2);
	});
});
