// What the node says became of one item, read from its output or its error.

import { z } from 'zod';
import type { NodeResult } from '../../workflow/engine/engine';
import type { WriteVerdict } from '../table/fault';

/** What the node says became of one item. */
export interface Claim {
	/** `vanished`: no error, and not one item for the input item either. */
	verdict: WriteVerdict | 'vanished' | 'hangs';
	/** Why the words of an error are not as they should be. */
	objections: string[];
	/** The words themselves. */
	message?: string;
}

const errorSchema = z.object({
	message: z.string(),
	/** Of an error that was thrown. */
	context: z.object({ verdict: z.string().optional() }).optional(),
	/** Of an item that stands for a failed one. */
	verdict: z.string().optional(),
});
type ErrorWords = z.infer<typeof errorSchema>;

/** What the node says of the input item with this index. */
export function claimOf(result: NodeResult | undefined, index = 0): Claim {
	if (!result) return { verdict: 'hangs', objections: [] };
	if (result.error) return claimOfError(errorSchema.parse(result.error));

	const items = result.items.filter(({ pairedItem }) => {
		const pair = [pairedItem].flat()[0];
		return (typeof pair === 'object' ? pair.item : pair) === index;
	});
	const [item] = items;
	if (items.length !== 1 || !item) return { verdict: 'vanished', objections: [] };
	const failure = z.object({ error: errorSchema }).safeParse(item.json);
	return failure.success ? claimOfError(failure.data.error) : { verdict: 'done', objections: [] };
}

/**
 * An error says that the outcome is unknown if its first sentence does. The mark for workflows must say
 * the same, and a second sentence must say what to do.
 */
function claimOfError({ message, context, verdict: mark = context?.verdict }: ErrorWords): Claim {
	const [first = '', second = ''] = sentences(message);
	const verdict = /\bunknown\b/i.test(first) ? 'unknown' : 'refused';
	const objections = [
		mark !== verdict && `its words say ${verdict}, its mark says ${mark ?? 'nothing'}`,
		verdict === 'unknown' && second === '' && 'no second sentence says what to do',
	];
	return { verdict, objections: objections.filter((objection) => objection !== false), message };
}

/** A full stop inside a name, as in contract.pdf, ends no sentence. */
function sentences(text: string): string[] {
	return text.split(/(?<=[.!?])\s+/);
}
