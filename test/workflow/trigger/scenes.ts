import type { TriggerRig } from './rig';
import type { SentRequest } from './serviceApi';

export const ADA = 'ada@example.com';
export const CHARLES = 'charles@example.com';
/** Parameters of a request that all signers get at once. */
export const PARALLEL = { additionalFields: { signingMode: 'parallel' } };

/** Both sign. The service holds its posts back until then, and releases them as given. */
export async function signTogether(
	rig: TriggerRig,
	{ id }: SentRequest,
	release: Parameters<TriggerRig['control']['releaseEvents']>[0],
): Promise<void> {
	await rig.control.settings({ holdEvents: true });
	for (const email of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
	await rig.control.settled();
	await rig.control.releaseEvents(release);
}

/** Runs with the clock two minutes ahead: the process has forgotten its recent posts, n8n's database has not. */
export async function withClockAhead(run: () => Promise<void>): Promise<void> {
	const clock = Date.now.bind(Date);
	const later = jest.spyOn(Date, 'now').mockImplementation(() => clock() + 120_000);
	await run().finally(() => later.mockRestore());
}
