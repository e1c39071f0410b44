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
