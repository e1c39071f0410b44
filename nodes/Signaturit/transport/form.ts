import { randomUUID } from 'node:crypto';
import { fileNameWithoutFolders } from './fileName';

/** A value that bracket notation can express. `undefined` entries are left out. */
export type FormValue =
	| string
	| number
	| boolean
	| undefined
	| readonly FormValue[]
	| { readonly [key: string]: FormValue };

/** Top level of a request body. */
export type FormFields = Readonly<Record<string, FormValue>>;

/** A file of a multipart body, sent under its bracketed field name. */
export interface FormFile {
	field: string;
	fileName: string;
	mimeType: string;
	content: Buffer;
}

/**
 * Flattens a body into the pairs of the service's bracket notation, with explicit indices and `1`/`0`
 * for booleans: `{recipients: [{email: 'a@b.c'}]}` becomes `['recipients[0][email]', 'a@b.c']`
 * (docs/service.md#request-bodies). Keys are used as they are: the service's names need no escaping, and
 * custom data keys are checked before.
 */
export function formPairs(fields: FormFields): [string, string][] {
	return Object.entries(fields).flatMap(([key, value]) => pairsOf(key, value));
}

/** The body of a POST without files or of a PATCH, `application/x-www-form-urlencoded`. */
export function urlEncoded(fields: FormFields): URLSearchParams {
	return new URLSearchParams(formPairs(fields));
}

/**
 * The body of a POST with files, `multipart/form-data`. The platform's own `FormData` is not used: it
 * writes a quote in a file name as `%22`, which servers do not turn back, so the name would be spoilt.
 *
 * @param boundary text that must not occur in any part; random by default
 */
export function multipart(
	fields: FormFields,
	files: readonly FormFile[],
	boundary = `----n8n-${randomUUID()}`,
): { body: Buffer; contentType: string } {
	const part = (headers: string, content: string | Buffer) => [
		Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
		Buffer.from(content),
		Buffer.from('\r\n'),
	];
	const chunks = [
		...formPairs(fields).flatMap(([name, value]) => part(disposition({ name }), value)),
		...files.flatMap(({ field, fileName, mimeType, content }) =>
			part(
				`${disposition({ name: field, filename: fileNameWithoutFolders(fileName) })}\r\nContent-Type: ${oneLine(mimeType)}`,
				content,
			),
		),
		Buffer.from(`--${boundary}--\r\n`),
	];
	return {
		body: Buffer.concat(chunks),
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}

function disposition(parameters: Record<string, string>): string {
	const pairs = Object.entries(parameters).map(
		([key, value]) => `${key}="${oneLine(value).replace(/["\\]/g, '\\$&')}"`,
	);
	return `Content-Disposition: form-data; ${pairs.join('; ')}`;
}

function oneLine(text: string): string {
	return text.replace(/[\r\n]+/g, ' ');
}

function pairsOf(path: string, value: FormValue): [string, string][] {
	if (value === undefined) return [];
	if (typeof value === 'boolean') return [[path, value ? '1' : '0']];
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([key, entry]) => pairsOf(`${path}[${key}]`, entry));
	}
	return [[path, String(value)]];
}
