import { ADA, CHARLES } from '../../people';
import { typesOf } from './pollScenes';
import { triggerRig } from './rig';
import { PARALLEL } from './scenes';
import { sendContract } from './sendContract';

const rig = triggerRig();

describe('a poll', () => {
	beforeEach(async () => await rig.reset({ events: ['document_completed', 'request_completed'] }));

	it.each(['automatic', 'url'])(
		'gives out what happens to a request that was sent before there was a trigger, with Events %s',
		async (chosen) => {
			const options = { events: chosen, eventsUrl: 'https://crm.example.com/events.json' };
			const sent = await sendContract(rig.service, {}, { ...PARALLEL, options }, 1);
			const poll = rig.polls();
			await poll();
			for (const { email } of [ADA, CHARLES])
				await rig.control.sign({ signatureId: sent.id, email });
			await poll();
			expect(await typesOf(rig)).toHaveLength(3);
		},
	);

	it('gives out nothing of a request whose workflow was told not to report it', async () => {
		const options = { events: 'none' };
		const sent = await sendContract(rig.service, {}, { ...PARALLEL, options }, 1);
		const poll = rig.polls();
		await poll();
		await rig.control.sign({ signatureId: sent.id, email: ADA.email });
		await poll();
		expect(await typesOf(rig)).toEqual([]);
	});
});
