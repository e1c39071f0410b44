import type { INodeParameters } from 'n8n-workflow';
import { ADA } from '../../../people';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { triggerDelays } from '../../../../nodes/Signaturit/trigger/delays';
import { createSignature, recipients } from '../../engine/fixtures';
import { callsOf, later } from '../../trigger/scenes';
import { triggerRig } from '../../trigger/rig';

const rig = triggerRig();
const QUARTER = 15 * 60_000;

afterEach(() => jest.restoreAllMocks());

describe('the first poll after a start of n8n', () => {
	it('does not count as a look when the list of posts could not be read, so the next one finds them', async () => {
		jest.replaceProperty(triggerDelays.poll, 'first', 120_000);
		// Whatever came before a look that counts, the next one does not read.
		jest.replaceProperty(delays, 'wakings', { ...delays.wakings, overlap: -60_000 });
		await rig.reset({ events: ['document_completed'] });
		const asleep = `${rig.address}/webhook-waiting/1/2f1c-4a?signature=abc`;
		await rig.control.settings({ unreachable: [rig.address] });
		await rig.send({ options: { events: 'url', eventsUrl: asleep } } as INodeParameters);
		const fields = { ...recipients(ADA), 'templates[0]': '#Consent' };
		// The posts of these fill the first page of the list.
		for (let count = 0; count < 60; count++) {
			await createSignature(rig, { ...fields, events_url: `${rig.address}/crm` }, []);
		}
		const poll = rig.polls();
		const fault = { kind: 'status', status: 500, path: '/v3/event-hooks' } as const;
		await rig.control.faults.add({ ...fault, times: 1 });
		const retries = async (run: () => Promise<void>) =>
			(await callsOf(rig, run)).filter((call) => call.endsWith('/retry'));
		expect(await retries(poll)).toEqual([]);
		expect(await retries(async () => await later(QUARTER + 1, poll))).toHaveLength(1);
	});
});
