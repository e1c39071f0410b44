import type { TriggerRig } from './rig';
import type { SentRequest } from './serviceApi';
import { ADA, CHARLES } from '../../people';

/** Parameters of a request that all signers get at once. */
export const PARALLEL = { options: { signingMode: 'parallel' } };

/** Both sign. The service holds its posts back until then, and releases them as given. */
export async function signTogether(
	rig: TriggerRig,
	{ id }: SentRequest,
	release: Parameters<TriggerRig['control']['releaseEvents']>[0],
): Promise<void> {
	await rig.control.settings({ holdEvents: true });
	for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
	await rig.control.settled();
	await rig.control.releaseEvents(release);
}

/** An event in the service's history that was not posted to the trigger, and the executions started since. */
export async function realEvent(rig: TriggerRig) {
	const sent = await rig.send({ options: { events: 'none' } });
	await rig.settled();
	const { data } = await rig.api.get(`/v3/signatures/${sent.id}.json`);
	const [document] = data.documents;
	const event = document?.events.find(({ type }) => type === 'email_delivered');
	const before = rig.started;
	return {
		sent,
		post: {
			created_at: event?.created_at,
			type: 'email_delivered',
			document: { ...document, signature: { id: sent.id } },
		},
		started: () => rig.started - before,
	};
}
