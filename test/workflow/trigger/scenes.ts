import type { SentRequest, TriggerRig } from './rig';

export const ADA = 'ada@example.com';
export const CHARLES = 'charles@example.com';
/** Parameters of a request that all may sign at once. */
export const PARALLEL = { additionalFields: { signingMode: 'parallel' } };

/** Both sign, and the service's posts about it go out together in this way. */
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

/** Two minutes later, the process that took a post has forgotten it; the database has not. */
export async function laterInTime(run: () => Promise<void>): Promise<void> {
	const clock = Date.now.bind(Date);
	const later = jest.spyOn(Date, 'now').mockImplementation(() => clock() + 120_000);
	await run().finally(() => later.mockRestore());
}
