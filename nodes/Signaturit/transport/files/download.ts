// Downloads a file of the service into n8n's binary store, and proves it complete.

import { createHash } from 'node:crypto';
import type { IBinaryData } from 'n8n-workflow';
import type { ExecutionCall } from '../call';
import type { ServicePath } from '../endpoints';
import { connectionCode, isBrokenAnswer } from '../errors/connection';
import { apiError } from '../errors/errors';
import { about, problemOfAnswer, problemOfContent, problemOfText } from '../errors/problem';
import type { Problem } from '../errors/refusal';
import {
	bytesOf,
	exchange,
	headerSchema,
	mediaType,
	redirectTarget,
	saysItsEnd,
	textOfRefusal,
	type Reply,
} from '../exchange';
import { dispositionFileName } from '../form';
import { readAnswer } from '../request';
import { type FileFormat, watchFile } from './fileFormat';

/** Gives the name to store a file under, from the name that the service gives, if any, and its media type. */
export type NameOf = (given: string | undefined, mimeType: string) => string;

/** Files of up to this size, in bytes, are looked at whole before they are stored: n8n keeps what a node has stored. */
const MAX_HELD = 32 * 1024 * 1024;

/** Most bytes that give more time to a file of unknown length; each piece up to there does. */
const MAX_UNANNOUNCED = 128 * 1024 * 1024;

interface StreamReply extends Reply {
	/** Whether it comes from another host, whose words are not the service's. */
	isForeign: boolean;
}

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
		const file = await fileIn(call, reply, wanted);
		return await (file.announced > MAX_HELD ? storeAsItArrives(file) : storeHeld(file));
	});
	if (held) return held;
	// It was sent in chunks and is large: it is stored when it is sent again.
	return await readStream(call, path, async (reply) => {
		return await storeAsItArrives(await fileIn(call, reply, wanted));
	});
}

const MAX_HOPS = 5;

/**
 * Gets a file and reads it as a stream. It may come from another host over https; after that, no host gets the token.
 *
 * @param receive reads the file. It is called again when the connection breaks meanwhile
 * @throws NodeApiError as `read` does, and the errors of `receive`
 */
async function readStream<Received>(
	call: ExecutionCall,
	path: ServicePath,
	receive: (reply: StreamReply) => Promise<Received>,
): Promise<Received> {
	const { url: service, credential } = await call.target(path);
	const ask = async (url: string, isForeign: boolean) => {
		const token = isForeign ? {} : { credential };
		const request = { method: 'GET', url, accept: '*/*', ...token } as const;
		return await exchange(call, request, async (reply) => {
			const { statusCode, headers, body, deadline, conceal } = reply;
			const head = { statusCode, headers, isForeign };
			if (statusCode >= 300) {
				return { ...head, text: conceal(await textOfRefusal(body)), settled: undefined };
			}
			const [settled] = await Promise.allSettled([receive({ ...reply, isForeign })]);
			if (settled.status === 'rejected') {
				// A broken connection is tried again, and its errors carry the token.
				const isBroken = deadline.isOver() || isBrokenAnswer(connectionCode(settled.reason));
				if (isBroken) throw settled.reason;
			}
			return { ...head, text: '', settled };
		});
	};
	const attempt = async () => {
		let answer = await ask(service, false);
		let from = service;
		for (let hops = 0; hops < MAX_HOPS; hops++) {
			const next = redirectTarget(answer, from, service);
			if (next === undefined) break;
			const isForeign = answer.isForeign || new URL(next).origin !== new URL(service).origin;
			answer = await ask(next, isForeign);
			from = next;
		}
		return answer;
	};
	const answer = await readAnswer(call, attempt);
	const { statusCode, text, isForeign, settled } = answer;
	if (settled?.status === 'fulfilled') return settled.value;
	if (settled) throw settled.reason;
	// Only the service itself can say that a file is not there.
	if (isForeign && statusCode >= 400) {
		const message = `The host to which Signaturit redirected the download answered HTTP ${statusCode}`;
		throw apiError(call.node, { message, advice: 'Try again.', remedy: 'later' });
	}
	throw apiError(call.node, problemOfAnswer(statusCode, text, about(path, answer)));
}

