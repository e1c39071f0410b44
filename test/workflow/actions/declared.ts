// The operations that declare their endpoint, with their text fields and the IDs in their path.

import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/Signaturit/actions';
import { byId } from '../engine/fixtures';

/** The ids of something, by the names of the fields that they are entered in. */
export type Ids = Readonly<Record<string, string>>;

/** An operation that says which endpoint it calls. Tables of tests have its row from its declaration. */
export interface Declared {
	/** E.g. `signature:cancel`. */
	name: string;
	/** E.g. `PATCH /v3/signatures/{signatureId}/cancel.json`. */
	endpoint: string;
	reads: boolean;
	/** What it sends: the example of each text field. */
	form: INodeParameters;
	/** The names of the fields for the ids, in the order of the path. */
	ids: string[];
}

export const declared: Declared[] = resources.flatMap(({ value, operations }) =>
	Object.entries(operations).flatMap(([key, { endpoint, fields, reads = false }]) => {
		if (endpoint === undefined) return [];
		const ids = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
		const texts = fields.filter(({ name, type }) => type === 'string' && !ids.includes(name));
		const form = Object.fromEntries(
			texts.map(({ name, placeholder = '' }) => [name, placeholder.replace('e.g. ', '')]),
		);
		return [{ name: `${value}:${key}`, endpoint, reads, form, ids }];
	}),
);

/** The path of an endpoint with these ids. */
export function pathWith(endpoint: string, ids: Ids): string {
	const [, template = ''] = endpoint.split(' ');
	return template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
}

/** The parameters for the ids that an endpoint names. */
export function idParameters(endpoint: string, ids: Ids): INodeParameters {
	const named = Object.entries(ids).filter(([name]) => endpoint.includes(`{${name}}`));
	// The service has no list of certified files or devices to choose from.
	return Object.fromEntries(
		named.map(([name, id]) => [name, ['fileId', 'deviceId'].includes(name) ? id : byId(id)]),
	);
}
