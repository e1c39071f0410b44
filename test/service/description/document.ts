// The text of `docs/openapi.yaml`: its types, its references, and how strictly it is read.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = Record<string, unknown>;

interface Content {
	schema: Schema;
}

/** A parameter in the query. Those in the path are only ids. */
export interface Parameter {
	name: string;
	in: 'query' | 'path';
	schema?: Schema;
}

export interface RequestBody {
	required?: boolean;
	/** Media types that are accepted as well, with the same parameters. Generators do not see them. */
	'x-also-accepts'?: string[];
	content: Record<string, Content>;
}

export interface AnswerObject {
	headers?: Record<string, { required?: boolean; schema: Schema }>;
	content?: Record<string, Content>;
}

export interface OperationObject {
	operationId: string;
	/** The topics of the ledger that it rests on. */
	'x-ledger'?: string[];
	parameters?: Parameter[];
	requestBody?: RequestBody;
	responses: Record<string, AnswerObject>;
}

type PathItem = { parameters?: Parameter[] } & Record<string, OperationObject>;

/** As much of an OpenAPI description as is read here. Linting checks that docs/openapi.yaml is one. */
export interface DescriptionDocument {
	servers: { url: string; description?: string }[];
	paths: Record<string, PathItem>;
	webhooks: Record<string, { post: OperationObject }>;
	components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>;
}

const textOf = (name: string): string =>
	readFileSync(join(__dirname, '../../../docs', name), 'utf8');

/** The description of the service as text. */
export const descriptionText = (): string => textOf('openapi.yaml');

/** What is believed about the service, which the description refers to. */
export const ledgerText = (): string => textOf('service.md');

/** Environment variable with the path of the description as JSON, which a run of tests reads faster. */
export const DESCRIPTION_JSON = 'DESCRIPTION_JSON';

/** The description of the service (docs/openapi.yaml). */
export function readDescription(): DescriptionDocument {
	const json = process.env[DESCRIPTION_JSON];
	const document: unknown = json
		? JSON.parse(readFileSync(json, 'utf8'))
		: parse(descriptionText());
	return document as DescriptionDocument;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a reference such as `#/components/responses/Count` leads to; other objects as they are. */
export function resolved<T extends object>(document: DescriptionDocument, object: T): T {
	const { $ref: reference } = object as { $ref?: string };
	if (reference === undefined) return object;
	const names = reference.replace(/^#\//, '').split('/');
	const target = names.reduce<unknown>(
		(parent, name) => (isRecord(parent) ? parent[name] : undefined),
		document,
	);
	if (!isRecord(target)) throw new Error(`The description has no ${reference}`);
	return resolved(document, target as T);
}

/**
 * The description read as strictly as the local service is: an object has no other properties than those named, and
 * `x-local` replaces what is said beside it. Conditions stay as they are, because they name some of the properties
 * only.
 */
export function closed(document: DescriptionDocument): DescriptionDocument {
	const visit = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(visit);
		if (!isRecord(value)) return value;
		const { 'x-local': narrower, ...wide } = value;
		if (isRecord(narrower)) return visit(narrowed(wide, narrower));
		const entries = Object.entries(value).map(([name, item]) => [
			name,
			CONDITIONS.has(name) ? item : visit(item),
		]);
		const isOpen = isRecord(value.properties) && value.additionalProperties === undefined;
		if (value.type === 'object' && isOpen) entries.push(['unevaluatedProperties', false]);
		return Object.fromEntries(entries) as unknown;
	};
	return visit(document) as DescriptionDocument;
}

/** A schema with what the local service keeps to instead. A list in the place of `anyOf` decides alone. */
function narrowed({ anyOf, ...wide }: Schema, narrower: Schema): Schema {
	return { ...wide, ...('type' in narrower ? {} : anyOf !== undefined && { anyOf }), ...narrower };
}

const CONDITIONS = new Set(['if', 'then', 'else', 'not', 'allOf', 'contains']);
