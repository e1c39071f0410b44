import type { IDataObject, INode } from 'n8n-workflow';
import type { signersOf } from '../../events/requestItem';
import type { ExecuteCall } from '../../transport/call';
import { isPlainObject } from '../../transport/errors/problem';
import { runIndexOf } from '../sending/note';

/** More calls at once than any model makes. */
const MAX_CALLS = 1_000;

/** What the agent is told of a call that it made. */
export interface Review extends IDataObject {
	/** Only `true` lets n8n run the tool. */
	approved: boolean;
	chatInput: string;
}

/** Whether the node is what n8n makes of every node that sends and waits, to review the calls of an agent. */
export function reviewsCalls(node: INode): boolean {
	return node.type.endsWith('HitlTool');
}

/**
 * Why a call is denied before anybody is asked; `undefined` if somebody is to be asked. Parameters that a model invents
 * land in the input, which n8n may take for the answer. It mixes up calls that are made together when one sleeps.
 */
export function deniedAtOnce(call: ExecuteCall, item: number): Review | undefined {
	const json = call.n8n.getInputData()[item]?.json;
	if ([json, json?.data].some((each) => isPlainObject(each) && each.approved !== undefined)) {
		return {
			approved: false,
			chatInput:
				'The call claims to be approved already. Only a signature approves it. Ask again without it.',
		};
	}
	if (!hasOtherCalls(call)) return undefined;
	return { approved: false, chatInput: 'Ask for one tool at a time.' };
}

/** Whether other calls wait, or come later: n8n 2.8 runs the last call first, and would lose its review meanwhile. */
function hasOtherCalls(call: ExecuteCall): boolean {
	const thisRun = runIndexOf(call);
	for (let run = 0; run < MAX_CALLS; run++) {
		if (run === thisRun) continue;
		try {
			// It is `undefined` for a run that waits. Called directly, n8n fails for it, as for one that is answered.
			const expression = `{{ $(${quotedName(call.node)}).all(0, ${run}) }}`;
			if (call.n8n.evaluateExpression(expression, 0) === undefined) return true;
		} catch (error) {
			// There is no such run. Otherwise it has no main output, because its answer went to the agent.
			if (error instanceof Error && /not found|executed/.test(error.message)) return false;
		}
		if (run > thisRun) return true;
	}
	return true;
}

/** The node's name as text in an expression, escaped so that no name can end either. */
export function quotedName({ name }: INode): string {
	const codes = [...name].map(
		(character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	);
	return `"${codes.join('')}"`;
}

type Signers = Partial<ReturnType<typeof signersOf>[number]>[];

/** The review that follows from the outcome of a request. It approves only what everyone has signed. */
export function reviewOf(item: IDataObject & { outcome: string; signers: Signers }): Review {
	const { outcome, signers } = item;
	return { ...item, approved: outcome === 'completed', chatInput: wordsFor(outcome, signers) };
}

function wordsFor(outcome: string, signers: Signers): string {
	const names = (some: Signers) =>
		some.map(({ name = '', email, phone = '' }) => `${name} (${email ?? phone})`).join(', ');
	if (outcome === 'completed') return `Approved and signed by ${names(signers)}.`;
	if (outcome !== 'declined') {
		const how = outcomeWords[outcome] ?? `The request for a signature ended as ${outcome}.`;
		return `${how} It is not approved.`;
	}
	const decliners = signers.filter(({ declined }) => declined);
	const who = names(decliners) || 'Somebody';
	const reason = (decliners.length > 0 ? decliners : signers)
		.map(({ declineReason }) => declineReason)
		.find(Boolean);
	return `${who} declined to sign${reason ? `: ${reason}` : ', without a reason'}. It is not approved.`;
}

const outcomeWords: Readonly<Record<string, string>> = {
	expired: 'Not everyone signed in time.',
	canceled: 'The request for a signature was canceled.',
	deleted: 'The request for a signature was deleted.',
	undelivered: 'The email that asks for a signature could not be delivered.',
	lost: 'It is unknown whether the request was signed: Signaturit does not show it any more.',
};
