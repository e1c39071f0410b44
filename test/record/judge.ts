import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LEDGER, readLedger } from '../project/ledger';
import type { Question } from './question';
import { StillOpen, type Tape } from './tape';

/** A row of the ledger. */
export interface Row {
	/** Anchor of the topic. */
	topic: string;
	/** What the service does, as the first cell says. */
	text: string;
	howSure: string;
}

export type RowVerdict =
	| { verdict: 'confirmed'; except?: string }
	| { verdict: 'refuted'; seen: string }
	| { verdict: 'open'; why: string };

export type Judged = Row & RowVerdict;

/** The rows of the project's ledger, in its order. */
export function ledgerRows(): Row[] {
	const ledger = readLedger(readFileSync(join(__dirname, '../..', LEDGER), 'utf8'));
	return ledger.rows.map(({ topic, cells: [text = '', , howSure = ''] }) => ({
		topic,
		text,
		howSure,
	}));
}

/** What a run says of each row. Rows without a question are open. */
export function judge(rows: readonly Row[], questions: readonly Question[], tape: Tape): Judged[] {
	return rows.map((row) => {
		const question = questions.find((other) => other.topic === row.topic && other.row === row.text);
		return { ...row, ...rowVerdictOf(question, tape) };
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
