// Changed answers on a recorded tape, and which ledger rows they refute.

import type { Answer } from '../client';
import { SANDBOX_HOST } from '../credential';
import { rowVerdictOf } from '../judge';
import { questions } from '../questions';
import type { Question } from '../question';
import { Tape, StillOpen, type Exchange } from '../tape';

/** Another answer than the one that was given. */
export type Change = (answer: Answer) => Answer;

/** Exchanges by their names, or by what they are. */
export type Where = string[] | ((exchange: Exchange) => boolean);

/** A tape on which some answers are others. */
export function deviating(tape: Tape, where: Where, change: (exchange: Exchange) => Answer): Tape {
	const isMeant = (exchange: Exchange) =>
		Array.isArray(where) ? where.includes(exchange.name) : where(exchange);
	const exchanges = tape.exchanges.map((exchange) =>
		isMeant(exchange) ? { ...exchange, answer: change(exchange) } : exchange,
	);
	return new Tape(tape.host, tape.hint, exchanges);
}

const refusedAs = (status: number): Answer => ({
	status,
	headers: { 'content-type': 'application/json' },
	body: { status_code: status, message: 'Something else' },
});

/** A refusal instead of a success, or the other way round. */
export const otherOutcome: Change = (answer) =>
	answer.status < 300 ? refusedAs(400) : { ...answer, status: 201, body: {} };

export const otherShape: Change = (answer) => ({
	...answer,
	body: { n8n: 'other' },
	file: undefined,
});

/** Answers that most questions should not take for what they believe. */
const generalChanges: Change[] = [
	otherOutcome,
	...[404, 418].map((status) => () => refusedAs(status)),
	...[200, 302, 418].map((status): Change => (answer) => ({ ...answer, status })),
	otherShape,
	...[
		(list: unknown[]) => list.slice(1),
		(list: unknown[]) => [...list].reverse(),
		(list: unknown[]) => [...list, ...list],
		() => [],
	].map((change): Change => (answer) => ({
		...answer,
		body: Array.isArray(answer.body) ? change(answer.body) : {},
	})),
	...['<html>Welcome</html>', { message: 'Something else' }].map((body): Change => (answer) => ({
		...answer,
		body,
	})),
	(answer) => ({ ...answer, headers: {} }),
	(answer) => ({ ...answer, ...(answer.file && { file: { ...answer.file, sha256: 'n8n' } }) }),
];

/** What may stand at any key of an answer instead. */
const OTHER_VALUES = [undefined, 'n8n', 987_654];
/** What some questions do not take for another value in any other form. */
const SPECIAL_VALUES: [key: string, value: unknown][] = [
	['id', 'c$1'],
	['created_at', '2001-01-01 00:00'],
];

/** Every general change of an answer, and every change of a value in it. */
const changesOf = ({ body }: Answer): Change[] => [
	...generalChanges,
	...[
		...SPECIAL_VALUES,
		...[...keysIn(body)].flatMap((key) => OTHER_VALUES.map((value) => [key, value] as const)),
	].map(([key, value]): Change => (answer) => ({
		...answer,
		body: replaced(answer.body, key, value),
	})),
];

/** The keys in a body, at any depth. */
const keysIn = (body: unknown): Set<string> =>
	new Set(
		typeof body !== 'object' || body === null
			? []
			: Object.entries(body).flatMap(([key, item]) => [
					...(Array.isArray(body) ? [] : [key]),
					...keysIn(item),
				]),
	);

/** A body with another value wherever the key stands, made from the old one. */
export function changedAt(body: unknown, key: string, change: (old: never) => unknown): unknown {
	if (Array.isArray(body)) return body.map((item) => changedAt(item, key, change));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, item]) => [
			name,
			name === key ? change(item as never) : changedAt(item, key, change),
		]),
	);
}

/** A body with another value wherever the key stands. */
export const replaced = (body: unknown, key: string, value: unknown): unknown =>
	changedAt(body, key, () => value);

