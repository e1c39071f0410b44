import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { givenReference } from '../../input/commonSchemas';
import { inTurn } from '../../transport/concurrency';
import { apiError, faultOf, verdictOf } from '../../transport/errors';
import { failureOf, jsonItems, type OutputItem } from '../outcome';
import type { Operation } from '../operation';
import { reviewsCalls } from '../waiting/approval';
import type { Notes } from './notes';

/**
 * Does what an operation writes for one item, once over all tries. Its output is given out again. What is unknown
 * is not done again in the same execution; in n8n's Retry it is, as someone has decided to. Creations are looked for
 * first (`createOnce`). Items with the same Reference take turns, in their order.
 *
 * @throws the failure of the item; that of an earlier try again if nobody can tell what became of it
 */
export async function once(
	this: IExecuteFunctions,
	item: number,
	operation: Operation,
	notes: Notes,
): Promise<OutputItem[]> {
	// A call of an agent is never answered by what exists.
	const mayReuse = operation.creates && !reviewsCalls(this.getNode());
	const options = mayReuse ? this.getNodeParameter('options', item, {}) : {};
	const given = givenReference(options as IDataObject);
	const reference = given === undefined ? undefined : String(given).trim();
	const task = async () => {
		const note = await notes.of(this, item, reference);
		const { earlier, output } = note;
		if (output) {
			notes.recalled++;
			return jsonItems(output);
		}
		if (earlier?.fault && !note.isDecided) {
			throw apiError(this.getNode(), { ...earlier.fault, verdict: 'unknown' });
		}
		try {
			const items = await operation.run.call(this, item, note);
			note.done(items.map(({ json }) => json));
			return items;
		} catch (error) {
			const failure = failureOf.call(this, error, item);
			const isUnknown = !operation.creates && verdictOf(failure) === 'unknown';
			if (isUnknown) note.unknown(faultOf(failure as NodeApiError));
			throw failure;
		}
	};
	return reference === undefined ? await task() : await inTurn(`sending ${reference}`, task);
}