/** Stores a file whose whole is at hand; `undefined` if it turned out to be too large for that. */
async function storeHeld({ pieces, assertWhole, store }: FileInAnswer) {
	const held = await bytesOf(pieces, MAX_HELD);
	if (!held) return undefined;
	assertWhole();
	return await store(held);
}

async function storeAsItArrives({ pieces, assertWhole, store }: FileInAnswer) {
	const file = await store(pieces);
	assertWhole();
	return file;
}

type FileInAnswer = Awaited<ReturnType<typeof fileIn>>;

/** The answer in place of a whole file: none, a part of it, one that may be a part, or a text. */
type Instead = 'nothing' | 'part' | 'unproven' | { text: string };

/**
 * The file in an answer: its `pieces`, which are looked at as they are read; `assertWhole`, which throws unless they
 * were a whole file; and `store`, which gives them to n8n. `announced`: its length, if the answer tells it.
 */
async function fileIn(call: ExecutionCall, reply: StreamReply, wanted: FileRequest) {
	const { headers, body, deadline, conceal } = reply;
	const { format, fileName } = wanted;
	const fail = (instead: Instead) => apiError(call.node, problemInstead(instead, reply, wanted));
	const instead = await insteadByHead(reply);
	if (instead) throw fail(instead);

	const watch = watchFile(format);
	const other = () => fail({ text: conceal(watch.seen.head.toString()) });
	const wantedMd5 = headerSchema.parse(headers['content-md5']).trim();
	const md5 = wantedMd5 === '' ? undefined : createHash('md5');
	const announced = Number(headers['content-length'] ?? 0);
	const most = announced || MAX_UNANNOUNCED;
	const given = dispositionFileName(headerSchema.parse(headers['content-disposition']));
	return {
		announced,
		// A node cannot import streams, but every stream has this method. It reads no faster than n8n stores.
		pieces: body.map((piece: Uint8Array) => {
			if (watch.seen.size < most) deadline.extend(piece.length);
			watch.take(piece);
			md5?.update(piece);
			if (watch.isOther()) throw other();
			return piece;
		}),
		assertWhole: () => {
			if (watch.seen.size === 0) throw fail('nothing');
			if (watch.isOther(true)) throw other();
			const isWhole = watch.isWhole() && (!md5 || md5.digest('base64') === wantedMd5);
			if (!isWhole) throw fail('part');
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
	if (/[/+]json$/.test(type)) return { text: conceal(await textOfRefusal(body)) };
	return saysItsEnd(reply) ? undefined : 'unproven';
}

function problemInstead(
	instead: Instead,
	{ isForeign }: StreamReply,
	{ path, format }: FileRequest,
): Problem {
	if (instead === 'nothing') {
		const message = `Signaturit answered without a ${format.name} file`;
		// Only the service itself can say that there is no file.
		const httpCode = isForeign ? undefined : '204';
		return { message, description: 'The answer is empty.', remedy: 'later', httpCode };
	}
	if (instead === 'part') {
		const message = `The file that arrived is not a whole ${format.name}`;
		return { message, description: 'It was not kept.', advice: 'Try again.', remedy: 'later' };
	}
	if (instead === 'unproven') {
		return {
			message: `It cannot be proven that the whole ${format.name} arrived`,
			description:
				'The answer does not say how long it is: if its end is missing, nobody can tell. It was not kept.',
			advice:
				'Let the proxy between n8n and Signaturit pass on the header Content-Length, or answer in chunks, as HTTP/1.1 does.',
			remedy: 'builder',
		};
	}
	// Another host does not speak for the service.
	return isForeign
		? problemOfContent(`a ${format.name} file`)
		: problemOfText(path, instead.text, format.name);
}
