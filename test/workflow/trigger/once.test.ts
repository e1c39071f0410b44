import type { INodeExecutionData } from 'n8n-workflow';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { fromHandover } from '../../../nodes/Signaturit/trigger/history';
import { ADA, CHARLES } from '../../people';
import { documentIdsIn } from '../engine/fixtures';
import { until } from '../engine/until';
import { triggerRig, type TriggerItem } from './rig';
import {
	breakMemory,
	activatedAt,
	later,
	PARALLEL,
	realEvent,
	sendMany,
	signTogether,
	typesOf,
} from './scenes';
import type { SentRequest } from './serviceApi';

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
			event: { type: 'request_completed', createdAt: expect.stringMatching(/\dZ$/) },
			outcome: 'completed',
			signatureId: id,
		});
		const listed = documentIdsIn(item?.json);
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
		expect(item?.json).toMatchObject({ outcome });
		expect(documentIdsIn(item?.json)).toHaveLength(4);
		expect(typeOf(item as TriggerItem)).toBe(`request_${outcome}`);
	});

	it('emits one item when the request fails, by an event of a type that nobody knows', async () => {
		const { documents } = await rig.send(PARALLEL, 2);
		const [{ id: documentId } = { id: '' }] = documents;
		await rig.control.emit({ target: { documentId }, type: 'document_error' });
		const [item, ...others] = await rig.items();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ outcome: 'failed' });
		expect(documentIdsIn(item?.json)).toHaveLength(4);
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

const FILES = { attachFiles: ['signed', 'auditTrail'], options: { fileWait: 60 } };

const isQuestion = ([item]: INodeExecutionData[] = []) =>
	item !== undefined && fromHandover(item.json)?.kind === 'question';

/** How many items each execution has given out that was no question. */
const given = async () =>
	(await rig.settled()).flatMap(({ items }, index) =>
		isQuestion(rig.inputs[index]) ? [] : items.length,
	);

const downloads = async () =>
	(await rig.control.requests()).filter(({ path }) => path.includes('/download/'));

describe('an execution that is run again', () => {
	it("gives the event out again when it is n8n's Retry, and not otherwise", async () => {
		await rig.reset({ events: ['document_completed'] });
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [first] = await rig.items();
		const [input = []] = rig.inputs;
		expect((await rig.run(input, 'retry')).items).toEqual([first]);
		expect((await rig.run(input, 'retry')).items).toEqual([first]);
		expect((await rig.run(input, 'webhook')).items).toEqual([]);
	});

	it("gives nothing out when it is n8n's Retry and a poll has given the event out meanwhile", async () => {
		await rig.reset({ events: ['document_completed'] });
		const poll = rig.polls();
		await poll();
		const { id } = await rig.send();
		const mend = breakMemory(rig, 'n8n is killed');
		await rig.control.sign({ signatureId: id, email: ADA.email });
		expect((await rig.settled()).map(({ error }) => error?.message)).toEqual(['n8n is killed']);
		mend();
		rig.restart();
		await poll();
		const [crashed = [], polled = []] = rig.inputs;
		expect(await given()).toEqual([0, 1]);
		expect((await rig.run(crashed, 'retry')).items).toEqual([]);
		expect((await rig.run(polled, 'retry')).items).toHaveLength(1);
	});

	it('gives the event out again with its files when it has failed at the end', async () => {
		await rig.reset({ events: ['document_completed'], ...FILES });
		const { id } = await rig.send();
		const mend = breakMemory(rig, 'The database fails');
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [failed] = await rig.settled();
		mend();
		expect(failed?.error?.message).toBe('The database fails');
		const [input = []] = rig.inputs;
		const { items } = await rig.run(input, 'retry');
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['signed', 'auditTrail']);
		expect((await rig.run(input, 'webhook')).items).toEqual([]);
	});
});

describe('an execution that is stopped', () => {
	it('while it fetches files leaves the event to a later one', async () => {
		await rig.reset({ events: ['document_completed'], ...FILES });
		activatedAt(rig, Date.now());
		const poll = rig.polls('init');
		await poll();
		const { id } = await rig.send();
		await rig.control.settings({ hold: ['audit_trail'] });
		await rig.control.clearRequests();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await until(async () => (await downloads()).length >= 2);
		rig.stops[0]?.();
		expect(await given()).toEqual([0]);
		await rig.control.settings({ hold: [] });
		await later(2 * triggerDelays.poll.startAgain, poll);
		expect(await given()).toEqual([0, 1]);
	});

	it('while it looks its event up leaves it to the next post', async () => {
		await rig.reset({ events: ['document_completed'], options: { confirm: false } });
		const { id, documents } = await rig.send();
		await rig.control.faults.add({ kind: 'late_answer', path: '/v3/signatures', ms: 60_000 });
		await rig.control.clearRequests();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await until(async () => (await rig.control.requests()).length > 0);
		rig.stops[0]?.();
		expect(await given()).toEqual([0]);
		await rig.control.faults.clear();
		await rig.control.redeliver({
			documentId: documents[0]?.id ?? '',
			eventType: 'document_completed',
		});
		expect(await given()).toEqual([0, 1]);
	});
});

