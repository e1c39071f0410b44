import { createHash } from 'node:crypto';
import type { IBinaryData } from 'n8n-workflow';
import type { ExecutionCall } from '../call';
import type { ServicePath } from '../endpoints';
import { apiError } from '../errors/errors';
import { bytesOf, headerSchema, mediaType, textOfRefusal } from '../exchange';
import { problemOfContent, type Problem } from '../errors/problem';
import { type FileFormat, watchFile } from './fileFormat';
import { dispositionFileName, problemOfText, readStream, type StreamReply } from './readStream';

/** Gives the name to store a file under, from the name that the service gives, if any, and its media type. */
export type NameOf = (given: string | undefined, mimeType: string) => string;

/** Files of up to this size, in bytes, are looked at whole before they are stored: n8n keeps what a node has stored. */
const MAX_HELD = 32 * 1024 * 1024;

/** Most bytes that give more time to a file of unknown length; each piece up to there does. */
const MAX_UNANNOUNCED = 128 * 1024 * 1024;

interface FileRequest {
	path: ServicePath;
	format: FileFormat;
	fileName: NameOf;
}

/**
 * Streams a file of the service into n8n's binary store and looks at its bytes as they pass: only a complete file is
 * returned. The service's media type does not matter (docs/service.md#downloads).
 *
 * @throws NodeApiError when the service refuses, answers with something else, or the connection breaks.
 * Its `httpCode` is 204 when the answer is empty
 */
export async function downloadFile(
	call: ExecutionCall,
	path: ServicePath,
	format: FileFormat,
	fileName: NameOf,
): Promise<IBinaryData> {
	const wanted = { path, format, fileName };
	const held = await readStream(call, path, async (reply) => {
		const file = await arriving(call, reply, wanted);
		return file.announced > MAX_HELD ? await file.stored() : await file.held();
	});
	// The answer did not say that the file is too large to be held.
	return (
		held ??
		(await readStream(call, path, async (reply) => {
			const file = await arriving(call, reply, wanted);
			return await file.stored();
		}))
	);
}

/** The answer in place of a whole file: none, a part of it, or a text. */
type Instead = 'nothing' | 'part' | { text: string };

/**
 * A file that arrives. `held` and `stored` read it, one of them once, and give it as n8n has stored it: the former has
 * looked at all of it before, and gives `undefined` when it is too large for that.
 */
async function arriving(call: ExecutionCall, reply: StreamReply, wanted: FileRequest) {
	const { headers, body, deadline, conceal } = reply;
	const { format, fileName } = wanted;
	const fail = (instead: Instead) => apiError(call.node, problemInstead(instead, reply, wanted));
	const instead = await insteadByHead(reply);
	if (instead) throw fail(instead);

	const watch = watchFile(format);
	const other = () => fail({ text: conceal(watch.seen.head.toString()) });
	const wantedMd5 = headerSchema.parse(headers['content-md5']).trim();
	const md5 = wantedMd5 === '' ? undefined : createHash('md5');
	const announced = Number(headers['content-length'] ?? NaN);
	// A node cannot import streams, but every stream has this method. It reads no faster than n8n stores.
	const pieces = body.map((piece: Uint8Array) => {
		if (watch.seen.size < (announced || MAX_UNANNOUNCED)) deadline.extend(piece.length);
		watch.take(piece);
		md5?.update(piece);
		if (watch.isOther()) throw other();
		return piece;
	});
	const assertWhole = () => {
		if (watch.seen.size === 0) throw fail('nothing');
		if (watch.isOther(true)) throw other();
		const isWhole = watch.isWhole() && (!md5 || md5.digest('base64') === wantedMd5);
		if (!isWhole) throw fail('part');
	};
	const given = dispositionFileName(headerSchema.parse(headers['content-disposition']));
	const store = async (content: Parameters<typeof call.n8n.helpers.prepareBinaryData>[0]) => {
		const { mimeType } = watch.format();
		return await call.n8n.helpers.prepareBinaryData(content, fileName(given, mimeType), mimeType);
	};
	return {
		announced,
		held: async () => {
			const content = await bytesOf(pieces, MAX_HELD);
			if (!content) return undefined;
			assertWhole();
			return await store(content);
		},
		stored: async () => {
			const file = await store(pieces);
			assertWhole();
			return file;
		},
	};
}

/** The answer in place of a file, if its status or its headers tell that it is none. */
async function insteadByHead(reply: StreamReply): Promise<Instead | undefined> {
	const { statusCode, headers, body, conceal } = reply;
	if (statusCode === 204) return 'nothing';
	if (statusCode === 206 || headers['content-range'] !== undefined) return 'part';
	const type = mediaType(headers);
	if (/html/.test(type)) return { text: '' };
	return /[/+]json$/.test(type) ? { text: conceal(await textOfRefusal(body)) } : undefined;
}

function problemInstead(
	instead: Instead,
	{ isForeign }: StreamReply,
	{ path, format }: FileRequest,
): Problem {
	if (instead === 'nothing') {
		return {
			message: `Signaturit answered without a ${format.name} file`,
			description: 'The answer is empty.',
			// Only the service itself can say that there is no file.
			...(!isForeign && { httpCode: '204' }),
		};
	}
	if (instead === 'part') {
		return {
			message: `The file that arrived is not a whole ${format.name}`,
			description: 'It was not kept. Try again.',
		};
	}
	// Another host does not speak for the service.
	return isForeign
		? problemOfContent(`a ${format.name} file`)
		: problemOfText(path, instead.text, format);
}
