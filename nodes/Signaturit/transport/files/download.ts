import { createHash } from 'node:crypto';
import type { IBinaryData } from 'n8n-workflow';
import type { ExecutionCall } from '../call';
import type { ServicePath } from '../endpoints';
import { apiError } from '../errors/errors';
import { bytesOf, headerSchema, mediaType, saysItsEnd, textOfRefusal } from '../exchange';
import { problemOfContent, type Problem } from '../errors/problem';
import { type FileFormat, watchFile } from './fileFormat';
import { dispositionFileName, problemOfText, readStream, type StreamReply } from './readStream';

/** Gives the name to store a file under, from the name that the service gives, if any, and its media type. */
export type NameOf = (given: string | undefined, mimeType: string) => string;

/** How often a file is downloaded whose end is not certain, until two downloads are the same. */
const MAX_DOWNLOADS = 3;

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
	let known: Arrival = {};
	for (let downloads = 1; downloads <= MAX_DOWNLOADS; downloads++) {
		const receive = async (reply: StreamReply) => await receiveFile(call, reply, wanted, known);
		const arrival = await readStream(call, path, receive);
		if (arrival.file && isProven(arrival, known)) return arrival.file;
		known = { ...known, ...arrival };
	}
	throw apiError(call.node, {
		message: `It cannot be proven that the whole ${format.name} arrived`,
		description:
			'The answer did not say how long it is, and no two downloads were the same. None was kept. Try again. If it happens again, look at the proxies between n8n and Signaturit.',
	});
}

interface Arrival {
	/** Absent when it was only looked at. */
	file?: IBinaryData;
	/** The same for the same bytes. Only for an answer that did not say where it ends. */
	digest?: string;
	/** Whether it did not say how long it is, and turned out to be too large to be held. */
	isLarge?: boolean;
}

/** Receives an answer. The first that does not say where it ends is not stored: one must equal an earlier one. */
async function receiveFile(
	call: ExecutionCall,
	reply: StreamReply,
	wanted: FileRequest,
	known: Arrival,
): Promise<Arrival> {
	const arriving = await fileIn(call, reply, wanted);
	const { pieces, digestOfWhole, store } = arriving;
	if (!arriving.isCertain && known.digest === undefined) {
		await pieces.forEach(() => undefined);
		return { digest: digestOfWhole() };
	}
	if (known.isLarge || arriving.announced > MAX_HELD) {
		const file = await store(pieces);
		return { file, digest: digestOfWhole() };
	}
	const held = await bytesOf(pieces, MAX_HELD);
	if (!held) return { isLarge: true };
	const arrival = { digest: digestOfWhole() };
	return isProven(arrival, known) ? { ...arrival, file: await store(held) } : arrival;
}

/** Whether a whole file has arrived for sure: its answer said where it ends, or an earlier one was the same. */
const isProven = ({ digest }: Arrival, known: Arrival): boolean =>
	digest === undefined || digest === known.digest;

/** The answer in place of a whole file: none, a part of it, or a text. */
type Instead = 'nothing' | 'part' | { text: string };

/**
 * The file in an answer: its `pieces`, which are looked at as they are read; `digestOfWhole`, which throws unless they were a
 * whole file; and `store`, which gives them to n8n. `isCertain`: whether its end is; `announced`: its length, or `NaN`.
 */
async function fileIn(call: ExecutionCall, reply: StreamReply, wanted: FileRequest) {
	const { headers, body, deadline, conceal } = reply;
	const { format, fileName } = wanted;
	const fail = (instead: Instead) => apiError(call.node, problemInstead(instead, reply, wanted));
	const instead = await insteadByHead(reply);
	if (instead) throw fail(instead);

	const watch = watchFile(format);
	const other = () => fail({ text: conceal(watch.seen.head.toString()) });
	const isCertain = saysItsEnd(reply);
	const hash = isCertain ? undefined : createHash('sha256');
	const wantedMd5 = headerSchema.parse(headers['content-md5']).trim();
	const md5 = wantedMd5 === '' ? undefined : createHash('md5');
	const announced = Number(headers['content-length'] ?? NaN);
	const most = announced || MAX_UNANNOUNCED;
	const given = dispositionFileName(headerSchema.parse(headers['content-disposition']));
	return {
		announced,
		isCertain,
		// A node cannot import streams, but every stream has this method. It reads no faster than n8n stores.
		pieces: body.map((piece: Uint8Array) => {
			if (watch.seen.size < most) deadline.extend(piece.length);
			watch.take(piece);
			hash?.update(piece);
			md5?.update(piece);
			if (watch.isOther()) throw other();
			return piece;
		}),
		digestOfWhole: () => {
			if (watch.seen.size === 0) throw fail('nothing');
			if (watch.isOther(true)) throw other();
			const isWhole = watch.isWhole() && (!md5 || md5.digest('base64') === wantedMd5);
			if (!isWhole) throw fail('part');
			return hash?.digest('hex');
		},
		store: async (content: Parameters<typeof call.n8n.helpers.prepareBinaryData>[0]) => {
			const { mimeType } = watch.format();
			return await call.n8n.helpers.prepareBinaryData(content, fileName(given, mimeType), mimeType);
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
