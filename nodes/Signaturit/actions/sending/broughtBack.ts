// Finds the request of an item that is brought back to *Send and Wait*.

import { z } from 'zod';
import { itemLinks } from '../../n8n/itemLinks';
import type { ExecuteCall } from '../../transport/call';
import { unknownN8n } from '../unknownN8n';
import type { KeptNotes, NoteContent } from './kept';
import { idOf, isUnknown, type Earlier } from './note';

/** The field of an item that has gone on without an outcome, because its time was over. */
export const WAITING_FOR = 'waitingFor';

/** An item that names the request it waits for. */
const broughtBackSchema = z.object({ [WAITING_FOR]: z.object({ signatureId: z.string() }) });

/**
 * Finds the request of an item that is brought back to *Send and Wait*: its field `waitingFor` names it, or n8n's item
 * linking leads to it. Either counts only if the notes of this execution tell that an earlier run has sent the request,
 * and no run has given out its outcome. Any other field of this name is data.
 *
 * @param kind as in the notes
 * @param run the index of this run
 * @returns throws a UserError when n8n has no item linking
 */
export function broughtBackTo(
	call: ExecuteCall,
	keptNotes: KeptNotes,
	{ kind, run }: Pick<NoteContent, 'kind' | 'run'>,
): (item: number) => Earlier | undefined {
	const earlier = Object.values(keptNotes).filter(
		(note) => note.kind === kind && note.isOfSendAndWait && note.run < run,
	);
	if (earlier.length === 0) return () => undefined;
	const links = itemLinks(call.n8n);
	if (!links) {
		const lacking = 'n8n does not say whether an item was brought back to this node';
		const error = unknownN8n(call, lacking, 'a contract could be sent twice');
		return () => {
			throw error;
		};
	}
	const { name } = call.node;
	const outputOf = (note: NoteContent) =>
		links.findOrigin(
			name,
			{ previousNode: name, previousNodeOutput: 0, previousNodeRun: note.run },
			{ item: note.item },
		);
	// After an email that came back, the signer can be changed, and the request goes on.
	const isGivenOut = (note: NoteContent) =>
		![undefined, 'undelivered'].includes(outputOf(note)?.json.outcome as string | undefined);
	// If several notes are about one request, the last one counts.
	const byId = new Map(earlier.map((note) => [idOf(note), note]));
	const byOutput = new Map(earlier.map((note) => [outputOf(note), note]));
	byOutput.delete(undefined);

	return (index) => {
		const item = call.n8n.getInputData()[index];
		const { data } = broughtBackSchema.safeParse(item?.json);
		const named = data && byId.get(data[WAITING_FOR].signatureId);
		if (named && !isGivenOut(named)) return { note: named, by: 'waitingFor' };
		const linked = byOutput.get(links.findOrigin(name, links.source, item?.pairedItem));
		if (!linked || isGivenOut(linked)) return undefined;
		// An item that has failed does not say what it waits for.
		return { note: linked, by: isUnknown(linked) ? 'waitingFor' : 'link' };
	};
}
