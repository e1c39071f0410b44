// What is wrong with the confidences that the OpenAPI description takes from the ledger.

import type { Row } from './ledger/ledger';

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/**
 * What is wrong with the confidences of an OpenAPI description, each with the place. Every operation names topics
 * of the ledger (`x-ledger`); a part with a confidence (`x-confidence`) has it from a row of its own topics, or of
 * those that it stands in.
 */
export function confidenceProblems(description: unknown, rows: readonly Row[]): string[] {
	const confidences = (topic: string) =>
		rows.filter((row) => row.topic === topic).map(({ certainty }): string => certainty);

	const problemsOf = (part: Record<string, unknown>, topics: string[]): string[] => [
		...(part.operationId !== undefined && topics.length === 0
			? ['names no topic of the ledger']
			: []),
		...topics
			.filter((topic) => confidences(topic).length === 0)
			.map((topic) => `the ledger has no topic ${topic}`),
		...('x-confidence' in part &&
		!topics.flatMap(confidences).includes(String(part['x-confidence']))
			? [`no row of it is ${String(part['x-confidence'])}`]
			: []),
	];

	const visit = (part: unknown, place: string[], inherited: string[]): string[] => {
		if (!isRecord(part)) return [];
		const stated = part['x-ledger'] as string[] | undefined;
		const topics = stated ?? inherited;
		const problems =
			stated || 'x-confidence' in part || part.operationId !== undefined
				? problemsOf(part, topics)
				: [];
		return [
			...problems.map((problem) => `${place.join('.')}: ${problem}`),
			...Object.entries(part).flatMap(([name, inner]) => visit(inner, [...place, name], topics)),
		];
	};
	return visit(description, [], []);
}
