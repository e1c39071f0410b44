import { NodeApiError } from 'n8n-workflow';
import { outcomeOf } from '../../events/state';
import { CALL_KEY, REFERENCE_KEY, USER_REFERENCE } from '../../events/tracking';
import { switchField } from '../../input/fields';
import { isOn } from '../../input/values';
import type { ExecuteCall } from '../../transport/call';
import { contentTime, delays, HOUR } from '../../transport/deadline';
import type { RequestContent } from '../../transport/exchange';
import { apiError, errorAbout, httpStatusOf, problemOf } from '../../transport/errors/errors';
import { unknownProblem, type Write } from '../../transport/writes';
import { creations, differences, type Creation } from './creation';
import { lastLook, lookAgain, looksAfter, readExisting, type Existing, type Wanted } from './look';
import { checkNames } from './nearCalls';
import { idOf, type Earlier, type Note } from './note';
import { reserveSending, type Release } from './reservation';
import { Refusal } from '../../transport/errors/refusal';

/** A creation, and the pairs of custom data by which it is found. */
export interface Sending {
	creation: Creation;
	note: Note;
	/** The pair with its reference, which is the same in every try. */
	ours: Wanted;
	/** The pair with the user's Reference, or with the hash of a tool's request. */
	theirs?: Wanted;
}

/** A delivery that exists, and how it was found. */
interface FoundSending {
	existing: Existing;
	by: Exclude<Earlier['by'], 'link'>;
}

/** The outcomes of a request that was of no use. */
const OVER: ReadonlyArray<string | undefined> = ['canceled', 'declined', 'expired'];

/** The option of a creation that decides which requests are found by a Reference. */
export const countEndedOption = switchField('Treat Ended Requests as Sent', 'countEnded', {
	description:
		'Whether a request with the same Reference that has ended unsigned counts as sent. Without this, a new one is sent.',
});

/**
 * The pairs of custom data by which the creation of an item is found.
 *
 * @param request the creation without the values that the nodes add
 */
export function wantedOf(
	call: ExecuteCall,
	item: number,
	resource: Creation['resource'],
	{ known, unknownTry, sender: { userReference } }: Note,
	request?: RequestContent,
): Pick<Sending, 'ours' | 'theirs'> {
	const isOver = ({ delivery: { records } }: Existing) => OVER.includes(outcomeOf(records));
	const value = unknownTry?.state === 'begun' ? unknownTry.reference : known.reference;
	const ours: Wanted = { resource, key: REFERENCE_KEY, value, counts: () => true };
	if (userReference !== undefined) {
		const countEnded = isOn(call, countEndedOption, item, 'options.');
		const counts = (existing: Existing) => countEnded || !isOver(existing);
		return { ours, theirs: { resource, key: USER_REFERENCE, value: userReference, counts } };
	}
	const identity = request && known.rules?.identify(request);
	if (identity === undefined) return { ours };
	const isOld = ({ delivery: { createdAt = '' } }: Existing) =>
		known.now() - Date.parse(createdAt) > HOUR;
	const counts = (existing: Existing) => !isOld(existing) && !isOver(existing);
	return { ours, theirs: { resource, key: CALL_KEY, value: identity, counts } };
}

/** The pairs that have to be asked for before it is sent. */
const askedOf = ({ known, unknownTry }: Note, { ours, theirs }: Pick<Sending, 'ours' | 'theirs'>) =>
	[unknownTry || known.isToAsk ? ours : undefined, theirs].filter((each) => each !== undefined);

/** Looks once, before anything is sent, for the creation of an item that may exist. */
export async function existingOf(
	call: ExecuteCall,
	item: number,
	resource: Creation['resource'],
	note: Note,
): Promise<Existing | undefined> {
	const id = idOf(note.known.earlier?.note);
	if (id !== undefined) return await readExisting(call, resource, id);
	for (const wanted of askedOf(note, wantedOf(call, item, resource, note))) {
		const { existing } = await lookAgain(call, wanted, [0]);
		if (existing) return existing;
	}
	return undefined;
}

/**
 * Reads the creation of a note. If n8n only links the item to it, and its contents differ, it does not count: the item
 * is a new one. Nor does one count that has the same Reference and is over.
 */
async function readNoted(
	call: ExecuteCall,
	{ creation: { resource, contents }, note, theirs }: Sending,
): Promise<FoundSending | undefined> {
	const { note: earlier, by = 'place' } = note.known.earlier ?? {};
	const id = idOf(earlier);
	if (id === undefined) return undefined;
	const existing = await readExisting(call, resource, id).catch((error) => {
		const what = `The ${creations[resource].noun} ${id}, which was sent before, could not be read`;
		throw errorAbout(call.node, error, `${what}, so it was not sent again`, '', 'unknown');
	});
	if (by === 'Reference') return theirs?.counts(existing) ? { existing, by } : undefined;
	if (by !== 'link') return { existing, by };
	const isSame = differences(contents, existing.delivery).length === 0;
	return isSame ? { existing, by: 'waitingFor' } : undefined;
}

