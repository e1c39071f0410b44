import { NodeApiError, UserError, type IDataObject } from 'n8n-workflow';
import { outcomeOf } from '../../events/state';
import { CONTENTS_KEY, newReference, USER_REFERENCE, REFERENCE_KEY } from '../../events/tracking';
import { switchField } from '../../input/fields';
import { isOn } from '../../input/values';
import type { ExecuteCall } from '../../transport/call';
import { contentTime, delays } from '../../transport/deadline';
import {
	apiError,
	errorAbout,
	problemOf,
	httpStatusOf,
	retryAfterOf,
	verdictOf,
	withVerdict,
	type ItemError,
} from '../../transport/errors/errors';
import { write } from '../../transport/request';
import { unknownProblem } from '../../transport/writes';
import { itemErrorOf } from '../itemResult';
import {
	contentsValue,
	creations,
	dataOf,
	differences,
	withPairs,
	type Creation,
} from './creation';
import { lookAgain, looksSince, readExisting, type Existing, type Wanted } from './look';
import type { Note } from './note';
import { reserveSending, type Release } from './reservation';

/** The outcomes of a request that was of no use. */
const OVER: ReadonlyArray<string | undefined> = ['canceled', 'declined', 'expired'];

/** The option of a creation, which decides what is found by a Reference. */
export const countEndedOption = switchField('Count Ended Requests', 'countEnded', {
	description:
		'Whether a request with the same Reference that has ended unsigned counts as sent. Without this, a new one is sent.',
});

interface Sending {
	creation: Creation;
	note: Note;
	wanted: Wanted;
}

/**
 * Creates a signature request or a certified email, and never a second one: the service recognises no repetition
 * (docs/service.md#repetition-and-idempotency), so what was sent is looked for by a reference in its custom data.
 *
 * @param describe reads what is to be created
 * @returns the service's answer, with the user's reference, and `reused`: whether it was there already
 * @throws NodeApiError with the verdict `unknown` when it was not answered and is not found, or `refused` when the
 * service cannot be asked what became of an earlier try; UserError when something else has the user's reference
 */
export async function createOnce(
	call: ExecuteCall,
	item: number,
	note: Note,
	describe: () => Promise<Creation>,
): Promise<IDataObject> {
	const creation = await describe().catch((thrown: unknown) => {
		throw note.unknownTry ? stillUnknown(itemErrorOf(call.node, thrown, item)) : thrown;
	});
	call.hint('warning', ...creation.hints);
	const { resource } = creation;
	const { userReference } = note.sender;
	const countEnded = isOn(call, countEndedOption, item, 'options.');
	const wanted: Wanted = {
		resource,
		key: userReference === undefined ? REFERENCE_KEY : USER_REFERENCE,
		value: userReference ?? note.unknownTry?.reference ?? newReference(),
		counts: ({ delivery: { records } }) =>
			userReference === undefined || countEnded || !OVER.includes(outcomeOf(records)),
	};
	const sending = { creation, note, wanted };
	const { existing, release } = await findOrReserve(call, sending);
	const { json, delivery } = existing ?? (await send(call, sending, release));
	if (delivery) checkFound(call, sending, { json, delivery });
	note.sent(String(json.id));
	const reused = delivery !== undefined;
	return { ...json, ...(userReference !== undefined && { reference: userReference }), reused };
}

/** The error of an item that cannot be looked for any more, although an earlier try may have sent it. */
export function stillUnknown(error: ItemError): ItemError {
	error.message = `It is unknown whether an earlier try was carried out, as it was not answered. Now: ${error.message}`;
	return withVerdict(error, 'unknown');
}

/**
 * Finds what an earlier try has sent, or what has the user's reference, once nobody else is sending it. Otherwise it is
 * reserved.
 */
