import type { INodeParameters } from 'n8n-workflow';
import { callsOf, sendMany } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();

/** Runs Fetch Test Event. */
async function fetchEvent(parameters: INodeParameters) {
	await rig.reset({ arrival: 'polling', ...parameters });
	return await rig.run([{ json: {} }], 'manual');
}

describe('a test of a trigger to which nothing is posted', () => {
	it('gives out the newest event of a chosen type that its workflow has brought about', async () => {
		const parameters = { arrival: 'polling', events: ['document_opened', 'request_completed'] };
		await rig.reset(parameters);
		const [, id] = await sendMany(rig, { count: 2, status: 'completed', spreadDays: 2 });
		await sendMany(rig, { count: 1, status: 'ready' });
		await rig.control.seed({ count: 1, spreadDays: 0 });
		const calls = await callsOf(rig, async () => {
			const { items, error } = await rig.run([{ json: {} }], 'manual');
			expect(error).toBeUndefined();
			expect(items).toMatchObject([
				{ json: { event: { type: 'request_completed' }, outcome: 'completed' } },
			]);
			expect(items[0]?.json.signatureId).not.toBe(id);
		});
		expect(calls).toEqual(['GET /v3/signatures.json']);
		expect((await rig.run([{ json: {} }], 'manual')).items).toHaveLength(1);
	});

	it.each([
		['signature', 'signatures', 'document_completed'],
		['certifiedEmail', 'emails', 'email_delivered'],
		['certifiedSms', 'sms', 'sms_delivered'],
	] as const)('gives out the newest event of the account (%s)', async (resource, kind, type) => {
		const [id] = await rig.control.seed({ kind, count: 2, spreadDays: 1 });
		const { items } = await fetchEvent({ resource, listenTo: 'account', events: [type] });
		expect(items).toMatchObject([{ json: { event: { type } } }]);
		// Other tests may have let something happen in the same second.
		const { created_at: newest } = (await rig.api.get(`/v3/${kind}/${id}.json`))
			.data as unknown as {
			created_at: string;
		};
		expect(Date.parse(String(items[0]?.json.createdAt))).toBeGreaterThanOrEqual(Date.parse(newest));
	});

	it.each([
		['workflow', 'Publish the workflow and send something with it'],
		['account', 'None of the newest entries of the account'],
	])('says what to do when there is none in the %s', async (listenTo, advice) => {
		const { items, error } = await fetchEvent({ listenTo, events: ['voice_added'] });
		expect(items).toEqual([]);
		expect(error?.message).toBe('There is no event to fetch yet');
		expect(error?.description).toContain(advice);
	});

	it('attaches the files', async () => {
		await rig.control.seed({ count: 1, spreadDays: 0 });
		const { items } = await fetchEvent({
			listenTo: 'account',
			events: ['document_completed'],
			attachFiles: ['signedPdf'],
		});
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['signed']);
	});
});
