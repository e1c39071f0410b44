import busboy from 'busboy';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import qs from 'qs';

import { UploadedFile } from '../domain/files/uploadedFile';
import { invalid } from '../domain/refusal';
import { RequestError } from './errors';

const MEGABYTE = 1024 * 1024;
/** Largest file in bytes (docs/service.md#file-sizes). */
export const FILE_LIMIT = 15 * MEGABYTE;
const TEXT_LIMIT = 4 * MEGABYTE;

export type Tree = Record<string, unknown>;

const NESTED: qs.IParseOptions<qs.BooleanOptional> & { allowSparse: boolean } = {
	allowSparse: true,
	arrayLimit: 10_000,
	depth: 12,
	parameterLimit: 100_000,
	plainObjects: true,
};

/** Reads bracketed names, `a[0][b]=c`, into nested data; gaps in indices stay gaps. */
export function parseNested(text: string): Tree {
	return qs.parse(text, NESTED) as Tree;
}

/**
 * Reads a body of any accepted media type into nested data. Files become UploadedFile values
 * (docs/service.md#request-bodies).
 *
 * @throws Refusal invalid for a body that cannot be read or a file over 15 MB.
 * @throws RequestError 415 for any other media type, 413 for too much text.
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
	if (type === 'application/x-www-form-urlencoded') return parseNested(text);
	if (type === 'application/json') return parseJson(text);
	throw new RequestError(415, `Unsupported media type ${type || '(none)'}`);
}

function parseJson(text: string): Tree {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw invalid('Invalid JSON body');
	}
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Tree;
	// PHP clients send an empty map as an empty list.
	if (Array.isArray(value) && value.length === 0) return {};
	throw invalid('Invalid JSON body', ['The body must be an object']);
}

async function readText(stream: Readable): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += (chunk as Buffer).length;
		if (size > TEXT_LIMIT) throw new RequestError(413, 'Request body is too large');
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks).toString('utf8');
}

async function readMultipart(headers: IncomingHttpHeaders, stream: Readable): Promise<Tree> {
	const fields: Record<string, string[]> = {};
	const files = new Map<string, UploadedFile>();
	const tooLarge: string[] = [];
	const marker = `file:${randomUUID()}:`;

	const parser = openParser(headers);
	parser.on('field', (name, value) => (fields[name] ??= []).push(value));
	parser.on('file', (name, part, info) => {
		const chunks: Buffer[] = [];
		part.on('data', (chunk: Buffer) => chunks.push(chunk));
		// A form that ends within a file breaks the file too, and an error that nobody hears ends the process.
		part.on('error', () => undefined);
		part.on('end', () => {
			const file = new UploadedFile(info.filename ?? '', info.mimeType, Buffer.concat(chunks));
			if (file.size > FILE_LIMIT) tooLarge.push(file.name);
			const key = `${marker}${files.size}`;
			files.set(key, file);
			(fields[name] ??= []).push(key);
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
	if (tooLarge.length > 0) {
		throw invalid(
			'Invalid file size',
			tooLarge.map((name) => `${name}: only files up to 15 MB are accepted`),
		);
	}
	const named = Object.fromEntries(
		Object.entries(fields).map(([name, values]) => [
			name,
			values.length === 1 ? values[0] : values,
		]),
	);
	return placeFiles(qs.parse(named as never, NESTED) as Tree, files);
}

function openParser(headers: IncomingHttpHeaders): busboy.Busboy {
	try {
		return busboy({
			headers,
			defParamCharset: 'utf8',
			limits: { fileSize: FILE_LIMIT + 1, fieldSize: TEXT_LIMIT, parts: 10_000 },
		});
	} catch {
		throw invalid('Invalid multipart body');
	}
}

function placeFiles(tree: Tree, files: Map<string, UploadedFile>): Tree {
	const visit = (value: unknown): unknown => {
		if (typeof value === 'string') return files.get(value) ?? value;
		if (Array.isArray(value)) return value.map(visit);
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]));
		}
		return value;
	};
	return visit(tree) as Tree;
}
