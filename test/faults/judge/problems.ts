// The kinds of problems that no run may show, and how found ones are written.

/** What a run of the table must never show. */
export type ProblemKind =
	| 'sent twice'
	| 'wrong success'
	| 'unmarked unknown verdict'
	| 'hang'
	| 'short file'
	| 'socket left open'
	| 'success not believed'
	| 'wrong mark'
	| 'item lost'
	| 'led astray'
	| 'token shown';

export interface Problem {
	kind: ProblemKind;
	detail: string;
}

/** One run of the node, judged. */
export interface Judged {
	/** Operation, fault and moment. */
	name: string;
	problems: Problem[];
}

/** The problems of these runs, one line each, as a test expects none. */
export function problemsOf(judged: readonly Judged[]): string[] {
	return judged.flatMap(({ name, problems }) =>
		problems.map(({ kind, detail }) => `${kind} | ${name} | ${detail}`),
	);
}
