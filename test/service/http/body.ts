// Reads the body of a request, as JSON or as a form with files, within size limits.

import busboy from 'busboy';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

import { UploadedFile } from '../domain/files/uploadedFile';
import { invalid } from '../domain/refusal';
import { RequestError } from './errors';
import { nested, nestedJson, type Tree } from './nested';

const MEGABYTE = 1024 * 1024;
/** Largest file in bytes (docs/service.md#file-sizes). */
export const FILE_LIMIT = 15 * MEGABYTE;
const TEXT_LIMIT = 4 * MEGABYTE;

/** How many fields or files a form may have. */
const MAX_FIELDS = 10_000;

/** Reads a query or a form with bracketed names into nested data. */
export const parseNested = (text: string): Tree => nested(new URLSearchParams(text));

/**
 * Reads a body of any accepted media type into nested data. Files become UploadedFile values
 * (docs/service.md#request-bodies).
 *
 * @throws Refusal invalid for a body that cannot be read or a file over 15 MB.
 * @throws RequestError 415 for any other media type, 413 for too much text or too many fields.
 */
export async function readBody(
	method: string,
	headers: IncomingHttpHeaders,
	stream: Readable,
): Promise<Tree> {
	const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (type === 'multipart/form-data') {
		if (method === 'PATCH') {
			stream.resume();
			throw new RequestError(415, 'PATCH requests do not support multipart/form-data');
		}
		return await readMultipart(headers, stream);
	}
	const text = await readText(stream);
	if (text === '') return {};
	if (type === 'application/x-www-form-urlencoded') return parseForm(text);
	const value = jsonOf(text);
	if (type === 'application/json') return treeOf(value);
	// The Python SDK does not say that a PATCH is JSON (docs/service.md#accepted-variants).
	if (type === '' && value !== undefined) return treeOf(value);
	throw new RequestError(415, `Unsupported media type ${type || '(none)'}`);
}

const tooMuchText = (): RequestError => new RequestError(413, 'Request body is too large');

const tooManyFields = (): RequestError =>
	new RequestError(413, `Request body has more than ${MAX_FIELDS} fields`);

function parseForm(text: string): Tree {
	const pairs = [...new URLSearchParams(text)];
	if (pairs.length > MAX_FIELDS) throw tooManyFields();
	return nested(pairs);
}

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function treeOf(json: unknown): Tree {
	if (json === undefined) throw invalid('Invalid JSON body');
	const value = nestedJson(json) ?? {};
	if (typeof value === 'object' && !Array.isArray(value)) return value as Tree;
	// PHP clients send an empty map as an empty list.
	if (Array.isArray(value) && value.length === 0) return {};
	throw invalid('Invalid JSON body', ['The body must be an object']);
}

async function readText(stream: Readable): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += (chunk as Buffer).length;
		if (size > TEXT_LIMIT) throw tooMuchText();
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks).toString('utf8');
}

async function readMultipart(headers: IncomingHttpHeaders, stream: Readable): Promise<Tree> {
	const pairs: [name: string, value: string | UploadedFile][] = [];
	const tooLarge: string[] = [];
	/** Said at the end: an answer that comes while the client still sends may get lost. */
	let excess: RequestError | undefined;

	const parser = openParser(headers);
	// A part without a name has none here, whatever the types say.
	parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
		if (valueTruncated) excess = tooMuchText();
		pairs.push([name ?? '', value]);
	});
	parser.on('partsLimit', () => {
		excess = tooManyFields();
	});
	parser.on('file', (name: string | undefined, part, info) => {
		const chunks: Buffer[] = [];
		part.on('data', (chunk: Buffer) => chunks.push(chunk));
		// A form that ends within a file breaks the file too, and an error that nobody hears ends the process.
		part.on('error', () => undefined);
		part.on('end', () => {
			const file = new UploadedFile(info.filename ?? '', info.mimeType, Buffer.concat(chunks));
			if (file.size > FILE_LIMIT) tooLarge.push(file.name);
			pairs.push([name ?? '', file]);
		});
	});
	await new Promise<void>((resolve, reject) => {
		const fail = () => reject(invalid('Invalid multipart body'));
		parser.on('close', resolve);
		parser.on('error', fail);
		stream.on('error', fail);
		stream.on('aborted', fail);
		stream.pipe(parser);
	});
	if (excess) throw excess;
	if (tooLarge.length > 0) {
		throw invalid(
			'Invalid file size',
			tooLarge.map((name) => `${name}: only files up to 15 MB are accepted`),
		);
	}
	return nested(pairs);
}

function openParser(headers: IncomingHttpHeaders): busboy.Busboy {
	try {
		return busboy({
			headers,
			defParamCharset: 'utf8',
			limits: { fileSize: FILE_LIMIT + 1, fieldSize: TEXT_LIMIT, parts: MAX_FIELDS },
		});
	} catch {
		throw invalid('Invalid multipart body');
	}
}
