// Which happenings of a post count for the trigger that got it.

import { z } from 'zod';
import { beginningFields, counts, type Begun } from '../events/beginning';
import { readRegistration } from '../events/registration';
import { instant } from '../events/state';
import { withMark, workflowOrigin } from '../events/tracking';
import type { Call, WebhookCall } from '../transport/call';
import { clockDifference } from '../transport/clock';
import { accountOf, serviceAddressOf } from '../transport/credential';
import type { Delivery } from '../transport/shapes';
import type { Happening } from './history';

/** Without the secret of the registration: n8n stores it with the execution. */
const begunSchema = z.object(beginningFields);

/**
 * Since when events count for the trigger that calls; `undefined` in a test, and if it was not activated. A post takes
 * it along to its execution, which may not read it on a worker.
 */
export function readBegun(call: WebhookCall): Begun | undefined {
	return call.n8n.getMode() === 'manual'
		? undefined
		: begunSchema.safeParse(readRegistration(call)).data;
}

/** Whether a delivery was sent by the workflow of the trigger that calls. */
export function isMarked(call: Call, delivery: Delivery | undefined): boolean {
	const origin = workflowOrigin(call);
	return delivery !== undefined && origin !== undefined && withMark([delivery], origin).length > 0;
}

/** What counts of the happenings of a post: as in a poll, what came before the publication does not (`counts`). */
export async function countedOf(
	call: Call,
	begun: Begun | undefined,
	happenings: readonly Happening[],
	delivery: Delivery | undefined,
): Promise<Happening[]> {
	const marked = isMarked(call, delivery);
	if (!begun) return [...happenings];
	const isSure = ({ type, createdAt }: Happening) =>
		countsAnywhere(begun, type, instant(createdAt), marked);
	if (happenings.every(isSure)) return [...happenings];
	const credential = await call.credential().catch(() => undefined);
	// A credential that cannot be read tells no account.
	if (!credential) return [...happenings];
	const now = {
		account: accountOf(credential),
		difference: clockDifference(serviceAddressOf(credential)),
	};
	return happenings.filter(({ type, createdAt }) =>
		counts(begun, now, type, instant(createdAt), marked),
	);
}

/**
 * Whether a posted event counts whatever the account and the clock of the service are, as nearly all do: then nobody
 * needs to read the credential, by n8n's database.
 */
export function countsAnywhere(begun: Begun, type: string, time: number, marked: boolean): boolean {
	const accounts = [begun.account, begun.before?.account];
	return (
		begun.unmeasured === undefined &&
		accounts.every((account) => counts(begun, { account }, type, time, marked))
	);
}
