import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { newReference, REFERENCE_KEY } from '../../events/reference';
import { createWithOwnReference } from './createWithOwnReference';
import type { Creation, CreationKind } from './creation';
import { doubtMemory } from './doubts';
import { lookOnce } from './lookAgain';
import { creationOptions } from './options';
import { outputOf } from './output';
import { pairValue, withPairs } from './pairs';
import { send, unknown, type Sent } from './sending';

/**
 * Creates a signature request or a certified email, and never a second one for the same item: the service
 * has no key by which it would recognise a repetition (docs/service.md#repetition-and-idempotency), so each
 * creation carries a reference in its custom data, by which it is found when its answer was lost.
 *
 * @returns the service's answer, with `reused`: whether it was there already
 * @throws NodeApiError whose verdict is `unknown` when it was not answered and is not found; UserError when
 * something else has the user's own reference
 */
export async function createOnce(
	this: IExecuteFunctions,
	item: number,
	kind: CreationKind,
	creation: Creation,
): Promise<IDataObject> {
	const { reference } = creation;
	const sent =
		reference === undefined
			? await createWithNewReference.call(this, item, kind, creation)
			: await createWithOwnReference.call(this, item, kind, { ...creation, reference });
	return outputOf.call(this, sent, creation);
}

/** The reference is kept over the tries of *Retry On Fail*. An earlier try's creation is looked for first. */
async function createWithNewReference(
	this: IExecuteFunctions,
	item: number,
	kind: CreationKind,
	{ fields, files, track }: Creation,
): Promise<Sent> {
	const doubts = doubtMemory.call(this, kind, item, undefined);
	const { sendAgain } = creationOptions.call(this, item);
	const { left } = doubts;
	if (left) {
		const sought = await lookOnce.call(this, kind, { key: REFERENCE_KEY, value: left.value });
		if ('existing' in sought) {
			doubts.settle();
			return sought;
		}
		if (!sought.isAbsent || !doubts.isOfOtherExecution)
			throw unknown.call(this, { kind }, undefined, sought);
	}
	const reference = left?.value ?? newReference();
	const tracked = await track(withPairs(fields, { [REFERENCE_KEY]: reference }), reference);
	const pair = { key: REFERENCE_KEY, value: pairValue(tracked, REFERENCE_KEY) };
	return await send.call(this, { kind, fields: tracked, files, pair, doubts, sendAgain });
}
