import type { INodeExecutionData, ISourceData } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../../transport/call';
import { idOf, isUnknown, type Earlier, type Kept, type NoteContent } from '../sending/note';

/** The field of an item that has gone on without an outcome, because its time was over. */
export const WAITING_FOR = 'waitingFor';

const itemSchema = z.object({ [WAITING_FOR]: z.object({ signatureId: z.string() }) });

/** A function of n8n's data proxy that its types lack. */
interface Links {
	/** The output item of a node from which an item comes. Throws if n8n does not know it. */
	$getPairedItem?: (
		node: string,
		source: ISourceData | null,
		place: INodeExecutionData['pairedItem'],
	) => INodeExecutionData;
}

/**
 * Finds the request of an item that is brought back to *Send and Wait*: its field `waitingFor` names it, or n8n's item
 * linking leads to it. Either counts only if the notes of this execution tell that an earlier run has sent the request,
 * and no run has given out its outcome. Any other field of this name is data.
 *
 * @param kind as in the notes
 * @param run the index of this run
 */
export function broughtBackTo(
	call: ExecuteCall,
	kept: Kept,
	{ kind, run }: Pick<NoteContent, 'kind' | 'run'>,
): (item: number) => Earlier | undefined {
	const links = call.n8n.getWorkflowDataProxy(0) as Links;
	const { name } = call.node;
	const linkedTo = (...[source, place]: [ISourceData | null, INodeExecutionData['pairedItem']]) => {
		try {
			return links.$getPairedItem?.(name, source, place);
		} catch {
			// n8n knows nothing of it.
			return undefined;
		}
	};
	const outputOf = (note: NoteContent) =>
		linkedTo({ previousNode: name, previousNodeOutput: 0, previousNodeRun: note.run }, note);
	// After an email that came back, the signer can be changed, and the request goes on.
	const isGivenOut = (note: NoteContent) =>
		![undefined, 'undelivered'].includes(outputOf(note)?.json.outcome as string | undefined);
	const earlier = Object.values(kept).filter(
		(note) => note.kind === kind && note.isAwaited && note.run < run,
	);
	// If several notes are about one request, the last one counts.
	const byId = new Map(earlier.map((note) => [idOf(note), note]));
	const byOutput = new Map(earlier.map((note) => [outputOf(note), note]));
	byOutput.delete(undefined);

	return (index) => {
		if (earlier.length === 0) return undefined;
		const item = call.n8n.getInputData()[index];
		const { data } = itemSchema.safeParse(item?.json);
		const named = data && byId.get(data[WAITING_FOR].signatureId);
		if (named && !isGivenOut(named)) return { note: named, by: 'waitingFor' };
		const [source = null] = call.n8n.getExecuteData().source?.main ?? [];
		const linked = byOutput.get(linkedTo(source, item?.pairedItem));
		if (!linked || isGivenOut(linked)) return undefined;
		// An item that has failed does not say what it waits for.
		return { note: linked, by: isUnknown(linked) ? 'waitingFor' : 'link' };
	};
}
