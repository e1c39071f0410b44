import type { INodeParameters } from 'n8n-workflow';
import { TEST_POST } from '../../../nodes/Signaturit/trigger/testListen';
import { answer, reset, ScriptedServer } from '../engine/scriptedServer';
import { until } from '../engine/until';
import { lifecycleOn } from './lifecycle';
import { callsOf, sendMany } from './scenes';
import { triggerRig, type TriggerItem } from './rig';
import { ADA } from '../../people';

const rig = triggerRig();

/** Lets n8n listen for a test event; resolves with the items that the test gives out. */
async function fetchEvent(parameters: INodeParameters = rig.parameters): Promise<TriggerItem[]> {
	rig.parameters = parameters;
	rig.mode = 'manual';
	const { listen, endListening } = lifecycleOn(rig, parameters);
	await listen();
	await until(() => rig.started > 0);
	await endListening();
	return await rig.items();
}

describe('a test listen', () => {
	it.each(['polling', 'postsAndPolling'])(
		'takes the newest event of a chosen type that its workflow has brought about (%s)',
		async (arrival) => {
			await rig.reset({ arrival, events: ['document_opened', 'request_completed'] });
			const [, id] = await sendMany(rig, { count: 2, status: 'completed', spreadDays: 2 });
			await sendMany(rig, { count: 1, status: 'ready' });
			await rig.control.seed({ count: 1, spreadDays: 0 });
			const calls = await callsOf(rig, async () => {
				const items = await fetchEvent();
				expect(items).toMatchObject([
					{ json: { event: { type: 'request_completed' }, outcome: 'completed' } },
				]);
				expect(items[0]?.json.signatureId).not.toBe(id);
			});
			// Before n8n listens, so that it shows a failure, and at the test URL.
			expect(calls).toEqual(Array(2).fill('GET /v3/signatures.json'));
		},
	);

	it.each(['polling', 'postsAndPolling'])(
		'takes the newest event of the account when its workflow has sent nothing while it was published (%s)',
		async (arrival) => {
			await rig.reset({ arrival, events: ['document_completed'] });
			await rig.control.seed({ count: 1, spreadDays: 0 });
			const calls = await callsOf(rig, async () => {
				expect(await fetchEvent()).toMatchObject([
					{ json: { event: { type: 'document_completed' } } },
				]);
			});
			expect(calls).toEqual(Array(4).fill('GET /v3/signatures.json'));
		},
	);

	it('takes the newest certified SMS of the account, because one workflow has no list of them', async () => {
		await rig.reset({ resource: 'certifiedSms', events: ['sms_delivered'] });
		await rig.control.seed({ kind: 'sms', count: 1, spreadDays: 0 });
		expect(await fetchEvent()).toMatchObject([{ json: { event: { type: 'sms_delivered' } } }]);
	});

	it('takes it again as often as it is asked to, and leaves it to the published workflow', async () => {
		await rig.reset({ events: ['request_completed'] });
		await sendMany(rig, { count: 1, status: 'completed' });
		await fetchEvent();
		const { listen, endListening } = lifecycleOn(rig, rig.parameters);
		await listen();
		await until(() => rig.started >= 2);
		await endListening();
		expect(await rig.items()).toHaveLength(2);
		rig.mode = 'webhook';
		await rig.polls('init')();
		expect(await rig.items()).toHaveLength(3);
	});

	it.each([
		['signature', 'signatures', 'document_completed'],
		['certifiedEmail', 'emails', 'email_delivered'],
		['certifiedSms', 'sms', 'sms_delivered'],
	] as const)('takes the newest event of the account (%s)', async (resource, kind, type) => {
		await rig.reset({ resource, listenTo: 'account', events: [type] });
		const [id] = await rig.control.seed({ kind, count: 2, spreadDays: 1 });
		const items = await fetchEvent();
		expect(items).toMatchObject([{ json: { event: { type } } }]);
		// Other tests may have let something happen in the same second.
		const { created_at: newest } = (await rig.api.get(`/v3/${kind}/${id}.json`))
			.data as unknown as {
			created_at: string;
		};
		expect(Date.parse(String(items[0]?.json.createdAt))).toBeGreaterThanOrEqual(Date.parse(newest));
		expect(await rig.api.subscriptions()).toEqual([]);
	});

	it.each(['polling', 'postsAndPolling'])(
		'posts again until something happens, which nothing has posted (%s)',
		async (arrival) => {
			await rig.reset({ arrival, events: ['document_opened'] });
			const { id } = await rig.send();
			await rig.control.settings({ holdEvents: true });
			rig.mode = 'manual';
			const { listen, endListening } = lifecycleOn(rig, rig.parameters);
			await listen();
			const calls = async () => (await rig.control.requests()).length;
			const before = await calls();
			await until(async () => (await calls()) > before + 2);
			expect(rig.started).toBe(0);
			await rig.control.open({ signatureId: id, email: ADA.email });
			await until(() => rig.started > 0);
			await endListening();
			const [item] = await rig.items();
			expect(item?.json).toMatchObject({ event: { type: 'document_opened' }, signatureId: id });
		},
	);

	describe('posts to the test URL', () => {
		const n8n = new ScriptedServer();
		beforeAll(async () => await n8n.start());
		afterAll(async () => await n8n.stop());

		const nothing = answer(200, '{"message":"No event yet"}');
		const listener = async () => {
			await rig.reset({ arrival: 'polling', events: ['voice_added'] });
			return lifecycleOn(rig, rig.parameters, { address: n8n.url });
		};

		/** Whether n8n got this many posts, and then no more while another listen got as many again. */
		const areAll = async (count: number) => {
			await until(() => n8n.received.length >= count);
			const others = new ScriptedServer();
			others.answers = [nothing];
			await others.start();
			const { listen, endListening } = lifecycleOn(rig, rig.parameters, { address: others.url });
			await listen();
			await until(() => others.received.length >= count + 3);
			await endListening();
			await others.stop();
			expect(n8n.received).toHaveLength(count);
		};

		it.each([
			['an event was found', answer(200, '{"message":"Test event found"}')],
			['n8n does not listen any more', answer(404)],
		])('until %s', async (_, last) => {
			n8n.answers = [nothing, reset, answer(503), nothing, last, nothing];
			n8n.received = [];
			await (await listener()).listen();
			await areAll(5);
		});

		it('until the listen is ended', async () => {
			n8n.received = [];
			n8n.answers = [nothing];
			const { listen, endListening } = await listener();
			await listen();
			await until(() => n8n.received.length >= 2);
			await endListening();
			await areAll(n8n.received.length);
		});
	});

	it('is not asked for by a post while the workflow is published, nor with another body', async () => {
		await rig.reset({ events: ['request_completed'], options: { onlyFromSignaturit: true } });
		await sendMany(rig, { count: 1, status: 'completed' });
		expect((await rig.post(TEST_POST)).status).toBe(403);
		rig.mode = 'manual';
		expect((await rig.post({ ...TEST_POST, more: 1 })).status).toBe(403);
		expect(rig.started).toBe(0);
	});

	it('gives out one event when another post comes while it has found one', async () => {
		await rig.reset({ events: ['request_completed'] });
		await sendMany(rig, { count: 1, status: 'completed' });
		rig.mode = 'manual';
		const { listen, endListening } = lifecycleOn(rig, rig.parameters);
		await listen();
		await until(() => rig.started > 0);
		await endListening();
		expect((await rig.post(TEST_POST)).status).toBe(200);
		expect(rig.started).toBe(1);
	});

	it('shows that the account cannot be read', async () => {
		await rig.reset({ events: ['request_completed'] });
		const credential = { ...rig.credential, accessToken: 'wrong' };
		const trigger = lifecycleOn(rig, rig.parameters, { credential });
		await expect(trigger.listen()).rejects.toMatchObject({ httpCode: '401' });
	});

	it('attaches the files', async () => {
		await rig.reset({
			listenTo: 'account',
			events: ['document_completed'],
			attachFiles: ['signed'],
		});
		await rig.control.seed({ count: 1, spreadDays: 0 });
		const [item] = await fetchEvent();
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed']);
	});
});