async function findOrReserve(
	call: ExecuteCall,
	{ creation: { resource, files }, note, wanted }: Sending,
): Promise<{ existing?: Existing; release?: Release }> {
	const { earlier, unknownTry, isDecided, sender } = note;
	if (earlier?.id !== undefined) {
		const existing = await readExisting(call, resource, earlier.id).catch((error) => {
			const what = `The ${creations[resource].noun} ${earlier.id}, which was sent before, could not be read`;
			throw errorAbout(call.node, error, `${what}, so it was not sent again`, '', 'unknown');
		});
		if (earlier.isAwaited || wanted.counts(existing)) return { existing };
	}
	const { userReference: reference } = sender;
	if (reference === undefined && !unknownTry) return {};
	const times = unknownTry && isDecided ? looksSince(unknownTry.at) : [0];
	let look = await lookAgain(call, wanted, times);
	if (unknownTry && !look.existing && !(look.isAbsent && isDecided)) {
		throw unknownError(call, wanted, undefined, look.reason);
	}
	const size = files.reduce((sum, { content }) => sum + content.length, 0);
	const longest = call.timeout + contentTime(size);
	while (reference !== undefined && !look.existing) {
		if (!look.isAbsent) {
			const what = `It could not be checked whether the Reference "${reference}" exists, so nothing was sent`;
			throw errorAbout(call.node, look.error ?? look.reason, what, '', 'refused');
		}
		// What is over was sent under another name, so its reservation does not count.
		const ids = look.others.map(({ delivery }) => delivery.id).sort();
		const name = JSON.stringify([resource, reference, ids]);
		// The reservation of an earlier try does not count: it was looked for until it had to be there.
		const release = await reserveSending(call, name, longest, unknownTry?.at ?? 0);
		if (release) return { release };
		const soon = delays.looks.creation.times.filter((time) => time <= delays.reservation);
		look = await lookAgain(call, wanted, soon);
	}
	return { existing: look.existing };
}

/**
 * Sends a creation, once. After a 429 it is looked for, and sent once more if it is not there (`Write.repeat`).
 *
 * @param release called if it was refused
 * @returns the answer; with the delivery if it was found
 */
async function send(
	call: ExecuteCall,
	{ creation, note, wanted }: Sending,
	release: Release | undefined,
): Promise<Partial<Existing> & Pick<Existing, 'json'>> {
	const { files, contents } = creation;
	const { write: how } = creations[creation.resource];
	const isUsers = wanted.key === USER_REFERENCE;
	const pairs = {
		[wanted.key]: wanted.value,
		...(isUsers && { [CONTENTS_KEY]: contentsValue(contents) }),
	};
	const tracked = withPairs(creation.fields, pairs);
	const fields = await creation.track(tracked, isUsers ? newReference() : wanted.value);
	// A trigger may have signed it.
	const carried = { ...wanted, value: String(dataOf(fields)[wanted.key]) };
	for (let sendings = 1; ; sendings++) {
		note.begin(carried.value);
		const [settled] = await Promise.allSettled([write(call, how, { fields, files })]);
		if (settled.status === 'fulfilled') return { json: settled.value };
		const error: unknown = settled.reason;
		const isBusy = httpStatusOf(error) === 429;
		if (isBusy || verdictOf(error) === 'unknown') {
			note.begin(carried.value);
			const look = await lookAgain(call, carried);
			if (look.existing) return look.existing;
			if (!isBusy || !look.isAbsent) throw unknownError(call, wanted, error, look.reason);
			const wait = retryAfterOf(error);
			if (wait !== undefined && wait <= delays.patience && sendings < 2) continue;
		}
		note.refused();
		if (!note.unknownTry) await release?.();
		throw error;
	}
}

/** @throws UserError that says in what it differs from what was to be created */
function checkFound(
	call: ExecuteCall,
	{ creation: { resource, contents, fields }, wanted: { value: reference } }: Sending,
	{ json, delivery }: Existing,
): void {
	const { noun } = creations[resource];
	const lines = differences(contents, delivery).map((line) => `• ${line}`);
	if (lines.length > 0) {
		const advice = `Nothing was sent. The one that exists has the ID ${delivery.id}. Use another Reference for another ${noun}.`;
		throw new UserError(
			`A ${noun} with the Reference "${reference}" exists already, and it is not the same`,
			{ description: [...lines, advice].join('\n') },
		);
	}
	if (fields.delivery_type !== 'url' || json.url !== undefined) return;
	// docs/service.md#delivery-and-messages
	const hint = `The signature request ${delivery.id} exists already. Signaturit tells the URL for signing only when it creates a request, so it is missing here.`;
	call.hint('warning', hint);
}

/** @param cause the error of sending what was not found; `undefined` if an earlier try has sent it */
function unknownError(
	call: ExecuteCall,
	{ resource, key }: Wanted,
	cause: unknown,
	reason: string,
): NodeApiError {
	const { write: how } = creations[resource];
	const again = 'Run it again in a few minutes: its Reference keeps it from being sent twice.';
	const deed = { ...how, advice: key === USER_REFERENCE ? again : how.advice };
	const why =
		cause instanceof NodeApiError
			? problemOf(cause).description
			: 'An earlier try was not answered.';
	return apiError(call.node, unknownProblem(deed, [why, reason], httpStatusOf(cause)));
}
