import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ExecuteCall } from '../../transport/call';
import { verdictOf } from '../../transport/errors/errors';
import { isPlainObject } from '../../transport/shapes';
import { cut } from '../../transport/errors/shown';
import { isUnknown, runIndexOf, type Kept } from '../sending/note';
import { denied, reviewsCalls } from './approval';

/** Longest answer to the agent, in characters. */
const MAX_ANSWER = 1_500;

const TELL = 'Do not call again. Tell a person, who can look in Signaturit.';

const beginnings = {
	refused: 'Nobody was asked:',
	unknown: `It is unknown whether anybody was asked to sign. ${TELL}`,
	done: `Somebody was asked to sign, but nothing waits for the signature, so it approves nothing. ${TELL}`,
} as const;

/**
 * Runs the node. Where it reviews the calls of an agent, a failure is an answer that denies the call: n8n would tell the
 * agent that the user had rejected it. With *On Error: Stop Workflow*, it stays an error.
 */
export async function reviewed(
	call: ExecuteCall,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	if (!reviewsCalls(call.node)) return await run();
	const [ended] = await Promise.allSettled([run()]);
	const isThrown = ended.status === 'rejected';
	if (isThrown && call.node.onError === 'stopWorkflow') throw ended.reason;
	// With Continue On Fail, the error is an item.
	const error: unknown = isThrown ? ended.reason : ended.value[0]?.json.error;
	if (!isThrown && !isPlainObject(error)) return ended.value;
	const { message, description, verdict = verdictOf(error) } = error as IDataObject;
	const words = [beginnings[verdictIn(call, verdict)], message, description];
	const chatInput = cut(words.filter(Boolean).join('\n'), MAX_ANSWER);
	call.n8n.addExecutionHints({ message: chatInput, type: 'warning', location: 'outputPane' });
	return [{ json: denied(chatInput), pairedItem: { item: 0 } }];
}

/** The verdict of a failed call, by the notes of this run, or else by its error. */
function verdictIn(call: ExecuteCall, verdict: unknown): keyof typeof beginnings {
	const { sent = {} }: { sent?: Kept } = call.n8n.getContext('node');
	const notes = Object.values(sent).filter(({ run }) => run === runIndexOf(call));
	if (notes.some((note) => !isUnknown(note))) return 'done';
	return notes.length > 0 || verdict === 'unknown' ? 'unknown' : 'refused';
}
