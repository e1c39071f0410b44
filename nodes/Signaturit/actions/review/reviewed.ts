import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ExecuteCall } from '../../transport/call';
import { verdictOf } from '../../transport/errors/errors';
import { isPlainObject } from '../../transport/errors/problem';
import { cut } from '../../transport/errors/shown';
import { isUnknown, runIndexOf, type Kept } from '../sending/note';
import { denied, reviewsCalls } from '../waiting/approval';

/** Longest answer to the agent, in characters. */
const MAX_ANSWER = 1_500;

/**
 * Runs the node. Where it reviews the calls of an agent, a failure is an answer that denies the call: n8n would tell the
 * agent that the user had rejected it. With *On Error: Stop Workflow*, it stays an error.
 */
export async function reviewed(
	call: ExecuteCall,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	if (!reviewsCalls(call.node)) return await run();
	const answer = (error: object, verdict: unknown): INodeExecutionData[] => {
		const { message, description } = error as Partial<Record<string, string>>;
		const words = [message, description].filter(Boolean).join('\n');
		const chatInput = cut(`${beginning(verdictIn(call, verdict))}\n${words}`, MAX_ANSWER);
		call.n8n.addExecutionHints({ message: chatInput, type: 'warning', location: 'outputPane' });
		return [{ json: denied(chatInput), pairedItem: { item: 0 } }];
	};
	try {
		const items = await run();
		// With Continue On Fail, the error is an item.
		const error = items[0]?.json.error;
		return isPlainObject(error) ? answer(error, error.verdict) : items;
	} catch (error) {
		if (call.node.onError === 'stopWorkflow') throw error;
		return answer(error as Error, verdictOf(error));
	}
}

/** What the notes of this run tell of a call that has failed, and else its error. */
function verdictIn(call: ExecuteCall, verdict: unknown): unknown {
	const { sent = {} }: { sent?: Kept } = call.n8n.getContext('node') as IDataObject;
	const notes = Object.values(sent).filter(({ run }) => run === runIndexOf(call));
	if (notes.some((note) => !isUnknown(note))) return 'done';
	return notes.length > 0 ? 'unknown' : verdict;
}

const TELL = 'Do not call again. Tell a person, who can look in Signaturit.';

function beginning(verdict: unknown): string {
	if (verdict === 'unknown') return `It is unknown whether anybody was asked to sign. ${TELL}`;
	if (verdict === 'done') {
		return `Somebody was asked to sign, but nothing waits for the signature, so it approves nothing. ${TELL}`;
	}
	return 'Nobody was asked:';
}
