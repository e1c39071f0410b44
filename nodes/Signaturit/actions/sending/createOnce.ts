import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { newReference, OWN_REFERENCE, REFERENCE_KEY, TEMPLATES_KEY } from '../../events/tracking';
import { answerTime, contentTime } from '../../transport/deadline';
import { errorAbout } from '../../transport/errors';
import { differences, templatesValue } from './contents';
import { pairValue, withPairs, type Creation, type CreationKind } from './creation';
import { lookAgain, lookOnce, readExisting, type Existing, type Wanted } from './look';
import type { Note } from './note';
import { notChecked, send, unknown, type Sent } from './send';

/** What an attempt to create something needs. */
interface Attempt {
	kind: CreationKind;
	creation: Creation;
	note: Note;
	/** Whether something that exists counts as sent. */
	counts: (existing: Existing) => boolean;
}

/**
 * Creates a signature request or a certified email, and never a second one: the service has no key by which it would
 * recognise a repetition (docs/service.md#repetition-and-idempotency), so each creation carries a reference in its
 * custom data, and the note of the item tells what was sent before. What cannot be asked is not sent.
 *
 * @returns the service's answer, with `reused`: whether it was there already
 * @throws NodeApiError with the verdict `unknown` when it was not answered and is not found, or `refused` when the
 * service cannot be asked what became of an earlier try; UserError when something else has the user's own reference
 */
export async function createOnce(
	this: IExecuteFunctions,
	item: number,
	note: Note,
	kind: CreationKind,
	creation: Creation,
): Promise<IDataObject> {
	const countEnded = this.getNodeParameter('options.countEnded', item, false) === true;
	const counts = ({ delivery }: Existing) => countEnded || !kind.isOver(delivery);
	const attempt: Attempt = { kind, creation, note, counts };
	const before = (await readKnown.call(this, attempt)) ?? (await search.call(this, attempt));
	const sent: Sent =
		'existing' in before ? before : await create.call(this, attempt, before.others);
	if ('existing' in sent) assertSame(kind, creation, sent.existing);
	note.sent('existing' in sent ? sent.existing.delivery.id : String(sent.answer.id));
	return outputOf.call(this, sent, creation);
}

/** Reads what an earlier try has created, or what *Send and Wait* goes on with. */
async function readKnown(
	this: IExecuteFunctions,
	{ kind, creation: { reference }, note, counts }: Attempt,
): Promise<{ existing: Existing } | undefined> {
	const id = note.left?.id;
	if (id === undefined) return undefined;
	try {
		const existing = await readExisting.call(this, kind.resource, id);
		const isIt = note.isAwaited || reference === undefined || counts(existing);
		return isIt ? { existing } : undefined;
	} catch (error) {
		const what = `The ${kind.thing} ${id}, which was sent before, could not be read`;
		throw errorAbout(this.getNode(), error, `${what}, so it was not sent again`, '', 'unknown');
	}
}

/**
 * Looks for what an earlier try may have sent, and for the user's own reference.
 *
 * @returns what was found; otherwise what has the reference and does not count
 */
async function search(
	this: IExecuteFunctions,
	attempt: Attempt,
): Promise<{ existing: Existing } | { others: readonly Existing[] }> {
	const { kind, creation, note } = attempt;
	const value = creation.reference ?? (note.isInDoubt ? note.left?.reference : undefined);
	if (value === undefined) return { others: [] };
	const wanted = wantedOf(attempt, value);
	const { isInDoubt, isDecided } = note;
	const sought =
		isInDoubt && isDecided
			? await lookAgain.call(this, wanted, note.left?.at)
			: await lookOnce.call(this, wanted);
	if ('existing' in sought) return sought;
	if (isInDoubt && (!sought.isAbsent || !isDecided)) {
		throw unknown.call(this, kind, creation, undefined, sought);
	}
	if (!sought.isAbsent) throw notChecked.call(this, value, sought);
	return sought;
}

/** @param others what has the own reference and does not count */
async function create(
	this: IExecuteFunctions,
	attempt: Attempt,
	others: readonly Existing[],
): Promise<Sent> {
	const { kind, creation, note } = attempt;
	const { reference, fields, files, contents, track } = creation;
	const { templates = [] } = contents;
	const issued = (note.isInDoubt ? note.left?.reference : undefined) ?? newReference();
	const pairs =
		reference === undefined
			? { [REFERENCE_KEY]: issued }
			: {
					[OWN_REFERENCE]: reference,
					...(templates.length > 0 && { [TEMPLATES_KEY]: templatesValue(templates) }),
				};
	const tracked = await track(
		withPairs(fields, pairs),
		reference === undefined ? issued : newReference(),
	);
	const size = files.reduce((sum, { content }) => sum + content.length, 0);
	return await send.call(this, {
		kind,
		creation: { ...creation, fields: tracked },
		note,
		wanted: wantedOf(attempt, reference ?? pairValue(tracked, REFERENCE_KEY)),
		others,
		longest: answerTime(this) + contentTime(size),
	});
}

function wantedOf({ kind, creation, counts }: Attempt, value: string): Wanted {
	const { resource } = kind;
	return creation.reference === undefined
		? { resource, pair: { key: REFERENCE_KEY, value }, counts: () => true }
		: { resource, pair: { key: OWN_REFERENCE, value }, counts };
}

/** @throws UserError that says in what they differ */
function assertSame(
	{ thing }: CreationKind,
	{ reference, contents }: Creation,
	{ delivery }: Existing,
): void {
	const lines = reference === undefined ? [] : differences(contents, delivery);
	if (lines.length === 0) return;
	throw new UserError(
		`A ${thing} with the Reference "${reference}" exists already, and it is not the same`,
		{
			description: [
				...lines.map((line) => `• ${line}`),
				`Nothing was sent. The one that exists has the ID ${delivery.id}. Use another Reference for another ${thing}.`,
			].join('\n'),
		},
	);
}

/** The output of a creation: the service's answer, the user's reference, and whether it was there already. */
function outputOf(
	this: IExecuteFunctions,
	sent: Sent,
	{ reference, fields }: Creation,
): IDataObject {
	const own = reference === undefined ? {} : { reference };
	if ('answer' in sent) return { ...sent.answer, ...own, reused: false };
	const { json } = sent.existing;
	if (fields.delivery_type === 'url' && json.url === undefined) {
		// docs/service.md#delivery-and-messages
		this.addExecutionHints({
			message: `The signature request ${String(json.id)} exists already. Signaturit tells the URL for signing only when it creates a request, so it is missing here.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
	return { ...json, ...own, reused: true };
}
