// The last sentences of an answer to a model about a tool call that failed.

import type { ExecuteCall } from '../../transport/call';
import { problemOf, type ItemError } from '../../transport/errors/errors';
import { asksModel } from './ownTexts';
import {
	shownDescription,
	factsOf,
	shownMessage,
	type Remedy,
} from '../../transport/errors/refusal';

/** What has become of a call that failed. */
export type Fate = 'nothing' | 'sent' | 'unknown';

/** The last sentences of an answer, and all that advises a model in it (docs/agents.md#what-a-model-is-told). */
export const lastSentences: Record<Fate, Record<Remedy, string>> = {
	nothing: {
		model: 'Correct the arguments, then call again.',
		builder:
			'Do not call again: tell the user. Only the person who has made the workflow can mend it.',
		later: 'Call again in a minute. If that fails too, tell the user.',
		nobody: 'Do not call again: tell the user.',
	},
	sent: everywhere('It was done all the same. Do not call again: tell the user.'),
	unknown: {
		...everywhere('Do not call again: tell the user that it may have been sent.'),
		model: 'Look at it first, before you call again.',
		later: 'Call again with the same arguments: it looks once more, and nothing is sent twice.',
	},
};

function everywhere(sentence: string): Record<Remedy, string> {
	return { model: sentence, builder: sentence, later: sentence, nobody: sentence };
}

/** A failed call, in words for a model. */
interface Failure {
	fate: Fate;
	remedy: Remedy;
	/** What is wrong. It advises nothing. */
	facts: string;
	end: string;
}

/** @param fate by the verdict of the error, unless given */
export function failureOf(
	call: ExecuteCall,
	error: ItemError,
	fate: Fate = problemOf(error).verdict === 'unknown' ? 'unknown' : 'nothing',
): Failure {
	const problem = problemOf(error);
	const isOwn =
		problem.remedy === 'model' && fate === 'nothing' && !asksModel(call.node.parameters);
	const remedy = isOwn ? 'builder' : problem.remedy;
	const told = factsOf(problem);
	const facts = [shownMessage(told), shownDescription(told)].filter(Boolean).join('\n');
	return { fate, remedy, facts, end: lastSentences[fate][remedy] };
}
