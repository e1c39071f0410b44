import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { outcomeOf } from '../../events/state';
import { newReference, OWN_REFERENCE, REFERENCE_KEY } from '../../events/tracking';
import { errorAbout } from '../../transport/errors';
import type { Delivery } from '../../transport/shapes';
import { differences } from './contents';
import type { Creation, CreationKind } from './creation';
import { readExisting, type Existing, type Wanted } from './look';
import type { Note } from './note';
import { findOrReserve, send, type Sending, type Sent } from './send';

/** How a request ends that was of no use. */
const OVER: ReadonlyArray<string | undefined> = ['canceled', 'declined', 'expired'];

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
	const { reference } = creation;
	const countEnded = this.getNodeParameter('options.countEnded', item, false) === true;
	const issued = (note.isInDoubt ? note.earlier?.reference : undefined) ?? newReference();
	const wanted: Wanted = {
		resource: kind.resource,
		key: reference === undefined ? REFERENCE_KEY : OWN_REFERENCE,
		value: reference ?? issued,
		counts: ({ delivery: { records } }) =>
			reference === undefined || countEnded || !OVER.includes(outcomeOf(records)),
	};
	const sending = { kind, creation, note, wanted };
	const before = (await readSent.call(this, sending)) ?? (await findOrReserve.call(this, sending));
	const sent = before.existing ?? (await send.call(this, sending, before.reservation));
	if (sent.delivery) assertSame(kind, creation, sent.delivery);
	note.sent(String(sent.json.id));
	return outputOf.call(this, sent, creation);
}

/** Reads what an earlier try has created, or what *Send and Wait* goes on with. */
async function readSent(
	this: IExecuteFunctions,
	{ kind, note, wanted }: Sending,
): Promise<{ existing: Existing; reservation?: undefined } | undefined> {
	const id = note.earlier?.id;
	if (id === undefined) return undefined;
	try {
		const existing = await readExisting.call(this, kind.resource, id);
		return note.isAwaited || wanted.counts(existing) ? { existing } : undefined;
	} catch (error) {
		const what = `The ${kind.thing} ${id}, which was sent before, could not be read`;
		throw errorAbout(this.getNode(), error, `${what}, so it was not sent again`, '', 'unknown');
	}
}

/** @throws UserError that says in what they differ */
function assertSame(
	{ thing }: CreationKind,
	{ reference, contents }: Creation,
	delivery: Delivery,
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
	{ json, delivery }: Sent,
	{ reference, fields }: Creation,
): IDataObject {
	const reused = delivery !== undefined;
	if (reused && fields.delivery_type === 'url' && json.url === undefined) {
		// docs/service.md#delivery-and-messages
		this.addExecutionHints({
			message: `The signature request ${String(json.id)} exists already. Signaturit tells the URL for signing only when it creates a request, so it is missing here.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
	return { ...json, ...(reference !== undefined && { reference }), reused };
}
