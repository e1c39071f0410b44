// A problem: what is wrong, what became of the call, who can mend it; and the sentences that say so.

import { UserError } from 'n8n-workflow';
import { z } from 'zod';
import { cut, cutLines, MAX_DESCRIPTION, MAX_MESSAGE } from './shown';

/**
 * Who can mend a problem: `model` is whoever fills in the fields, be it a model; `builder` is whoever has made the
 * workflow, its credential, files, templates and limits, or runs n8n; `later`: the same may succeed then.
 */
export type Remedy = (typeof remedies)[number];
const remedies = ['model', 'builder', 'later', 'nobody'] as const;

/** The verdict on a write that did not succeed: the service has done nothing, or nobody knows whether it has. */
export type Verdict = 'refused' | 'unknown';

/** One thing that is wrong, and what to do. Only people at the node's panel read the advice. */
export interface Wrong {
	/** What is wrong; it advises nothing. */
	message: string;
	advice?: string | readonly string[];
}

/** All that an error says, before it is said in sentences (`shownMessage`, `shownDescription`). */
export interface Problem extends Wrong {
	remedy: Remedy;
	/** Its facts, as lines. */
	description?: string;
	/** Whether the first advice stands in the message. */
	advisesFirst?: true;
	/** Whether nothing was sent: by this call, or by this row. `untold`: it only reads, so nobody expects that. */
	unsent?: true | 'row' | 'untold';
	/** Each of several problems, of which the first is the message. */
	problems?: readonly Wrong[];
	/** The rows that it is about, e.g. `Row 3 of 5`. Empty if the message names them. */
	rows?: string;
	/** What became of others, as lines that follow everything else. */
	lines?: readonly string[];
	verdict?: Verdict;
	/** The status of the answer. Absent when none arrived. */
	httpCode?: string;
	/** How long the service asks to wait before the next request, in milliseconds. */
	retryAfter?: number;
	/** What the item lacks, e.g. `file`: rows that lack it are told together (`errorOfRows`). */
	lacks?: string;
	/** Whether the message is in the service's words. */
	quotes?: true;
	/** Whether the reason is not the state of what was asked: the words say so, or they are not the service's. */
	elsewhere?: true;
	/** Whether it tells how that stands, with names and reasons that are of strangers. */
	tellsState?: true;
}

const problemSchema = z.object({ message: z.string(), remedy: z.enum(remedies) });

/** Whether it is a problem that comes back as JSON: by the parts that each one has. */
export const isProblem = (value: unknown): boolean => problemSchema.safeParse(value).success;

/** Why the service has refused something, which it has not said itself; the message is a whole sentence. */
export type Reason = Required<Wrong> & Pick<Problem, 'remedy'>;

export const adviceIn = ({ advice = [] }: Pick<Wrong, 'advice'>): string[] =>
	[advice].flat().filter(Boolean);

const UNSENT = 'Nothing was sent.';

const unsentWords = { true: UNSENT, row: 'Nothing was sent for this row.', untold: '' } as const;

/** What is wrong, and what to do, in one line. */
export const wrongWords = (wrong: Wrong): string => [wrong.message, ...adviceIn(wrong)].join('. ');

/** The message of an error about a problem. */
export function shownMessage(problem: Problem): string {
	const { message, advisesFirst, problems = [], rows } = problem;
	const advice = advisesFirst ? adviceIn(problem).slice(0, 1) : [];
	const more = problems.length > 1 ? `, and ${problems.length - 1} more to correct` : '';
	const wrong = cut(wrongWords({ message, advice }), MAX_MESSAGE - more.length) + more;
	return cut([rows, wrong].filter(Boolean).join(': '), MAX_MESSAGE);
}

/** The description of an error about a problem. */
export function shownDescription(problem: Problem, shorten = shortenedLines): string | undefined {
	const { description, advisesFirst, unsent, problems = [], lines = [] } = problem;
	const bullets = problems.map((one) => `• ${wrongWords(one)}`);
	const facts = [description, ...cutLines(bullets, MAX_DESCRIPTION - UNSENT.length)];
	const told = problems.flatMap(adviceIn);
	const advice = adviceIn(problem).filter(
		(one, index) => !told.includes(one) && !(advisesFirst && index === 0),
	);
	const all = unsent
		? [[unsentWords[`${unsent}`], ...advice].filter(Boolean).join(' '), ...facts]
		: [...facts, ...advice];
	const shown = shorten(all.filter(Boolean).join('\n'), MAX_DESCRIPTION);
	return [shown, ...lines].filter(Boolean).join('\n') || undefined;
}

const shortenedLines = (text: string, most: number) => cutLines(text.split('\n'), most).join('\n');

/** The problem without what is only for people: models are told by themselves what was sent, and what to do. */
export const factsOf = ({ problems, ...problem }: Problem): Problem => ({
	...problem,
	...(problem.advisesFirst && { message: `${problem.message}.` }),
	advice: undefined,
	unsent: undefined,
	problems: problems?.map(({ message }) => ({ message })),
});

/** An error of what the node checks itself: what was entered, or what it has read. */
export class Refusal extends UserError {
	readonly problem: Problem;

	/** @param facts lines for the description */
	constructor(
		message: string,
		remedy: Remedy,
		{ facts, ...more }: { facts?: string } & Partial<Omit<Problem, 'message' | 'remedy'>> = {},
	) {
		const problem = { message, remedy, description: facts, ...more };
		super(shownMessage(problem), { description: shownDescription(problem) });
		this.problem = problem;
	}
}
