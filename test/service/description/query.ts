import type { Checker } from './checker';
import type { Parameter, Schema } from './document';

const anyObject = (parameter: Parameter): boolean => parameter.schema?.type === 'object';

/**
 * What is wrong with a query, in words. A parameter whose schema is an object takes all names that no other
 * parameter has (docs/service.md#filters).
 */
export function queryProblems(query: string, parameters: Parameter[], checker: Checker): string[] {
	const given = new URLSearchParams(query);
	const named = new Map(parameters.map((parameter) => [parameter.name, parameter]));
	const takesOthers = parameters.some(anyObject);
	return [...new Set(given.keys())].flatMap((name) => {
		const parameter = named.get(name);
		if (!parameter || anyObject(parameter)) {
			if (!takesOthers) return [`${name} is not described`];
			return given.getAll(name).length > 1 ? [`${name}: is given more than once`] : [];
		}
		return valueProblems(parameter, given.getAll(name), checker).map(
			(problem) => `${name}: ${problem}`,
		);
	});
}

function valueProblems({ schema = {} }: Parameter, values: string[], checker: Checker): string[] {
	if (schema.type === 'array') return checker.problems(schema, [...values]);
	if (values.length > 1) return ['is given more than once'];
	const [value = ''] = values;
	const { contentMediaType, contentSchema } = schema;
	if (contentMediaType !== 'application/json') return checker.problems(schema, value);
	try {
		return checker.problems(contentSchema as Schema, JSON.parse(value));
	} catch {
		return ['is not JSON'];
	}
}
