import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { apiError, errorAbout, retryAfterOf, verdictOf } from '../../transport/errors';
import { cancelSignal, CREDENTIAL } from '../../transport/exchange';
import { pause } from '../../transport/pause';
import { write } from '../../transport/request';
import { readCredential, rootOf } from '../../transport/serviceUrl';
import { unknownFault } from '../../transport/verdict';
import type { Creation, CreationKind } from './creation';
import { lastLook, lookAgain, lookOnce, type Existing, type NotFound, type Wanted } from './look';
import { markSending, withdrawMark } from './marks';
import type { Note } from './note';

/** What is sent, and how it is found when its answer is lost. */
export interface Sending {
	kind: CreationKind;
	creation: Creation;
	note: Note;
	/** What it carries. */
	wanted: Wanted;
	/** What has the same Reference and does not count, as it is over. */
	others: readonly Existing[];
	/** How long the service may take to create it, in milliseconds. */
	longest: number;
	/** Whether it was sent before, when the service was too busy. */
	isRepeated?: boolean;
}

/** The answer to a creation; or what was found instead. */
export type Sent = { answer: IDataObject } | { existing: Existing };

/**
 * Sends a creation. With a Reference, it first makes sure that nobody else is sending the same.
 *
 * @throws NodeApiError with the verdict `refused`, or `unknown` when nobody can tell whether it was created
 */
export async function send(this: IExecuteFunctions, sending: Sending): Promise<Sent> {
	const { creation, note } = sending;
	if (creation.reference === undefined) return await sendOnce.call(this, sending);
	const marked = await markOrFind.call(this, sending, creation.reference);
	if ('existing' in marked) return marked;
	const [result] = await Promise.allSettled([sendOnce.call(this, sending)]);
	if (result.status === 'fulfilled') return result.value;
	if (verdictOf(result.reason) !== 'unknown' && !note.isInDoubt) {
		await withdrawMark.call(this, marked.mark);
	}
	throw result.reason;
}

/**
 * Waits while something with the same Reference may be on its way, and looks for it.
 *
 * @throws NodeApiError when the service cannot be asked
 */
async function markOrFind(
	this: IExecuteFunctions,
	{ kind, wanted, longest, note, ...sending }: Sending,
	reference: string,
): Promise<{ existing: Existing } | { mark?: string }> {
	// Not the token: what was sent with one that was replaced since may still appear.
	const root = rootOf(readCredential(await this.getCredentials(CREDENTIAL)));
	const window = longest + lastLook();
	// What an earlier try has left in doubt was looked for until it had to be there.
	const knownUntil = note.isInDoubt ? (note.left?.at ?? 0) : 0;
	let { others } = sending;
	for (let looks = 0; ; looks++) {
		// What is over was sent under another name, so its mark does not count.
		const ids = idsOf(others);
		const name = JSON.stringify([root, kind.resource, reference, ids]);
		const { isOthers, mark } = await markSending.call(this, { name, window, knownUntil });
		if (!isOthers && looks === 0) return { mark };
		if (isOthers) {
			const time = delays.doubt[Math.min(looks, delays.doubt.length - 1)] ?? 0;
			await pause(Math.min(time, delays.mark), cancelSignal(this));
		}
		const sought = await lookOnce.call(this, wanted);
		const isAbsent = 'reason' in sought && sought.isAbsent;
		if (isAbsent) others = sought.others;
		if (!isOthers && isAbsent && String(idsOf(others)) === String(ids)) return { mark };
		await withdrawMark.call(this, mark);
		if ('existing' in sought) return sought;
		if (!isOthers && !isAbsent) throw notChecked.call(this, reference, sought);
	}
}

function idsOf(existing: readonly Existing[]): string[] {
	return existing.map(({ delivery }) => delivery.id).sort();
}

async function sendOnce(this: IExecuteFunctions, sending: Sending): Promise<Sent> {
	const { kind, creation, note, wanted } = sending;
	note.begin(wanted.pair.value);
	const [result] = await Promise.allSettled([write.call(this, kind.write, creation)]);
	if (result.status === 'fulfilled') return { answer: result.value };
	const error: unknown = result.reason;
	const isBusy = error instanceof NodeApiError && error.httpCode === '429';
	if (verdictOf(error) !== 'unknown' && !isBusy) {
		note.refused();
		throw error;
	}
	// A gateway may count requests after it has passed them on, so it is looked for after a 429 as well.
	note.begin(wanted.pair.value);
	const sought = await lookAgain.call(this, wanted);
	if ('existing' in sought) return sought;
	if (isBusy && sought.isAbsent) {
		const wait = retryAfterOf(error);
		if (wait === undefined || wait > delays.patience || sending.isRepeated) {
			note.refused();
			throw error;
		}
		return await sendOnce.call(this, { ...sending, isRepeated: true });
	}
	throw unknown.call(this, kind, creation, error, sought);
}

const ADVICE = 'Run it again in a few minutes: its Reference keeps it from being sent twice.';

/**
 * The error when it is unknown whether something was created, and it was not found.
 *
 * @param cause the error of sending it; absent if an earlier try has sent it
 */
export function unknown(
	this: IExecuteFunctions,
	{ write: { advice, ...how } }: CreationKind,
	{ reference }: Creation,
	cause: unknown,
	{ reason }: NotFound,
): NodeApiError {
	const [why, status] =
		cause instanceof NodeApiError
			? [cause.description ?? '', Number(cause.httpCode ?? 0)]
			: ['An earlier try was not answered.', 0];
	const deed = { ...how, advice: reference === undefined ? advice : ADVICE };
	return apiError(this.getNode(), unknownFault(deed, [why, reason], status || undefined));
}

/** The error when nothing was sent because it could not be asked for the user's own reference. */
export function notChecked(
	this: IExecuteFunctions,
	reference: string,
	{ error, reason }: NotFound,
): Error {
	const what = `It could not be checked whether the Reference "${reference}" exists, so nothing was sent`;
	return errorAbout(this.getNode(), error ?? reason, what, '', 'refused');
}
