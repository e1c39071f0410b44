import { sanitizeFilename } from 'n8n-workflow';
import type { Call } from '../call';
import type { ServicePath } from '../endpoints';
import { connectionCode, isBrokenAnswer } from '../errors/connection';
import { apiError } from '../errors/errors';
import { exchange, jsonOf, textOfRefusal, type AnswerHead, type Reply } from '../exchange';
import {
	about,
	problemOfAnswer,
	problemOfContent,
	innerStatus,
	wordsOf,
	type Problem,
} from '../errors/problem';
import { fileNameWithoutFolders, percentDecoded } from '../form';
import { readAnswer } from '../request';
import type { FileFormat } from './fileFormat';

export interface StreamReply extends Reply {
	/** Whether it comes from another host, whose words are not the service's. */
	isForeign: boolean;
}

const MAX_HOPS = 5;

/**
 * Gets a file and reads it as a stream. It may come from another host over https; after that, no host gets the token.
 *
 * @param use reads the file. It is called again when the connection breaks meanwhile
 * @throws NodeApiError as `read` does, and the errors of `use`
 */
export async function readStream<Result>(
	call: Call,
	path: ServicePath,
	use: (reply: StreamReply) => Promise<Result>,
): Promise<Result> {
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
			const [settled] = await Promise.allSettled([use({ ...reply, isForeign })]);
			if (settled.status === 'fulfilled') return { ...head, text: '', settled };
			// A broken connection is tried again, and its errors carry the token.
			const isBroken = deadline.isOver() || isBrokenAnswer(connectionCode(settled.reason));
			if (isBroken) throw settled.reason;
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
	const problem =
		// Only the service itself can say that a file is not there.
		isForeign && statusCode >= 400
			? {
					message: `The host to which Signaturit redirected the download answered HTTP ${statusCode}`,
					description: 'Try again.',
				}
			: problemOfAnswer(statusCode, text, about(path, answer));
	throw apiError(call.node, problem);
}

/** The problem of a text, or its beginning, that came instead of a file: in the service's words, if it has any. */
export function problemOfText(path: ServicePath, text: string, { name }: FileFormat): Problem {
	const status = innerStatus(jsonOf(text)) ?? 200;
	if (status >= 300) return problemOfAnswer(status, text, { path });

	if (wordsOf(text).length === 0) return problemOfContent(`a ${name} file`);
	const { message, description } = problemOfAnswer(400, text, { path });
	return { message, description };
}

/**
 * Where a download that was redirected at the address `from` goes on; `undefined` if the answer is not a redirect, or
 * one that must not be followed: another host than that of the address `service` is followed over https only.
 */
export function redirectTarget(
	{ statusCode, headers }: AnswerHead,
	from: string,
	service: string,
): string | undefined {
	const { location } = headers;
	const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
	if (!isRedirect || typeof location !== 'string' || !URL.canParse(location, from)) {
		return undefined;
	}
	const target = new URL(location, from);
	return target.protocol === 'https:' || target.origin === new URL(service).origin
		? target.href
		: undefined;
}

const EXTENDED_NAME = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const PLAIN_NAME = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i;

/**
 * The file name in a `Content-Disposition` header, if it is usable: `filename*=UTF-8''…` first, then `filename=`,
 * quoted or not (RFC 6266; docs/service.md#downloads). The last part of a path counts; other slashes become dashes.
 */
export function dispositionFileName(header: string): string | undefined {
	const [, encoded = ''] = EXTENDED_NAME.exec(header) ?? [];
	const [, quoted, bare = ''] = PLAIN_NAME.exec(header) ?? [];
	const name = percentDecoded(encoded) || asUtf8(quoted?.replace(/\\(.)/g, '$1') ?? bare);
	const lastPart = name.replace(/^([a-z]:|\.{0,2})[/\\](.*[/\\])?/is, '');
	const base = fileNameWithoutFolders(lastPart).trim();
	return base ? sanitizeFilename(base) : undefined;
}

/** Node decodes header bytes as Latin-1. This decodes names again that were sent as UTF-8. */
function asUtf8(latin1: string): string {
	const bytes = Buffer.from(latin1, 'latin1');
	const decoded = bytes.toString('utf8');
	return decoded.includes('\uFFFD') || bytes.toString('latin1') !== latin1 ? latin1 : decoded;
}
