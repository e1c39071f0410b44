// Signs for a signer with example values, and gives the reason of a bounce.

import { exampleInput } from '../domain/fields/exampleInput';
import type { SigningItem } from '../domain/signatures/documents';
import type { World } from './world';

/** What a mail server answers for an address that does not exist. */
export const BOUNCE_REASON = '550 No such user';

/**
 * Signs for a signer, who fills every field and adds every attachment.
 *
 * @param values replace the example values, by field name.
 * @throws Refusal invalid for a value that is not possible, conflict unless every document is ready.
 */
export function signWithExamples(
	world: World,
	items: SigningItem[],
	values: Record<string, string>,
): void {
	const [first] = items;
	const given = exampleInput(items, values, world.clock.now());
	if (first) world.signing.sendSecrets(first.request, first.signer);
	world.signing.sign(items, given);
}
