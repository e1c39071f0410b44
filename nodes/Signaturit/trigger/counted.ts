import { z } from 'zod';
import { beginningFields, counts, type Begun } from '../events/beginning';
import { readRegistration } from '../events/registration';
import { instant } from '../events/state';
import { withMark, workflowOrigin } from '../events/tracking';
import type { Call, WebhookCall } from '../transport/call';
import { clockDifference } from '../transport/clock';
import { accountOf, rootOf } from '../transport/credential';
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
	const credential = begun && (await call.credential().catch(() => undefined));
	// A credential that cannot be read tells no account.
	if (!begun || !credential) return [...happenings];
	const now = { account: accountOf(credential), difference: clockDifference(rootOf(credential)) };
	const marked = isMarked(call, delivery);
	return happenings.filter(({ type, createdAt }) =>
		counts(begun, now, type, instant(createdAt), marked),
	);
}
