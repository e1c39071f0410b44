// Makes the writes of an item once over all its tries, and sends its creation.

import type { IDataObject } from 'n8n-workflow';
import { TOOL_CALL_KEY, CONTENTS_KEY, REFERENCE_KEY } from '../../events/tracking';
import type { ExecuteCall } from '../../transport/call';
import { inTurn } from '../../transport/concurrency';
import { delays } from '../../transport/deadline';
import type { RequestContent } from '../../transport/exchange';
import {
	apiError,
	changed,
	httpStatusOf,
	problemOf,
	UNKNOWN_OUTCOME,
} from '../../transport/errors/errors';
import { write } from '../../transport/request';
import { itemErrorOf, jsonItems, type OutputItem } from '../itemResult';
import { contentsValue } from './contents';
import { creations, withCustomData, type Creation } from './creation';
import { findOrReserve, wantedOf } from './find';
import { checkFound, unknownError, type Sending } from './found';
import { lookFor } from './look';
import type { Carry, Note } from './note';
import { referenceOf, type Notes } from './notes';
import type { Release } from './reservation';
import { remarkOnAnother } from './nearToolCalls';
import { storedDataHints } from './storedData';

/** The parts of an operation by which it sends. */
interface Sent {
	creates?: boolean;
	prepare(call: ExecuteCall, item: number): Promise<Carry>;
}

/**
 * Makes the writes of an operation for one item, as the table of `Note` says: what was done gives out the same output in
 * later tries. A write whose verdict is unknown is repeated only if somebody tries again on purpose
 * (`Note.isTriedOnPurpose`). Creations are looked for first (`createOnce`). Items with the same Reference take turns, in
 * order.
 *
 * @param prepared carries the item out; `undefined` if the item is still to be prepared
 * @throws the error of the item; that of an earlier try again if nobody can tell what became of it
 */
export async function runOnce(
	call: ExecuteCall,
	item: number,
	operation: Sent,
	notes: Notes,
	prepared: Carry | undefined,
): Promise<OutputItem[]> {
	const reference = referenceOf(call, operation, item);
	const task = async () => {
		const note = await notes.open(call, item);
		const { output, unknownTry } = note;
		if (output) return jsonItems(output);
		if (unknownTry?.state === 'lost' && !note.isTriedOnPurpose) {
			throw apiError(call.node, { ...unknownTry.problem, verdict: 'unknown' });
		}
		try {
			const carry = prepared ?? (await readAgain(call, item, note, operation.prepare(call, item)));
			const items = await carry(note);
			note.done(items.map(({ json }) => json));
			return items;
		} catch (thrown) {
			// It is done, whatever went wrong afterwards.
			if (note.answer) {
				note.done([note.answer]);
				return jsonItems(note.answer);
			}
			const error = itemErrorOf(call.node, thrown, item);
			const isLost = !operation.creates && problemOf(error).verdict === 'unknown';
			// n8n stores the note.
			if (isLost) note.lost(problemOf(await call.filtered(error)));
			throw error;
		}
	};
	return reference === undefined ? await task() : await inTurn(`sending ${reference}`, task);
}

/** Reads the values of an item. If that fails, nobody can look any more for what an earlier try may have sent. */
async function readAgain<Read>(
	call: ExecuteCall,
	item: number,
	{ unknownTry }: Note,
	reading: Promise<Read>,
): Promise<Read> {
	return await reading.catch((thrown: unknown) => {
		if (!unknownTry) throw thrown;
		const error = itemErrorOf(call.node, thrown, item);
		const message = `An earlier try was not answered, so it may have been carried out. This one has failed: ${problemOf(error).message}`;
		throw changed(error, { ...UNKNOWN_OUTCOME, message });
	});
}

/**
 * Creates a delivery, and no second one within the limits of docs/failures.md#never-a-second-contract. The service
 * recognises no repetition (docs/service.md#repetition-and-idempotency), so it is looked for by a reference in its custom
 * data. If a note tells its ID, it is read. If it might have been sent, or has a Reference, the service is asked.
 * Otherwise it is sent.
 *
 * @param describe reads the creation from the panel
 * @returns the service's answer, with the user's reference, and `reused`: whether it was there already. For a tool,
 * `anotherSent` tells of one of the last hour that is nearly the same
 * @throws NodeApiError as `findOrReserve` does, and with the verdict `unknown` when it was not answered and is not found;
 * UserError when the existing one is not the same
 */
