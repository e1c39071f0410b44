// What is said when a found creation differs, or when nobody can find it.

import { NodeApiError } from 'n8n-workflow';
import { TOOL_CALL_KEY } from '../../events/tracking';
import type { ExecuteCall } from '../../transport/call';
import { apiError, httpStatusOf, problemOf } from '../../transport/errors/errors';
import { Refusal } from '../../transport/errors/refusal';
import { unknownProblem, type Write } from '../../transport/writes';
import { differences } from './contents';
import { creations, type Creation } from './creation';
import type { Existing, Wanted } from './look';
import { checkNames } from './nearToolCalls';
import type { Earlier, Note } from './note';

/** A creation, and the pairs of custom data by which it is found. */
export interface Sending {
	creation: Creation;
	note: Note;
	/** The pair with its reference, which is the same in every try. */
	ours: Wanted;
	/** The pair with the user's Reference, or with the hash of a tool's request. */
	theirs?: Wanted;
}

/** A delivery that exists, and how it was found. */
export interface FoundSending {
	existing: Existing;
	by: Exclude<Earlier['by'], 'link'>;
}

/** @throws UserError that says how it differs from what was to be created */
export function checkFound(
	{ node }: ExecuteCall,
	{ creation, note, theirs }: Sending,
	{ existing: { delivery }, by }: FoundSending,
): void {
	if (by === 'Reference' && theirs?.key === TOOL_CALL_KEY) {
		checkNames(creation, delivery, note.facts.now());
		return;
	}
	const { resource, contents } = creation;
	const lines = differences(contents, delivery).map((line) => `• ${line}`);
	if (lines.length === 0) return;
	const { noun } = creations[resource];
	const { id } = delivery;
	const { message, fact, remedy, advice } = (
		{
			Reference: {
				message: `A ${noun} with the Reference "${theirs?.value}" exists already, and it is not the same`,
				fact: `The one that exists has the ID ${id}.`,
				remedy: 'nobody',
				advice: `Use another Reference for another ${noun}.`,
			},
			place: {
				message: `For this item, an earlier try has sent another ${noun}`,
				fact: `It has the ID ${id}.`,
				remedy: 'nobody',
				advice: `To send this one too, run the workflow anew instead of retrying the execution.`,
			},
			waitingFor: {
				message: `The item waits for the ${noun} ${id}, but this node would send another one`,
				fact: '',
				remedy: 'builder',
				advice: `To send a new one, e.g. to a deputy, remove the field waitingFor from the item before it comes back to "${node.name}".`,
			},
		} as const
	)[by];
	const facts = [fact, ...lines].filter(Boolean).join('\n');
	throw new Refusal(message, remedy, { unsent: true, facts, advice });
}

/** @param cause the error of the sending that was not found afterwards; `undefined` if an earlier try has sent it */
export function unknownError(
	call: ExecuteCall,
	{ creation: { resource }, theirs }: Sending,
	cause: unknown,
	reason: string,
): NodeApiError {
	const { write: how } = creations[resource];
	const again =
		theirs?.key === TOOL_CALL_KEY
			? 'An equal call does not send it twice.'
			: 'Run it again in a few minutes: its Reference keeps it from being sent twice.';
	const deed: Write = theirs ? { ...how, advice: again, remedy: 'later' } : how;
	const why =
		cause instanceof NodeApiError
			? problemOf(cause).description
			: 'An earlier try was not answered.';
	return apiError(call.node, unknownProblem(deed, [why, reason], httpStatusOf(cause)));
}
