/** What a run of the table must never show. */
export const forbidden = [
	'sent twice',
	'wrong success',
	'unmarked unknown verdict',
	'hang',
	'short file',
	'socket left open',
	'success not believed',
	'wrong mark',
	'item lost',
	'led astray',
	'token shown',
] as const;

/** What is counted, and allowed. */
export const allowed = [
	/** An empty 2xx, or one like it, of an endpoint that documents nothing to tell it from a success. */
	'success that nothing disproves',
	/** The service did nothing and could not have, yet the node says that it does not know. */
	'false unknown verdict',
] as const;

export type ProblemKind = (typeof forbidden)[number] | (typeof allowed)[number];

export interface Problem {
	kind: ProblemKind;
	detail: string;
}

/** One run of the node, judged. */
export interface Judged {
	/** Operation, fault and moment. */
	name: string;
	fault: string;
	ending: 'done' | 'refused' | 'unknown' | 'right' | 'error';
	/** Requests that the node has made. */
	calls: number;
	problems: Problem[];
}