export async function createOnce(
	call: ExecuteCall,
	item: number,
	note: Note,
	describe: () => Promise<Creation>,
): Promise<IDataObject> {
	const creation = await readAgain(call, item, note, describe());
	call.tell(...creation.hints);
	const wanted = wantedOf(call, item, creation.resource, note, creation);
	const sending: Sending = { creation, note, ...wanted };
	const { found, release } = await findOrReserve(call, sending);
	if (found) checkFound(call, sending, found);
	if (found?.by === 'Reference') {
		call.tell(...storedDataHints(creation, found.existing));
	}
	const { json, isFound } = found
		? { json: found.existing.json, isFound: true }
		: await send(call, sending, release);
	note.done(undefined, String(json.id));
	note.answer = json;
	if (isFound) hintAtUrl(call, creation, json);
	const equal = isFound || wanted.theirs?.key !== TOOL_CALL_KEY ? undefined : wanted.theirs;
	const sent = { id: String(json.id), now: note.facts.now() };
	const anotherSent = equal && (await remarkOnAnother(call, creation, { equal, ...sent }));
	const { userReference } = note.sender;
	return {
		...json,
		...(userReference !== undefined && { reference: userReference }),
		reused: isFound,
		...(anotherSent !== undefined && { anotherSent }),
	};
}

/**
 * Sends a creation.
 *
 * @param release called if it was refused
 * @returns the answer, or the delivery that was found when the answer was lost
 */
async function send(
	call: ExecuteCall,
	sending: Sending,
	release?: Release,
): Promise<{ json: IDataObject; isFound: boolean }> {
	const { creation, note, theirs } = sending;
	const { files, names } = creation;
	const { reference, rules } = note.facts;
	const pairs = {
		[REFERENCE_KEY]: reference,
		...(theirs && { [theirs.key]: theirs.value }),
		[CONTENTS_KEY]: contentsValue(creation.contents),
	};
	const fields = await creation.track(withCustomData(creation.fields, pairs), reference);
	let takeBack: (() => void) | undefined;
	const sent = async () => {
		takeBack = rules?.admit(creation);
		return await sendOrFind(call, sending, { fields, files, names });
	};
	return await sent().catch(async (error: unknown) => {
		if (problemOf(error).verdict !== 'unknown') {
			note.forget();
			takeBack?.();
			await release?.();
		}
		throw error;
	});
}

/**
 * Sends it once, and looks for it when its answer was lost. After a 429 that says how long to wait, it is looked for
 * after that time, and sent once more if it is not there (`Write.repeat`). After a 429 that does not say it, it is
 * looked for soon; if it is not found, it was refused.
 */
async function sendOrFind(call: ExecuteCall, sending: Sending, content: RequestContent) {
	const { creation, note, ours } = sending;
	for (let isFirst = true; ; isFirst = false) {
		note.begin();
		const writing = write(call, creations[creation.resource].write, content);
		const [settled] = await Promise.allSettled([writing]);
		if (settled.status === 'fulfilled') return { json: settled.value, isFound: false };
		const error: unknown = settled.reason;
		const isBusy = httpStatusOf(error) === 429;
		if (!isBusy && problemOf(error).verdict !== 'unknown') throw error;
		note.begin();
		const asked = problemOf(error).retryAfter ?? Infinity;
		const isRepeated = isBusy && isFirst && asked <= delays.patience;
		const times = isBusy ? [Math.max(delays.busy, isRepeated ? asked : 0)] : undefined;
		const look = await lookFor(call, { ...ours, value: note.facts.reference }, times);
		if (look.existing) return { json: look.existing.json, isFound: true };
		if (!isBusy || !look.isAbsent) throw unknownError(call, sending, error, look.reason);
		if (!isRepeated) throw error;
	}
}

/** Says that the URL for signing is missing from the request that was found (docs/service.md#delivery-and-messages). */
function hintAtUrl(call: ExecuteCall, { fields }: Creation, { id, url }: IDataObject): void {
	if (fields.delivery_type !== 'url' || url !== undefined) return;
	const hint = `The signature request ${String(id)} exists already. Signaturit tells the URL for signing only when it creates a request, so it is missing here.`;
	call.tell(hint);
}
