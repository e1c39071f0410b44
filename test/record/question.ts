// What a question to the recorded answers is, and the checks of which questions are made.

import type { z } from 'zod';

import type { Answer } from './client';
import { OtherAnswer, StillOpen, type Tape } from './tape';

/** `true` when the answers are as the row says, otherwise what was seen instead. */
export type CheckResult = true | string;

/** Decides a row of the ledger by the answers of a run. */
export interface Question {
	/** The ID of the row in docs/service/. */
	row: string;
	/** @throws StillOpen when the answers cannot decide it */
	ask: (tape: Tape) => CheckResult;
	/** What the row says and the question does not see. */
	except?: string | undefined;
}

/** Questions by the IDs of the rows that they decide. */
export const questionsOf = (rows: Record<string, Ask | PartlyAsked>): Question[] =>
	Object.entries(rows).map(([row, question]) => {
		const { ask, ...more } = typeof question === 'function' ? { ask: question } : question;
		return { row, ask: refutedByOtherAnswers(ask), ...more };
	});

/** An answer that cannot be read refutes the row, unless the question only needs it. */
const refutedByOtherAnswers =
	(ask: Ask): Ask =>
	(tape) => {
		try {
			return ask(tape);
		} catch (error) {
			if (error instanceof OtherAnswer) return error.message;
			throw error;
		}
	};

/**
 * What a question needs from an answer that its row says nothing about.
 *
 * @throws StillOpen when the answer cannot be read
 */
export function needed<T>(read: (answer: Answer) => T, answer: Answer): T {
	try {
		return read(answer);
	} catch (error) {
		if (error instanceof OtherAnswer) leaveOpen(`what it needs is another: ${error.message}`);
		throw error;
	}
}

/** An answer that is needed as a success. @throws StillOpen when it is none */
export const accepted = (answer: Answer): Answer =>
	answer.status < 300 ? answer : leaveOpen(`it is refused: ${described(answer)}`);

/** What stands at a key of an answer that the row says nothing else about. @throws StillOpen when nothing does */
export function partOf(answer: Answer, key: string): unknown {
	const part = (accepted(answer).body as Record<string, unknown> | null)?.[key];
	return part ?? leaveOpen(`the answer has no ${key}`);
}

/** A refusal whose status and words are asked about. @throws StillOpen when there is none */
export const refusal = (answer: Answer): Answer =>
	answer.status >= 400 ? answer : leaveOpen(`it is not refused: ${described(answer)}`);

type Ask = Question['ask'];
type PartlyAsked = Required<Pick<Question, 'ask' | 'except'>>;

/** A question that does not see a part of what its row says. */
export const apartFrom = (except: string, ask: Ask): PartlyAsked => ({ except, ask });

/** @throws StillOpen with the reason */
export function leaveOpen(why: string): never {
	throw new StillOpen(why);
}

/** The first finding that is not true. */
export const all = (...findings: CheckResult[]): CheckResult =>
	findings.find((finding) => finding !== true) ?? true;

export const check = (holds: boolean, seen: string): CheckResult => holds || seen;

/**
 * Whether all items hold; nothing can be said of none.
 *
 * @param seen what is told of one that does not; without it, only that there is one
 */
export function every<T>(
	items: readonly T[],
	what: string,
	holds: (item: T) => boolean,
	seen: (item: T) => string = () => `${what}: one is otherwise`,
): CheckResult {
	if (items.length === 0) leaveOpen(`the account has no ${what}`);
	const other = items.find((item) => !holds(item));
	return other === undefined || seen(other);
}

/** A status and the service's words, for the report. */
export function described(answer: Answer): string {
	const { status, file } = answer;
	if (file) return `status ${status} with a file`;
	const words = messageOf(answer);
	return words === '' ? `status ${status}` : `status ${status} "${words}"`;
}

export const hasStatus = (answer: Answer, ...statuses: number[]): CheckResult =>
	check(statuses.includes(answer.status), described(answer));

/** A status and words of a refusal. @throws StillOpen when it has no words: where they stand is a row of its own */
export function isRefused(answer: Answer, status: number, words: RegExp): CheckResult {
	if (answer.status !== status) return described(answer);
	if (messageOf(answer) === '') leaveOpen(`it has no words: ${described(answer)}`);
	return check(words.test(messageOf(answer)), described(answer));
}

/** A refusal, whatever its status and words: rows of their own are about these. */
export const isRefusedAtAll = (answer: Answer): CheckResult =>
	check(answer.status >= 400 && answer.status < 500, described(answer));

/** A download that is a PDF, whole or not. */
export const isPdf = (answer: Answer): CheckResult =>
	check(answer.file?.isPdf === true, described(answer));

/** Whether an answer is a success. */
export const succeeds = (answer: Answer): CheckResult =>
	check(answer.status < 300, described(answer));

export const messageOf = ({ body }: Answer): string => {
	const words = (body as { message?: unknown } | null | undefined)?.message;
	return typeof words === 'string' ? words : '';
};

/** Whether a successful answer has this shape. */
export function hasShape(answer: Answer, schema: z.ZodTypeAny): CheckResult {
	if (answer.status >= 300) return described(answer);
	const { error } = schema.safeParse(answer.body);
	return error === undefined || faultOf(error);
}

/** Where a body has another shape, for the report. */
export function faultOf({ issues: [issue] }: z.ZodError): string {
	return `${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'has another shape'}`;
}
