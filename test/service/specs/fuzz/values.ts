// Makes random values that fit a schema of the description, often at its limits.

import fc, { type Arbitrary } from 'fast-check';

import type { Checker } from '../../description/checker';
import { resolved, type DescriptionDocument, type Schema } from '../../description/document';
import { copied, FILES, STRANGE_FILES, type SentFile } from './bodies';

/** Values that people use; fast-check's own are mostly stranger. */
const USUAL: Record<string, string[]> = {
	email: ['ada@example.com', 'ben.o-hara+x@mail.example.org'],
	date: ['2026-01-31', '2020-02-29'],
	uri: ['https://127.0.0.1:9/events.json?a=b', 'http://127.0.0.1:9/hook'],
};

/** Values of parameters that are seldom guessed, by name: only with them is there something to sign. */
const KNOWN: Record<string, Arbitrary<unknown>> = {
	templates: fc.subarray(['#NDA', '#Consent', '#Offer'], { minLength: 1 }),
	page: fc.constant(1),
	word_anchor: fc.constantFrom('Contract', 'signature'),
};

const SIGNATURE = { type: 'signature', page: 1, left: 10, top: 80 };

const files = fc.oneof(
	{ weight: 9, arbitrary: fc.constantFrom<SentFile[]>(...FILES) },
	{ weight: 1, arbitrary: fc.constantFrom<SentFile[]>(...STRANGE_FILES) },
);

/** Keywords by which a whole value is judged, so that making its parts is not enough. */
const CONDITIONS = ['if', 'allOf', 'not', 'contains', 'dependentRequired'];

/** Makes values as the schemas of a description say, with a liking for their limits. */
export class Values {
	constructor(
		private readonly document: DescriptionDocument,
		private readonly checker: Checker,
	) {}

	/** Values that the schema accepts in a form. Files are `SentFile`. */
	of(schema: Schema): Arbitrary<unknown> {
		const made = this.made(schema);
		const isJudged = typeof schema.$ref === 'string' || CONDITIONS.some((name) => name in schema);
		return isJudged || 'anyOf' in schema
			? made.filter((value) => this.checker.problems(schema, copied(value)).length === 0)
			: made;
	}

	private made(schema: Schema): Arbitrary<unknown> {
		const { $ref: reference, anyOf, enum: choices, const: constant } = schema;
		if (reference === '#/components/schemas/FilePart') return files;
		if (typeof reference === 'string') return this.of(resolved(this.document, schema));
		if (schema.contentMediaType === 'application/json') {
			return this.of(schema.contentSchema as Schema).map((value) => JSON.stringify(value));
		}
		if (constant !== undefined) return fc.constant(constant);
		if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]));
		if (schema.type === 'object') return this.objects(schema);
		if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as Schema[]).map((one) => this.of(one)));
		if (schema.type === 'array') {
			const { items = {}, minItems = 0, maxItems = 3 } = schema as Limits & { items?: Schema };
			return fc.array(this.of(items), { minLength: minItems, maxLength: Math.min(maxItems, 3) });
		}
		if (schema.type === 'integer' || schema.type === 'number') return numbers(schema);
		if (schema.type === 'boolean') return fc.boolean();
		return texts(schema).filter((text) => this.checker.problems(schema, text).length === 0);
	}

	/** Mostly values with which a request succeeds. */
	private ofParameter(name: string, schema: Schema): Arbitrary<unknown> {
		const made = this.of(schema);
		const usual =
			name === 'widgets'
				? (made as Arbitrary<unknown[]>).map((widgets) => [SIGNATURE, ...widgets])
				: KNOWN[name];
		if (!usual) return made;
		return fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: made });
	}

	private objects(schema: Schema): Arbitrary<unknown> {
		const { properties = {}, required = [], additionalProperties } = schema as Objects;
		if (additionalProperties) {
			return fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), this.of(additionalProperties), {
				maxKeys: 3,
			});
		}
		const known = Object.keys(properties);
		const parts = Object.fromEntries(
			known.map((name) => [name, this.ofParameter(name, properties[name] ?? {})]),
		);
		const record = (needed: string[]) =>
			fc.record(parts, { requiredKeys: needed.filter((name) => known.includes(name)) });
		if (!known.includes('email')) return record(required);
		// Who has neither an address nor a phone can seldom be reached.
		return fc.oneof(
			{ weight: 4, arbitrary: record([...required, 'email', 'phone']) },
			{ weight: 1, arbitrary: record(required) },
		);
	}
}

interface Objects {
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: Schema;
}

interface Texts {
	format?: string;
	pattern?: string;
	maxLength?: number;
}

interface Limits {
	minItems?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
}

function numbers(schema: Schema): Arbitrary<number> {
	const { minimum = -5, maximum = minimum + 500 } = schema as Limits;
	const inside =
		schema.type === 'integer'
			? fc.integer({ min: minimum, max: maximum })
			: fc
					.double({ min: minimum, max: maximum, noNaN: true })
					.map((value) => Math.round(value * 100) / 100);
	return fc.oneof(fc.constantFrom(minimum, maximum), inside);
}

function texts(schema: Schema): Arbitrary<string> {
	const { format, pattern, maxLength = 200 } = schema as Texts;
	const usual = USUAL[format ?? ''] ?? [];
	if (usual.length > 0) {
		const strange = { email: fc.emailAddress(), uri: localUrls, date: days }[format ?? ''] ?? days;
		return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, strange);
	}
	if (pattern?.includes('\\p')) return fc.constantFrom('Contract', 'signature', 'Straße2');
	if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern));
	return fc.oneof(
		fc.constantFrom('Ada', '#NDA', 'a & b = "c"', 'Größe €', 'x'.repeat(Math.min(64, maxLength))),
		fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 200) }),
	);
}

const urlPart = fc.string({ unit: 'grapheme' }).map(encodeURI);

/**
 * The service posts events there: so nothing may leave this machine. fast-check's own URLs need a map of all
 * characters of Unicode.
 */
const localUrls = fc
	.record({
		protocol: fc.constantFrom('http', 'https'),
		pathname: urlPart,
		search: urlPart,
		hash: urlPart,
	})
	.map(({ protocol, ...parts }) => Object.assign(new URL(`${protocol}://127.0.0.1:9`), parts).href);

const days = fc
	.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));
