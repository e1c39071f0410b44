// Compares a value or a query with a schema, and says in words what is wrong.

import addFormats from 'ajv-formats';
import Ajv from 'ajv/dist/2020';

import type { DescriptionDocument, Parameter, Schema } from './document';

const ROOT = 'description';

/** What stands for a file in a decoded form. */
const DECODED_FILE: Schema = { type: 'object', required: ['name', 'size'] };

/** Compares values with the schemas of a description; each is compiled when it is first used. */
export class Checker {
	private readonly ajv: Ajv;
	private readonly compiled = new Map<Schema, ReturnType<Ajv['compile']>>();

	/** @param inForms whether values are those of forms: numbers are text there, and files are decoded. */
	constructor({ components }: DescriptionDocument, inForms: boolean) {
		// Most schemas check few values, so compiling them takes longest. A schema that others name is compiled once.
		const compiling = { inlineRefs: false, code: { optimize: false } };
		this.ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: inForms, ...compiling });
		addFormats(this.ajv);
		const schemas = { ...components.schemas, ...(inForms && { FilePart: DECODED_FILE }) };
		this.ajv.addSchema({ components: { schemas } }, ROOT, undefined, false);
	}

	/**
	 * What is wrong with a value, in words; nothing when it is as described. In forms, numbers in the value are
	 * changed from text to numbers.
	 */
	problems(schema: Schema, value: unknown): string[] {
		let validate = this.compiled.get(schema);
		if (!validate) {
			validate = this.ajv.compile(withRoot(schema) as Schema);
			this.compiled.set(schema, validate);
		}
		if (validate(value)) return [];
		const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
		return [...new Set(errors.map(wordsOf))];
	}
}

/** A schema outside of the description, whose references lead into it. */
function withRoot(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withRoot);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, item]) => [
			name,
			name === '$ref' ? `${ROOT}${String(item)}` : withRoot(item),
		]),
	);
}

type Problem = NonNullable<ReturnType<Ajv['compile']>['errors']>[number];

function wordsOf({ instancePath, message, params }: Problem): string {
	const { unevaluatedProperty, allowedValues, allowedValue } = params as Record<string, unknown>;
	const more = [unevaluatedProperty, allowedValues ?? allowedValue]
		.filter((value) => value !== undefined)
		.map((value) => JSON.stringify(value));
	return [instancePath || 'the whole', message, ...more].join(' ');
}

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
