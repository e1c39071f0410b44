// What a run says of each ledger row: confirmed, refuted or open.

import { readLedger, rowsOf, type Row } from '../project/ledger/ledger';
import type { Question } from './question';
import { StillOpen, type Tape } from './tape';

export type RowVerdict =
	| { verdict: 'confirmed'; except?: string }
	| { verdict: 'refuted'; seen: string }
	| { verdict: 'open'; why: string };

/** A row of the ledger: its ID, its topic's anchor, what the service does, and what a run says of it. */
export type Judged = Record<'id' | 'topic' | 'text' | 'howSure', string> & RowVerdict;

let ofProject: readonly Row[] | undefined;

/** The rows of the project's ledger, in its order. */
export const ledgerRows = (): readonly Row[] => (ofProject ??= rowsOf(readLedger()));

/** What a run says of each row. Rows without a question are open. */
export function judge(rows: readonly Row[], questions: readonly Question[], tape: Tape): Judged[] {
	return rows.map(({ id, topic, what: text, certainty: howSure }) => {
		const question = questions.find(({ row }) => row === id);
		return { id, topic, text, howSure, ...rowVerdictOf(question, tape) };
	});
}

/** Why a row is open that no question is about. */
export const NO_QUESTION = 'no question';

/** What a run says of a question's row. */
export function rowVerdictOf(question: Question | undefined, tape: Tape): RowVerdict {
	if (question === undefined) return { verdict: 'open', why: NO_QUESTION };
	const { ask, except } = question;
	try {
		const finding = ask(tape);
		if (finding !== true) return { verdict: 'refuted', seen: finding };
		return { verdict: 'confirmed', ...(except !== undefined && { except }) };
	} catch (error) {
		if (error instanceof StillOpen) return { verdict: 'open', why: error.message };
		throw error;
	}
}
