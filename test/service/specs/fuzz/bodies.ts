// The bodies and files of fuzz requests, as they go over the wire.

import FormData from 'form-data';
import { Readable } from 'node:stream';

import { readBody } from '../../http/body';
import type { Tree } from '../../http/nested';
import { pdfOfObjects } from '../support/pdf';

/** A file in a body. */
export class SentFile {
	constructor(
		readonly name: string,
		readonly bytes: Buffer,
	) {}

	get size(): number {
		return this.bytes.length;
	}
}

/** A page with the words "Contract signature". */
const PDF = pdfOfObjects([
	'<</Type/Catalog/Pages 2 0 R>>',
	'<</Type/Pages/Kids[3 0 R]/Count 1>>',
	'<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>',
	'<</Length 45>>stream\nBT /F 12 Tf 20 150 Td (Contract signature) Tj ET\nendstream',
	'<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]);

/** Files as people send them. */
export const FILES = [new SentFile('contract.pdf', PDF), new SentFile('Größe "1".pdf', PDF)];

/** Files that are none. */
export const STRANGE_FILES = [
	new SentFile('contract.pdf', PDF.subarray(0, 90)),
	new SentFile('notes.txt', Buffer.from('Hello')),
	new SentFile('empty.pdf', Buffer.alloc(0)),
	new SentFile('contract.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')),
	new SentFile('contract.docx', Buffer.from('504b030414000000', 'hex')),
];

/** The media type that can hold files. */
export const MULTIPART = 'multipart/form-data';

/** A body as it goes over the wire. */
export interface Encoded {
	type: string;
	bytes: Buffer;
}

/** Whether there is a file somewhere in a body. */
export const holdsFile = (value: unknown): boolean =>
	value instanceof SentFile ||
	(typeof value === 'object' && value !== null && Object.values(value).some(holdsFile));

/** A copy with the same files. */
export function copied(value: unknown): unknown {
	if (value instanceof SentFile) return value;
	if (Array.isArray(value)) return value.map(copied);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copied(item)]));
}

/** Encodes a body. Only multipart has files; elsewhere their names are sent. */
export function encoded(mediaType: string, body: unknown): Encoded {
	if (mediaType === 'application/json') {
		return { type: mediaType, bytes: Buffer.from(JSON.stringify(body, withoutFiles) ?? '') };
	}
	if (mediaType === MULTIPART) {
		const form = new FormData();
		for (const [name, value] of leavesOf(body, '')) {
			if (value instanceof SentFile) form.append(name, value.bytes, { filename: value.name });
			else form.append(name, value);
		}
		return { type: form.getHeaders()['content-type'] as string, bytes: form.getBuffer() };
	}
	const pairs = leavesOf(body, '').map(([name, value]) => {
		const text = value instanceof SentFile ? value.name : value;
		return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
	});
	return { type: mediaType, bytes: Buffer.from(pairs.join('&')) };
}

/** The body as the service decodes it; undefined when it cannot be decoded. */
export async function decoded(method: string, { type, bytes }: Encoded): Promise<Tree | undefined> {
	const headers = { 'content-type': type };
	return await readBody(method, headers, Readable.from([bytes])).catch(() => undefined);
}

const withoutFiles = (_name: string, value: unknown): unknown =>
	value instanceof SentFile ? value.name : value;

/** The entries of a form, with bracket names. Empty lists and objects have none. */
function leavesOf(value: unknown, name: string): [string, string | SentFile][] {
	if (value instanceof SentFile) return [[name, value]];
	if (typeof value !== 'object' || value === null) {
		return name === '' ? [] : [[name, wellFormed(value === null ? '' : String(value))]];
	}
	return Object.entries(value).flatMap(([key, item]) =>
		leavesOf(item, name === '' ? key : `${name}[${key}]`),
	);
}

/** Half of a character cannot be written in UTF-8. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
