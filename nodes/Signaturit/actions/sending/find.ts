// Finds a creation that may exist already, or reserves the sending of a new one.

import { outcomeOf } from '../../events/state';
import { TOOL_CALL_KEY, REFERENCE_KEY, USER_REFERENCE } from '../../events/tracking';
import { switchField, whenFilled } from '../../input/fields';
import { isOn } from '../../input/values';
import type { ExecuteCall } from '../../transport/call';
import { contentTime, delays, HOUR } from '../../transport/deadline';
import type { RequestContent } from '../../transport/exchange';
import { errorAbout } from '../../transport/errors/errors';
import { differences } from './contents';
import { creations, type Creation } from './creation';
import { unknownError, type FoundSending, type Sending } from './found';
import {
	lastLook,
	lookFor,
	looksAfter,
	readExisting,
	type Existing,
	type Look,
	type Wanted,
} from './look';
import { idOf, type Note } from './note';
import { reserveSending, type Release } from './reservation';

/** The outcomes of a request that was of no use. */
const OVER: ReadonlyArray<string | undefined> = ['canceled', 'declined', 'expired'];

/** The option of a creation that decides which requests are found by a Reference. */
export const countEndedOption = switchField('Treat Ended Requests as Sent', 'countEnded', {
	description:
		'Whether a request with the same Reference that has ended unsigned counts as sent. Without this, a new one is sent.',
	displayOptions: { show: { reference: whenFilled } },
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
	{ facts, unknownTry, sender: { userReference } }: Note,
	request?: RequestContent,
): Pick<Sending, 'ours' | 'theirs'> {
	const isOver = ({ delivery: { records } }: Existing) => OVER.includes(outcomeOf(records));
	const value = unknownTry?.state === 'begun' ? unknownTry.reference : facts.reference;
	const ours: Wanted = { resource, key: REFERENCE_KEY, value, counts: () => true };
	if (userReference !== undefined) {
		const countEnded = isOn(call, countEndedOption, item, 'options.');
		const counts = (existing: Existing) => countEnded || !isOver(existing);
		return { ours, theirs: { resource, key: USER_REFERENCE, value: userReference, counts } };
	}
	const identity = request && facts.rules?.identify(request);
	if (identity === undefined) return { ours };
	const isOld = ({ delivery: { createdAt = '' } }: Existing) =>
		facts.now() - Date.parse(createdAt) > HOUR;
	const counts = (existing: Existing) => !isOld(existing) && !isOver(existing);
	return { ours, theirs: { resource, key: TOOL_CALL_KEY, value: identity, counts } };
}

/** The pairs that have to be asked for before it is sent. */
const askedOf = ({ facts, unknownTry }: Note, { ours, theirs }: Pick<Sending, 'ours' | 'theirs'>) =>
	[unknownTry || facts.isToAsk ? ours : undefined, theirs].filter((each) => each !== undefined);

/** Looks once, before anything is sent, for the creation of an item that may exist. */
export async function existingOf(
	call: ExecuteCall,
	item: number,
	resource: Creation['resource'],
	note: Note,
): Promise<Existing | undefined> {
	const id = idOf(note.facts.earlier?.note);
	if (id !== undefined) return await readExisting(call, resource, id);
	for (const wanted of askedOf(note, wantedOf(call, item, resource, note))) {
		const { existing } = await lookFor(call, wanted, [0]);
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
	const { note: earlier, by = 'place' } = note.facts.earlier ?? {};
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

/** Looks once for the creation as `findOrReserve` does, and reserves nothing. Throws as it does. */
export async function findOnly(
	call: ExecuteCall,
	sending: Sending,
): Promise<FoundSending | undefined> {
	const noted = await readNoted(call, sending);
	if (noted) return noted;
	for (const wanted of askedOf(sending.note, sending)) {
		const look = await lookFor(call, wanted, [0]);
		if (look.existing) return foundBy(sending, wanted, look.existing);
		if (!look.isAbsent) throw uncheckedError(call, wanted, look);
	}
	return undefined;
}

const foundBy = ({ ours }: Sending, wanted: Wanted, existing: Existing): FoundSending => ({
	existing,
	by: wanted === ours ? 'place' : 'Reference',
});

function uncheckedError({ node }: ExecuteCall, wanted: Wanted, { error, reason }: Look) {
	const what = `It could not be checked whether ${wordsFor(wanted)} exists, so nothing was sent`;
	return errorAbout(node, error ?? reason, what, '', 'refused');
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
	const { unknownTry, isTriedOnPurpose } = note;
	const size = files.reduce((sum, { content }) => sum + content.length, 0);
	const longest = call.timeout + contentTime(size);
	const releases: Release[] = [];
	const release: Release = async () => {
		for (const each of releases) await each();
	};
	for (const wanted of askedOf(note, sending)) {
		let times = [0];
		for (let reserved: Release | undefined; !reserved;) {
			let look = await lookFor(call, wanted, times);
			// Only now is the service's time known for sure.
			const elapsed = unknownTry && isTriedOnPurpose ? note.facts.now() - unknownTry.at : Infinity;
			if (wanted === ours && !look.existing && elapsed < lastLook()) {
				look = await lookFor(call, wanted, looksAfter(elapsed));
			}
			if (look.existing) {
				await release();
				return { found: foundBy(sending, wanted, look.existing) };
			}
			if (unknownTry && !(look.isAbsent && isTriedOnPurpose)) {
				throw unknownError(call, sending, undefined, look.reason);
			}
			if (!look.isAbsent) throw uncheckedError(call, wanted, look);
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
		[TOOL_CALL_KEY]: 'one sent by an earlier, equal call',
	})[key] ?? `one sent by an earlier try (${value})`;
