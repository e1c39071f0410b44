// Which parameters of the OpenAPI description no ledger row of their topics names.

import {
	resolved,
	type DescriptionDocument,
	type OperationObject,
	type Schema,
} from '../../service/description/document';
import type { Row } from './ledger';

/** What a row says, and where. */
type NamingRow = Pick<Row, 'topic' | 'what'>;

/** The words in backticks that rows of these topics begin with, e.g. `recipients` and `email` of `recipients[0][email]`. */
export function wordsIn(rows: readonly NamingRow[], topics: readonly string[]): Set<string> {
	const texts = rows.filter(({ topic }) => topics.includes(topic)).map(({ what }) => what);
	const quoted = texts.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)]);
	return new Set(quoted.flatMap(([, words = '']) => words.match(/[\w-]+/g) ?? []));
}

/** Parameters of requests that no row names in the topics of their operations, e.g. `createContact: name`. */
export function unnamedParameters(
	description: DescriptionDocument,
	rows: readonly NamingRow[],
): string[] {
	const operations = Object.values(description.paths).flatMap(({ parameters, ...methods }) =>
		Object.values<OperationObject>(methods).map((operation) => ({
			...operation,
			parameters: [...(parameters ?? []), ...(operation.parameters ?? [])],
		})),
	);
	return operations.flatMap((operation) => {
		const { names, topics } = parametersOf(description, operation);
		const words = wordsIn(rows, [...topics]);
		return [...names]
			.filter((name) => !words.has(name.replace('[]', '')))
			.map((name) => `${operation.operationId}: ${name}`);
	});
}

/** The names of an operation's parameters at any depth, and the topics of the operation and of its parameters. */
function parametersOf(description: DescriptionDocument, operation: OperationObject) {
	const names = new Set<string>();
	const topics = new Set<string>();
	const seen = new Set<object>();
	const visit = (part: unknown): void => {
		if (Array.isArray(part)) part.forEach(visit);
		else if (typeof part === 'object' && part !== null)
			visitSchema(resolved(description, part as Schema));
	};
	const visitSchema = (schema: Schema): void => {
		if (seen.has(schema)) return;
		seen.add(schema);
		const { properties = {}, items, anyOf, allOf, additionalProperties } = schema;
		for (const topic of (schema['x-ledger'] ?? []) as string[]) topics.add(topic);
		for (const name of Object.keys(properties as object)) names.add(name);
		[...Object.values(properties as object), items, anyOf, allOf, additionalProperties].forEach(
			visit,
		);
	};
	for (const parameter of operation.parameters ?? []) {
		const { name, in: place, schema } = resolved(description, parameter);
		if (place === 'query') names.add(name);
		visit(schema);
	}
	const { requestBody } = operation;
	const { content = {} } = requestBody ? resolved(description, requestBody) : {};
	visit([
		{ 'x-ledger': operation['x-ledger'] },
		...Object.values(content).map(({ schema }) => schema),
	]);
	return { names, topics };
}