/** What a question looks at. */
interface Look {
	/** The names of exchanges. */
	names: Set<string>;
	/** Whether it also looks at all exchanges. */
	atAll: boolean;
}

const looks = new WeakMap<Tape, Map<Question, Look>>();

function lookOf(question: Question, tape: Tape): Look {
	const known = looks.get(tape) ?? new Map<Question, Look>();
	looks.set(tape, known);
	const look = known.get(question) ?? watched(question, tape);
	known.set(question, look);
	return look;
}

function watched({ ask }: Question, tape: Tape): Look {
	const look: Look = { names: new Set(), atAll: false };
	const watching = new Tape(tape.host, tape.hint);
	watching.exchange = (name) => {
		look.names.add(name);
		return tape.exchange(name);
	};
	Object.defineProperty(watching, 'exchanges', {
		get: () => {
			look.atAll = true;
			return tape.exchanges;
		},
	});
	try {
		ask(watching);
	} catch (error) {
		if (!(error instanceof StillOpen)) throw error;
	}
	return look;
}

/** The rows that a change of one answer refutes. Questions that do not look at it say the same as before. */
export function refutedByOne(tape: Tape, name: string, change: Change): string[] {
	const looking = questions.filter((question) => {
		const { names, atAll } = lookOf(question, tape);
		return atAll || names.has(name);
	});
	return refutedRows(
		deviating(tape, [name], ({ answer }) => change(answer)),
		looking,
	);
}

/** Whether one of the general changes of one answer refutes a question, and no other question. */
export function refutedByItself(question: Question, tape: Tape): boolean {
	const { names } = lookOf(question, tape);
	const looked = names.size > 0 ? [...names] : tape.exchanges.map(({ name }) => name);
	return looked.some((name) =>
		changesOf(tape.answer(name)).some((change) => {
			const other = deviating(tape, [name], ({ answer }) => change(answer));
			return isRefuted(question, other) && refutedByOne(tape, name, change).length === 1;
		}),
	);
}

const isRefuted = (question: Question, tape: Tape): boolean =>
	rowVerdictOf(question, tape).verdict === 'refuted';

/** Whether a question is confirmed. */
export const isConfirmed = (question: Question, tape: Tape): boolean =>
	rowVerdictOf(question, tape).verdict === 'confirmed';

/** The IDs of the rows that are refuted. */
export const refutedRows = (tape: Tape, among: readonly Question[] = questions): string[] =>
	among.filter((question) => isRefuted(question, tape)).map(({ row }) => row);

/** The tape as the real sandbox may answer: what the local service leaves open is decided. */
export function inSandbox(tape: Tape): Tape {
	const { id, documents } = tape.answer('creation').body as {
		id: string;
		documents: { id: string }[];
	};
	const link = `https://app.sandbox.signaturit.com/document/${id}/${documents.at(-1)?.id}`;
	const answers: Record<string, Change> = {
		creation: (answer) => ({ ...answer, body: replaced(answer.body, 'url', link) }),
		'Word request at once': (answer) => ({
			...answer,
			body: replaced(answer.body, 'status', 'in_queue'),
		}),
		'cancel at once': () => refusedAs(403),
	};
	const changed = deviating(
		tape,
		Object.keys(answers),
		({ name, answer }) => answers[name]?.(answer) ?? answer,
	);
	return new Tape(SANDBOX_HOST, tape.hint, changed.exchanges);
}

/** A body without the entries of its list, or with a count of none. */
export function withoutEntries(body: unknown): unknown {
	if (Array.isArray(body)) return [];
	if (typeof body !== 'object' || body === null) return body;
	if ('web_hooks' in body) return { web_hooks: [], total: 0 };
	return 'count' in body ? { count: 0 } : body;
}

/** Whether a question looks at a list that is empty, and not only at the whole tape. */
export const readsEmptied = (question: Question, tape: Tape): boolean =>
	[...lookOf(question, tape).names].some((name) =>
		/^(\[\]|\{"web_hooks":\[\])/.test(JSON.stringify(tape.answer(name).body) ?? ''),
	);
