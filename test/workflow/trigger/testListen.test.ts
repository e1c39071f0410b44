import type { INodeParameters } from 'n8n-workflow';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { processState } from '../../../nodes/Signaturit/trigger/process/processState';
import { until } from '../engine/until';
import { lifecycleOn } from './lifecycle';
import { callsOf, sendMany } from './pollScenes';
import { triggerRig, type TriggerItem } from './rig';
import { ADA } from '../../people';

const rig = triggerRig();

/** Lets n8n listen for a test event; resolves with the items that the test gives out. */
async function fetchEvent(parameters: INodeParameters = rig.parameters): Promise<TriggerItem[]> {
	rig.parameters = parameters;
	rig.mode = 'manual';
	await lifecycleOn(rig, parameters).listen();
	await until(() => rig.started > 0);
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
			expect(calls).toEqual(['GET /v3/signatures.json']);
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
			expect(calls).toEqual(['GET /v3/signatures.json', 'GET /v3/signatures.json']);
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
		await lifecycleOn(rig, rig.parameters).listen();
		await until(() => rig.started >= 2);
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

	it.each([
		['workflow', 'What this workflow has sent has no event of the chosen types'],
		['account', 'None of the newest entries of the account'],
	])(
		'of a trigger that only polls says what to do when there is none in the %s',
		async (listenTo, advice) => {
			await rig.reset({});
			await sendMany(rig, { count: 1, status: 'completed' });
			const parameters = { arrival: 'polling', listenTo, events: ['voice_added'] };
			const [result] = await Promise.allSettled([lifecycleOn(rig, parameters).listen()]);
			expect(result).toMatchObject({
				reason: {
					message: 'There is no event to fetch yet',
					description: expect.stringContaining(advice) as string,
				},
			});
		},
	);

	it('waits for a post when there is no event yet', async () => {
		await rig.reset({ events: ['document_opened'] });
		await sendMany(rig, { count: 1, status: 'ready' });
		const { id, documents } = await rig.send();
		rig.mode = 'manual';
		await lifecycleOn(rig, rig.parameters).listen();
		await rig.control.open({ signatureId: id, email: ADA.email });
		expect(await rig.items()).toMatchObject([
			{ json: { event: { type: 'document_opened' }, documentId: documents[0]?.id } },
		]);
		expect(rig.started).toBe(1);
	});

	it('takes its own post only, and only once', async () => {
		await rig.reset({ events: ['request_completed'], options: { onlyFromSignaturit: true } });
		await sendMany(rig, { count: 1, status: 'completed' });
		rig.mode = 'manual';
		expect((await rig.post({ fetched: 'guessed' })).status).toBe(403);
		await lifecycleOn(rig, rig.parameters).listen();
		const { fetched } = processState(new Call(rig.workflow().hook('internal')));
		if (!fetched) throw new Error('Nothing was fetched');
		await until(() => rig.started > 0);
		expect(await rig.items()).toHaveLength(1);
		expect((await rig.post({ fetched: fetched.token })).status).toBe(403);
		expect(rig.started).toBe(1);
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
