// The report of a run: verdicts, counts and answers, as written to a file and printed.

import { SANDBOX_HOST } from './credential';
import { NO_QUESTION, type Judged, type RowVerdict } from './judge';
import type { Redactor } from './redact';
import type { Tape } from './tape';

/** The verdicts of a run and the answers that they rest on, without personal data. */
export interface Report {
	/** The host of the sandbox, or that it was another one. */
	asked: string;
	counts: Record<RowVerdict['verdict'], number>;
	rows: Judged[];
	exchanges: unknown[];
}

/** Puts together what is written to the file and printed. */
export function reportOf(judged: readonly Judged[], tape: Tape, redactor: Redactor): Report {
	const rows = judged.map((row) => {
		if (row.verdict === 'refuted') return { ...row, seen: redactor.text(row.seen) };
		return row.verdict === 'open' ? { ...row, why: redactor.text(row.why) } : row;
	});
	const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
	return {
		asked: tape.host === SANDBOX_HOST ? SANDBOX_HOST : 'another address than the sandbox',
		counts: { confirmed: count('confirmed'), refuted: count('refuted'), open: count('open') },
		rows,
		exchanges: tape.exchanges.map((exchange) => redactor.exchange(exchange)),
	};
}

/** The report as text: first what is refuted. Open rows without a question are only counted. */
export function printed({ asked, counts, rows }: Report): string {
	const { confirmed, refuted, open } = counts;
	const unasked = rows.filter((row) => row.verdict === 'open' && row.why === NO_QUESTION).length;
	const of = (verdict: RowVerdict['verdict']) =>
		rows.filter((row) => row.verdict === verdict).flatMap((row) => linesOf(row));
	return [
		`${rows.length} rows of docs/service.md, asked at ${asked}: ${confirmed} confirmed, ${refuted} refuted, ${open} open`,
		...(refuted > 0 ? ['', 'REFUTED', ...of('refuted')] : []),
		'',
		`OPEN (and ${unasked} rows that no harmless call can decide)`,
		...of('open'),
		'',
		'CONFIRMED',
		...of('confirmed'),
	].join('\n');
}

function linesOf(row: Judged): string[] {
	const place = `  ${row.topic}, ${row.id} (${row.howSure})`;
	switch (row.verdict) {
		case 'refuted':
			return [place, `    expected: ${row.text}`, `    seen:     ${row.seen}`];
		case 'open':
			return row.why === NO_QUESTION ? [] : [`${place}: ${row.text}`, `    why: ${row.why}`];
		case 'confirmed':
			return [`${place}: ${row.text}`, ...(row.except ? [`    apart from: ${row.except}`] : [])];
	}
}
