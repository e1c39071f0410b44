// Request bodies in the service's bracket notation, written and read, and file names in headers.

import { randomUUID } from 'node:crypto';
import { isSafeObjectProperty, jsonParse, sanitizeFilename } from 'n8n-workflow';
import { cutName } from './files/fileName';

/** A value that bracket notation can express. `undefined` entries are left out. */
export type FormValue =
	| string
	| number
	| boolean
	| undefined
	| readonly FormValue[]
	| { readonly [key: string]: FormValue };

export type FormFields = Readonly<Record<string, FormValue>>;

export interface FormFile {
	field: string;
	fileName: string;
	mimeType: string;
	content: Buffer;
}

/**
 * A body as pairs in the service's bracket notation, e.g. `['recipients[0][email]', 'a@b.c']`, with `1` and `0` for
 * booleans (docs/service.md#request-bodies). Keys need no escaping: those of custom data are checked before.
 */
export function formPairs(value: FormValue, path = ''): [string, string][] {
	if (value === undefined) return [];
	if (typeof value === 'boolean') return [[path, value ? '1' : '0']];
	if (typeof value !== 'object') return [[path, String(value)]];
	return Object.entries(value).flatMap(([key, entry]) =>
		formPairs(entry, path ? `${path}[${key}]` : key),
	);
}

/** The body of a POST without files or of a PATCH, `application/x-www-form-urlencoded`. */
export function urlEncoded(fields: FormFields): URLSearchParams {
	return new URLSearchParams(formPairs(fields));
}

/**
 * The body of a POST with files, `multipart/form-data`. The platform's own `FormData` is not used: it
 * writes a quote in a file name as `%22`, which servers do not turn back. The boundary must not occur in any part.
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
		...files.flatMap(({ field, fileName, mimeType, content }) => {
			const names = disposition({ name: field, filename: fileNameWithoutFolders(fileName) });
			return part(`${names}\r\nContent-Type: ${oneLine(mimeType)}`, content);
		}),
		Buffer.from(`--${boundary}--\r\n`),
	];
	const contentType = `multipart/form-data; boundary=${boundary}`;
	return { body: Buffer.concat(chunks), contentType };
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

/** Parses JSON from outside. Invalid JSON is `null`, which the schema then rejects. */
export function parseJson(text: string): unknown {
	return jsonParse<unknown>(text, { fallbackValue: null });
}

/**
 * Decodes the body of a post by its `Content-Type`, empty when absent: JSON, or a form in the service's bracket
 * notation (docs/service.md#events-url). n8n's own decoding leaves form keys flat and drops all but the first thousand.
 * It gives `null` or `undefined` if the bytes do not fit the header.
 */
export function decodeBody(contentType: string, bytes: Uint8Array): unknown {
	const [mediaType = ''] = contentType.toLowerCase().split(';');
	const isForm = mediaType.trim() === 'application/x-www-form-urlencoded';
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		if (/^application\/(.+\+)?json$/.test(mediaType.trim())) return parseJson(text);
		return isForm ? parseFormBody(text) : undefined;
	} catch {
		return undefined;
	}
}

/** More pairs than any event has (a few for each entry of its history), few enough to parse at once. */
const MAX_PAIRS = 10_000;
const MAX_DEPTH = 10;

type FormEntry = Branch | string;
type Branch = Map<string, FormEntry>;

/**
 * Reads `application/x-www-form-urlencoded` with nested bracket keys, as the service posts events:
 * `document[events][0][type]=x` becomes `{document: {events: [{type: 'x'}]}}`. Objects whose keys are all whole numbers
 * become lists in their order, without gaps: a huge index costs nothing. `a[]=` appends. If a key is repeated, its
 * last value counts. All values are text.
 *
 * @returns `undefined` if the text is not such a body: too many or too deep keys, keys such as `__proto__`, a key used
 * both for a value and for an object, invalid percent-encoding
 */
export function parseFormBody(text: string): Record<string, unknown> | undefined {
	const root: Branch = new Map();
	const pairs = text.split('&', MAX_PAIRS + 1);
	if (pairs.length > MAX_PAIRS) return undefined;

	for (const pair of pairs) {
		if (pair === '') continue;
		const [key = '', ...rest] = pair.replaceAll('+', ' ').split('=');
		const path = keyPath(percentDecoded(key) ?? '');
		const value = percentDecoded(rest.join('='));
		if (value === undefined || path === undefined || !insert(root, path, value)) return undefined;
	}
	return toObject(root);
}

/** Percent-encoded text; `undefined` if it is not valid. */
export function percentDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** `a[b][]` as `['a', 'b', '']`; `undefined` if the brackets do not match or a key is not safe. */
function keyPath(key: string): string[] | undefined {
	if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(key)) return undefined;
	const path = key.replaceAll(']', '').split('[');
	return path.length <= MAX_DEPTH && path.every(isSafeObjectProperty) ? path : undefined;
}

function insert(root: Branch, path: readonly string[], value: string): boolean {
	let branch = root;
	for (const [depth, part] of path.entries()) {
		const key = part === '' ? String(branch.size) : part;
		const existing = branch.get(key);
		if (depth === path.length - 1) {
			if (existing instanceof Map) return false;
			branch.set(key, value);
		} else {
			if (typeof existing === 'string') return false;
			const next: Branch = existing ?? new Map();
			branch.set(key, next);
			branch = next;
		}
	}
	return true;
}

function toTree(entry: FormEntry): unknown {
	if (typeof entry === 'string') return entry;
	const keys = [...entry.keys()];
	if (!keys.every((key) => /^\d+$/.test(key))) return toObject(entry);
	return [...entry]
		.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
		.map(([, value]) => toTree(value));
}

function toObject(branch: Branch): Record<string, unknown> {
	return Object.fromEntries([...branch].map(([key, value]) => [key, toTree(value)]));
}

/** A file name with dashes for slashes: a receiver may take the part before a slash for a folder and drop it. */
export function fileNameWithoutFolders(name: string): string {
	return name.replace(/[/\\]/g, '-');
}

const EXTENDED_NAME = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const PLAIN_NAME = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i;

/**
 * The file name in a `Content-Disposition` header, if it is usable: `filename*=UTF-8''…` first, then `filename=`,
 * quoted or not (RFC 6266; docs/service.md#downloads). The last part of a path counts; other slashes become dashes. It is
 * cut as disks need it.
 */
export function dispositionFileName(header: string): string | undefined {
	const [, encoded = ''] = EXTENDED_NAME.exec(header) ?? [];
	const [, quoted, bare = ''] = PLAIN_NAME.exec(header) ?? [];
	const name = percentDecoded(encoded) || asUtf8(quoted?.replace(/\\(.)/g, '$1') ?? bare);
	const lastPart = name.replace(/^([a-z]:|\.{0,2})[/\\](.*[/\\])?/is, '');
	const base = fileNameWithoutFolders(lastPart).trim();
	return base ? cutName(sanitizeFilename(base)) : undefined;
}

/** Node decodes header bytes as Latin-1. This decodes names again that were sent as UTF-8. */
function asUtf8(latin1: string): string {
	const bytes = Buffer.from(latin1, 'latin1');
	const decoded = bytes.toString('utf8');
	return decoded.includes('\uFFFD') || bytes.toString('latin1') !== latin1 ? latin1 : decoded;
}
