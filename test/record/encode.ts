// How the body of a recorder's request is written as multipart, urlencoded or JSON.

import { randomUUID } from 'node:crypto';

import qs from 'qs';

/** Nested fields; lists and maps become names with brackets in forms. */
export interface Fields {
	[name: string]: Field | undefined;
}
export type Field = string | number | Field[] | Fields;

export interface Upload {
	/** E.g. `files[0]`. */
	field: string;
	name: string;
	type: string;
	bytes: Uint8Array;
}

export interface Body {
	as: 'multipart' | 'urlencoded' | 'json';
	fields: Fields;
	files?: Upload[];
}

/** A body as it goes over the wire, with its media type (docs/service.md#request-bodies). */
export function encode({ as, fields, files = [] }: Body): { type: string; bytes: Uint8Array } {
	switch (as) {
		case 'json':
			return { type: 'application/json', bytes: Buffer.from(JSON.stringify(fields)) };
		case 'urlencoded':
			return {
				type: 'application/x-www-form-urlencoded',
				bytes: Buffer.from(qs.stringify(fields)),
			};
		case 'multipart':
			return multipart(fields, files);
	}
}

/** Written by hand, because libraries differ in how they write a quote in a file name. */
function multipart(fields: Fields, files: Upload[]): { type: string; bytes: Uint8Array } {
	const boundary = `recorder-${randomUUID()}`;
	const part = (disposition: string, type: string, content: Uint8Array) => [
		Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`),
		content,
		Buffer.from('\r\n'),
	];
	const pieces = [
		...flatten(fields).flatMap(([name, value]) =>
			part(`name="${quoted(name)}"`, '', Buffer.from(value)),
		),
		...files.flatMap(({ field, name, type, bytes }) =>
			part(
				`name="${quoted(field)}"; filename="${quoted(name)}"`,
				`Content-Type: ${type}\r\n`,
				bytes,
			),
		),
		Buffer.from(`--${boundary}--\r\n`),
	];
	return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(pieces) };
}

const quoted = (text: string): string => text.replace(/["\\]/g, '\\$&');

function flatten(value: Field | undefined, name = ''): [string, string][] {
	if (value === undefined) return [];
	if (typeof value !== 'object') return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, item]) =>
		flatten(item as Field, name === '' ? key : `${name}[${key}]`),
	);
}
