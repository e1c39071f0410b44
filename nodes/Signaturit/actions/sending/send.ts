import { NodeApiError, type IExecuteFunctions } from 'n8n-workflow';
import { newReference, TEMPLATES_KEY } from '../../events/tracking';
import { answerTime, contentTime } from '../../transport/deadline';
import { delays } from '../../transport/delays';
import { apiError, errorAbout, retryAfterOf, verdictOf } from '../../transport/errors';
import { write } from '../../transport/request';
import { unknownFault } from '../../transport/writes';
import { templatesValue } from './contents';
import { dataOf, withPairs, type Creation, type CreationKind } from './creation';
import { lookAgain, looksSince, type Existing, type Look, type Wanted } from './look';
import { markSending, withdrawMark } from './marks';
import type { Note } from './note';

/** One creation, and what is known of it. */
export interface Sending {
	kind: CreationKind;
	creation: Creation;
	note: Note;
	/** By what it is found. */
	wanted: Wanted;
}

/** What the service has answered or lists; the `delivery` is there if it was found. */
export type Sent = Pick<Existing, 'json'> & Partial<Existing>;

/**
 * Looks for what an earlier try may have sent, and for the user's own reference, until nobody else is sending the
 * same. Then it is marked as being sent.
 *
 * @returns what was found, or the mark
 * @throws NodeApiError when the service cannot be asked, or nobody can tell what became of an earlier try
 */
export async function findOrMark(
	this: IExecuteFunctions,
	{ kind, creation: { reference, files }, note, wanted }: Sending,
): Promise<{ existing?: Existing; mark?: string }> {
	const { isInDoubt, isDecided } = note;
	const lostAt = isInDoubt ? (note.earlier?.at ?? 0) : 0;
	if (reference === undefined && !isInDoubt) return {};
	const times = isInDoubt && isDecided ? looksSince(lostAt) : [0];
	let look = await lookAgain.call(this, wanted, times);
	if (isInDoubt && !look.existing && !(look.isAbsent && isDecided)) {
		throw unknown.call(this, kind, reference, undefined, look);
	}
	const size = files.reduce((sum, { content }) => sum + content.length, 0);
	const longest = answerTime(this) + contentTime(size);
	while (reference !== undefined && !look.existing) {
		if (!look.isAbsent) throw notChecked.call(this, reference, look);
		// What is over was sent under another name, so its mark does not count.
		const ids = look.others.map(({ delivery }) => delivery.id).sort();
		const name = JSON.stringify([kind.resource, reference, ids]);
		// What an earlier try has left in doubt was looked for until it had to be there.
		const marked = await markSending.call(this, { name, longest, settledUntil: lostAt });
		if (!marked.isOthers) return { mark: marked.mark };
		look = await lookAgain.call(
			this,
			wanted,
			delays.doubt.filter((time) => time <= delays.mark),
		);
	}
	return { existing: look.existing };
}

/**
 * Sends a creation, once. After a 429 it is sent once more if it is not there: a gateway may count requests after it
 * has passed them on.
 *
 * @param mark is withdrawn if it was refused
 * @throws NodeApiError with the verdict `refused`, or `unknown` when nobody can tell whether it was created
 */
export async function send(
	this: IExecuteFunctions,
	{ kind, creation, note, wanted }: Sending,
	mark: string | undefined,
): Promise<Sent> {
	const { reference, files, contents } = creation;
	const templates = reference === undefined ? [] : (contents.templates ?? []);
	const pairs = {
		[wanted.key]: wanted.value,
		...(templates.length > 0 && { [TEMPLATES_KEY]: templatesValue(templates) }),
	};
	const fields = await creation.track(
		withPairs(creation.fields, pairs),
		reference === undefined ? wanted.value : newReference(),
	);
	// A trigger may have signed it.
	const carried = { ...wanted, value: String(dataOf(fields)[wanted.key]) };
	for (let sendings = 1; ; sendings++) {
		note.begin(carried.value);
		const [result] = await Promise.allSettled([write(this, kind.write, { fields, files })]);
		if (result.status === 'fulfilled') return { json: result.value };
		const error: unknown = result.reason;
		const isBusy = error instanceof NodeApiError && error.httpCode === '429';
		if (isBusy || verdictOf(error) === 'unknown') {
			note.begin(carried.value);
			const look = await lookAgain.call(this, carried);
			if (look.existing) return look.existing;
			if (!isBusy || !look.isAbsent) throw unknown.call(this, kind, reference, error, look);
			const wait = retryAfterOf(error);
			if (wait !== undefined && wait <= delays.patience && sendings < 2) continue;
		}
		note.refused();
		if (!note.isInDoubt) await withdrawMark.call(this, mark);
		throw error;
	}
}

const ADVICE = 'Run it again in a few minutes: its Reference keeps it from being sent twice.';

/**
 * The error when it is unknown whether something was created, and it was not found.
 *
 * @param cause the error of sending it; absent if an earlier try has sent it
 */
function unknown(
	this: IExecuteFunctions,
	{ write: { advice, ...how } }: CreationKind,
	reference: string | undefined,
	cause: unknown,
	{ reason }: Look,
): NodeApiError {
	const [why, status] =
		cause instanceof NodeApiError
			? [cause.description ?? '', Number(cause.httpCode ?? 0)]
			: ['An earlier try was not answered.', 0];
	const deed = { ...how, advice: reference === undefined ? advice : ADVICE };
	return apiError(this.getNode(), unknownFault(deed, [why, reason], status || undefined));
}

/** The error when nothing was sent because it could not be asked for the user's own reference. */
function notChecked(this: IExecuteFunctions, reference: string, { error, reason }: Look): Error {
	const what = `It could not be checked whether the Reference "${reference}" exists, so nothing was sent`;
	return errorAbout(this.getNode(), error ?? reason, what, '', 'refused');
}
