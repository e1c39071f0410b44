import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { lifecycleOn } from './lifecycle';
import { callsOf, sendMany, typesOf } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();

/** Leaves no time of n8n's start to this trigger. */
async function withoutTime(task: () => Promise<void>): Promise<void> {
	const start = jest.replaceProperty(triggerDelays, 'start', -1);
	await task().finally(() => start.restore());
}

describe("when n8n's start has waited for other triggers as long as it does", () => {
	it('a first look is left to the next poll, which finds everything', async () => {
		await rig.reset({ events: ['request_completed'] });
		await rig.polls('activate')();
		rig.restart();
		await sendMany(rig, { count: 1, status: 'completed' });
		const poll = rig.polls('init');
		await withoutTime(async () => {
			expect(await callsOf(rig, poll)).toEqual([]);
			await poll();
		});
		expect(await typesOf(rig)).toEqual(['request_completed']);
	});

	it('the subscription to the account is left to the polls', async () => {
		const parameters = { listenTo: 'account', events: ['document_completed'] };
		await rig.reset(parameters);
		const { activate, entry } = lifecycleOn(rig, parameters);
		await activate();
		const before = entry();
		await withoutTime(async () => {
			expect(await callsOf(rig, async () => await activate('init'))).toEqual([]);
		});
		expect(entry()).toEqual(before);
	});

	it('a publication asks all the same', async () => {
		await rig.reset({});
		const { activate } = lifecycleOn(rig);
		await withoutTime(async () => {
			expect(await callsOf(rig, activate)).toEqual(['GET /v3/signatures.json']);
		});
	});
});