/**
 * Finds the creation that a note tells of, that might have been sent, or that has the user's Reference, once nobody
 * else is sending it. If there is none, it reserves the sending: the table of `Note` says what may be sent.
 *
 * @throws NodeApiError with the verdict `unknown` when it is not known what became of an earlier try, `refused` when
 * there was none and it cannot be checked whether it exists
 */
export async function findOrReserve(
	call: ExecuteCall,
	sending: Sending,
): Promise<{ found?: FoundSending; release?: Release }> {
	const noted = await readNoted(call, sending);
	if (noted) return { found: noted };
	const { creation, note, ours } = sending;
	const { resource, files } = creation;
	const { unknownTry, isDecided } = note;
	const size = files.reduce((sum, { content }) => sum + content.length, 0);
	const longest = call.timeout + contentTime(size);
	const releases: Release[] = [];
	const release: Release = async () => {
		for (const each of releases) await each();
	};
	for (const wanted of askedOf(note, sending)) {
		let times = [0];
		for (let reserved: Release | undefined; !reserved;) {
			let look = await lookAgain(call, wanted, times);
			// Only now is the service's time known for sure.
			const elapsed = unknownTry && isDecided ? note.known.now() - unknownTry.at : Infinity;
			if (wanted === ours && !look.existing && elapsed < lastLook()) {
				look = await lookAgain(call, wanted, looksAfter(elapsed));
			}
			if (look.existing) {
				await release();
				return { found: { existing: look.existing, by: wanted === ours ? 'place' : 'Reference' } };
			}
			// A certified SMS without custom data cannot be looked for: then whoever tries again has decided.
			const mayBeSent = look.isAbsent || (look.isBlind === true && wanted === ours);
			if (unknownTry && !(mayBeSent && isDecided)) {
				throw unknownError(call, sending, undefined, look.reason);
			}
			if (!mayBeSent) {
				const what = `It could not be checked whether ${wordsFor(wanted)} exists, so nothing was sent`;
				throw errorAbout(call.node, look.error ?? look.reason, what, '', 'refused');
			}
			// A request that is over was reserved under another name, so that reservation does not count.
			const ids = look.withPair.map(({ delivery }) => delivery.id).sort();
			const name = JSON.stringify([resource, wanted.value, ids]);
			// The reservation of an earlier try does not count: it was looked for until it had to be there.
			reserved = await reserveSending(call, name, longest, unknownTry?.at ?? 0);
			if (reserved) releases.push(reserved);
			times = delays.looks.creation.times.filter((time) => time <= delays.reservation);
		}
	}
	return { release };
}

const wordsFor = ({ key, value }: Wanted): string =>
	({
		[USER_REFERENCE]: `the Reference "${value}"`,
		[CALL_KEY]: 'one sent by an earlier, equal call',
	})[key] ?? `one sent by an earlier try (${value})`;

/** @throws UserError that says how it differs from what was to be created */
export function checkFound(
	{ node }: ExecuteCall,
	{ creation, note, theirs }: Sending,
	{ existing: { delivery }, by }: FoundSending,
): void {
	if (by === 'Reference' && theirs?.key === CALL_KEY) {
		checkNames(creation, delivery, note.known.now());
		return;
	}
	const { resource, contents } = creation;
	const lines = differences(contents, delivery).map((line) => `• ${line}`);
	if (lines.length === 0) return;
	const { noun } = creations[resource];
	const { id } = delivery;
	const { message, fact, remedy, advice } = (
		{
			Reference: {
				message: `A ${noun} with the Reference "${theirs?.value}" exists already, and it is not the same`,
				fact: `The one that exists has the ID ${id}.`,
				remedy: 'nobody',
				advice: `Use another Reference for another ${noun}.`,
			},
			place: {
				message: `For this item, an earlier try has sent another ${noun}`,
				fact: `It has the ID ${id}.`,
				remedy: 'nobody',
				advice: `To send this one too, run the workflow anew instead of retrying the execution.`,
			},
			waitingFor: {
				message: `The item waits for the ${noun} ${id}, but this node would send another one`,
				fact: '',
				remedy: 'builder',
				advice: `To send a new one, e.g. to a deputy, remove the field waitingFor from the item before it comes back to "${node.name}".`,
			},
		} as const
	)[by];
	const facts = [fact, ...lines].filter(Boolean).join('\n');
	throw new Refusal(message, remedy, { unsent: true, facts, advice });
}

/** @param cause the error of the sending that was not found afterwards; `undefined` if an earlier try has sent it */
export function unknownError(
	call: ExecuteCall,
	{ creation: { resource }, theirs }: Sending,
	cause: unknown,
	reason: string,
): NodeApiError {
	const { write: how } = creations[resource];
	const again =
		theirs?.key === CALL_KEY
			? 'An equal call does not send it twice.'
			: 'Run it again in a few minutes: its Reference keeps it from being sent twice.';
	const deed: Write = theirs ? { ...how, advice: again, remedy: 'later' } : how;
	const why =
		cause instanceof NodeApiError
			? problemOf(cause).description
			: 'An earlier try was not answered.';
	return apiError(call.node, unknownProblem(deed, [why, reason], httpStatusOf(cause)));
}
