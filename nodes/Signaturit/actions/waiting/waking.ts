import { UserError } from 'n8n-workflow';
import { outcomeOf } from '../../events/state';
import { itemCall, type ExecuteCall } from '../../transport/call';
import { mapBounded } from '../../transport/concurrency';
import { existingOf } from '../sending/find';
import type { Opening } from '../sending/note';
import { reviewsCalls } from '../review/approval';
import { planOf } from './plan';

/** So many items are looked for at a time. */
const AT_ONCE = 5;

/**
 * Looks for what another execution has sent, by its note or a Reference, before anything is sent: Signaturit posts to
 * that one, so this one wakes by its limit only.
 *
 * @throws UserError when it has no limit, and one of these has not ended
 */
export async function checkWaking(call: ExecuteCall, notes: Opening): Promise<void> {
	if (reviewsCalls(call.node) || planOf(call).limit) return;
	const idOfOther = async (item: number) => {
		const ofItem = itemCall(call, item);
		const note = await notes.open(ofItem, item);
		const existing = await existingOf(ofItem, item, 'signature', note);
		const isOpen = existing && outcomeOf(existing.delivery.records) === undefined;
		return note.isOfOtherExecution && isOpen ? existing.delivery.id : undefined;
	};
	const count = call.n8n.getInputData().length;
	// What cannot be asked now is the error of its item later.
	const lookFor = async (item: number) => await idOfOther(item).catch(() => undefined);
	refuseToSleepForEver(await mapBounded(count, AT_ONCE, lookFor));
}

/** @param ids by item, of what another execution has sent and has not ended */
export function refuseToSleepForEver(ids: ReadonlyArray<string | undefined>): void {
	const others = ids.flatMap((id, item) => (id === undefined ? [] : [`• Row ${item + 1}: ${id}`]));
	if (others.length === 0) return;
	throw new UserError('This execution would never wake: another one has sent the request', {
		description: [
			...others,
			'They were not sent again. Signaturit reports to the execution that has sent a request. Add the option Limit Wait Time and lead the output back into this node while it has no outcome (docs/waiting.md), then run it again: it finds the requests and goes on when they have ended.',
		].join('\n'),
	});
}
