import type { Answer } from '../client';
import { questions } from '../questions';
import type { Question } from '../question';
import { Tape, Undecided, type Exchange } from '../tape';

/** Another answer than the one that was given. */
export type Change = (answer: Answer) => Answer;

/** A tape on which some answers are others. */
export const deviating = (
	tape: Tape,
	names: RegExp,
	change: (exchange: Exchange) => Answer,
): Tape =>
	new Tape(
		tape.host,
		tape.hint,
		tape.exchanges.map((exchange) =>
			names.test(exchange.name) ? { ...exchange, answer: change(exchange) } : exchange,
		),
	);

/** Answers that most questions should not take for what they believe. */
const generalChanges = (accepted: Answer): Change[] => [
	(answer) => ({ ...answer, status: answer.status < 300 ? 400 : 500 }),
	(answer) => (answer.status < 300 ? answer : accepted),
	(answer) => ({ ...answer, body: Array.isArray(answer.body) ? answer.body.slice(1) : {} }),
	(answer) => ({ ...answer, body: Array.isArray(answer.body) ? [...answer.body].reverse() : [] }),
	(answer) => ({ ...answer, file: undefined, body: { message: 'Something else' } }),
	(answer) => ({ ...answer, headers: {} }),
];

/** Changes of values anywhere in a body, by the key that they stand at. */
const valueChanges: [key: string, value: unknown][] = [
	['id', 'another one'],
	['status', 'n8n'],
	['type', 'n8n'],
	['name', 'Another name'],
	['key', 'another_key'],
	['count', 987_654],
	['total', 987_654],
	['page', 7],
	['pages', 7],
	['size', 7],
	['status_code', 7],
	['method', 'PUT'],
	['event_type', 'n8n'],
	['created_at', '2001-01-01 00:00'],
	['error', undefined],
	['error_details', 'words'],
	['documents', 'none'],
	['data', 'none'],
];

/** A body with another value wherever the key stands. */
export function replaced(body: unknown, key: string, value: unknown): unknown {
	if (Array.isArray(body)) return body.map((item) => replaced(item, key, value));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, item]) => [
			name,
			name === key ? value : replaced(item, key, value),
		]),
	);
}

/** The names of the exchanges that a question looks at. */
function namesRead({ ask }: Question, tape: Tape): string[] {
	const names = new Set<string>();
	const watched = new Tape(tape.host, tape.hint, tape.exchanges);
	watched.exchange = (name) => {
		names.add(name);
		return tape.exchange(name);
	};
	ask(watched);
	return [...names];
}

/** Exchanges of every kind, for questions that look at all of them. */
const USUAL = ['list of requests', 'templates', 'event hooks', 'creation with no file'];

/** Whether one of the general changes of one answer refutes a question. */
export function isRefutable(question: Question, tape: Tape): boolean {
	const changes: Change[] = [
		...generalChanges(tape.answer('creation')),
		...valueChanges.map(([key, value]): Change => (answer) => ({
			...answer,
			body: replaced(answer.body, key, value),
		})),
	];
	const names = namesRead(question, tape);
	return (names.length > 0 ? names : USUAL).some((name) =>
		changes.some((change) => {
			const exact = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
			return isRefuted(
				question,
				deviating(tape, exact, ({ answer }) => change(answer)),
			);
		}),
	);
}

function isRefuted({ ask }: Question, tape: Tape): boolean {
	try {
		return ask(tape) !== true;
	} catch (error) {
		if (error instanceof Undecided) return false;
		throw error;
	}
}

/** The rows that are refuted, each as its topic and its first words. */
export const refutedRows = (tape: Tape): string[] =>
	questions
		.filter((question) => isRefuted(question, tape))
		.map(({ topic, row }) => `${topic}: ${row}`);