describe('a test of the trigger', () => {
	it('does not keep the active workflow from the event', async () => {
		await rig.reset({ events: ['request_completed'] });
		const poll = rig.polls();
		await poll();
		rig.mode = 'manual';
		const { id } = await rig.send(PARALLEL);
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.settled();
		await rig.control.sign({ signatureId: id, email: CHARLES.email });
		expect(await typesOf(rig)).toEqual(['request_completed']);
		rig.mode = 'webhook';
		await rig.control.redeliver({ eventType: 'document_completed' });
		expect(await typesOf(rig)).toEqual(['request_completed', 'request_completed']);
	});
});

describe('the files of an event', () => {
	it('come with one item, though its post comes three times to two processes while they are fetched', async () => {
		await rig.reset({ events: ['request_completed'], ...FILES });
		const { id, documents } = await rig.send(PARALLEL, 2);
		await rig.control.settings({ hold: ['audit_trail'] });
		await rig.control.clearRequests();
		for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
		await until(async () => (await downloads()).length >= 2);
		for (const process of ['second', 'third']) {
			rig.restart();
			const before = rig.started;
			for (const { id: documentId } of documents) {
				await rig.control.redeliver({ documentId, eventType: 'document_completed' });
			}
			await rig.control.settled();
			expect([process, rig.started > before]).toEqual([process, true]);
		}
		await rig.control.settings({ hold: [] });
		const items = await rig.items();
		expect(items.map(({ binary = {} }) => Object.keys(binary).length)).toEqual([8]);
	});

	it('are fetched by another execution when the first one has died, which a poll starts', async () => {
		await rig.reset({ events: ['request_completed'], arrival: 'polling', ...FILES });
		activatedAt(rig, Date.now());
		const poll = rig.polls('init');
		await poll();
		const [id] = await sendMany(rig, { count: 1, status: 'completed' });
		const mend = breakMemory(rig, 'n8n is killed');
		await poll();
		mend();
		const outcomes = async () => {
			const executions = await rig.settled();
			return executions.flatMap(({ error, items }, index) =>
				isQuestion(rig.inputs[index]) ? [] : (error?.message ?? items.length),
			);
		};
		const outcomesAt = async (milliseconds: number) => {
			await later(milliseconds, poll);
			return await outcomes();
		};
		expect(await outcomes()).toEqual(['n8n is killed']);
		const { startAgain } = triggerDelays.poll;
		expect(await outcomesAt(startAgain - 30_000)).toEqual(['n8n is killed']);
		expect(await outcomesAt(startAgain)).toEqual(['n8n is killed', 1]);
		expect(await outcomesAt(2 * startAgain)).toEqual(['n8n is killed', 1]);
		const items = (await rig.settled()).flatMap((execution) => execution.items);
		expect(items).toMatchObject([{ json: { signatureId: id } }]);
	});
});

describe('two events of one type in one second', () => {
	it.each([
		['posted', false],
		['posted twice each, the last first', true],
	])('come as two when they are %s', async (_, areHeld) => {
		await rig.reset({ events: ['photo_added'] });
		const { id, documents } = await rig.send();
		const target = { documentId: documents[0]?.id ?? '' };
		await rig.control.settings({ holdEvents: areHeld });
		// Until two fall on one second, which the clock may prevent at first.
		let times: string[];
		do {
			for (let photo = 0; photo < 2; photo++) {
				await rig.control.emit({ target, type: 'photo_added' });
			}
			const { data } = await rig.api.get(`/v3/signatures/${id}.json`);
			const history = data.documents[0]?.events ?? [];
			times = history.flatMap(({ type, created_at }) => (type === 'photo_added' ? created_at : []));
		} while (new Set(times).size === times.length);
		await rig.control.releaseEvents({ order: 'reverse', copies: 2 });
		expect(await typesOf(rig)).toHaveLength(times.length);
	});
});
