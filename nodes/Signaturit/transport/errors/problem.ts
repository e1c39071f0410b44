// The problem in an answer of the service, in words for the user.

import { z } from 'zod';
import { inPanelWords } from './fieldNames';
import { jsonOf, unreadable, type AnswerHead } from '../exchange';
import { isPlainObject } from '../shapes';
import type { Problem } from './refusal';
import { cut, MAX_DESCRIPTION, MAX_MESSAGE } from './shown';
import {
	adviceForWords,
	adviceToWait,
	blamesOther,
	CHECK_ADDRESS,
	CHECK_NAME,
	redirectText,
	statusText,
	type RequestFacts,
} from './statusTexts';

/**
 * The problem for an answer that is not a success: in the service's words if it has any, with the panel's names for the
 * fields; otherwise by its status.
 *
 * @param status HTTP status, or the `status_code` in the body; a 2xx if only the body says that it is an error
 */
export function problemOfAnswer(status: number, body: string, request: RequestFacts = {}): Problem {
	const [[message = '', ...details], said, subject = ''] = textsOf(status, body, request);
	const advice = said.advice || undefined;
	const length = [subject, advice].join('\n').length + 1;
	const shownDetails = cut(details.join('\n'), MAX_DESCRIPTION - length);
	return {
		httpCode: String(status),
		message: cut(message, MAX_MESSAGE),
		description: [shownDetails, subject].filter(Boolean).join('\n'),
		...said,
		advice,
	};
}

type Advice = Pick<Problem, 'remedy' | 'quotes' | 'elsewhere'> & { advice: string };

/** The lines about the problem, of which the first makes sense alone; and the nodes' lines, which are never cut off. */
function textsOf(status: number, body: string, request: RequestFacts): [string[], Advice, string?] {
	if (status >= 300 && status < 400) {
		const { message, advice } = redirectText(status, request);
		return [[message], { advice, remedy: 'builder' }];
	}
	const byStatus = statusText(status, request);
	const wait = adviceToWait(status, request);
	const words = wordsOf(body);
	if (words.length > 0) {
		const known = adviceForWords(words);
		const said =
			known ??
			(status === 404 ? { advice: CHECK_NAME, remedy: 'model' as const } : byStatus) ??
			entered(wait);
		const { advice, remedy } = said;
		const lines = withPanelWords(words, request);
		const elsewhere = known !== undefined || lines !== words || blamesOther(words);
		const about = { quotes: true, ...(elsewhere && { elsewhere }) } as const;
		return [lines, { advice, remedy, ...about }, byStatus?.subject];
	}
	// E.g. the web page of a gateway.
	const isForeign = jsonOf(body) === unreadable;
	if (byStatus && (byStatus.fromAnyone || !isForeign)) {
		const { message, advice, remedy } = byStatus;
		return [[message], { advice, remedy }];
	}
	if (status < 500 && !isForeign) {
		const message = `Signaturit answered HTTP ${status} without a reason`;
		return [[message], entered(wait, `Check what was entered. ${CHECK_ADDRESS}`)];
	}
	const message = `Signaturit could not be reached: a server on the way answered HTTP ${status}`;
	const subject = 'The answer did not come from Signaturit itself.';
	const advice: Advice = wait ? entered(wait) : { advice: CHECK_ADDRESS, remedy: 'builder' };
	return [[message], { ...advice, elsewhere: true }, subject];
}

/** Where it does not help to wait, something that was entered is wrong. */
const entered = (wait: string, otherwise = ''): Advice =>
	wait ? { advice: wait, remedy: 'later' } : { advice: otherwise, remedy: 'model' };

function withPanelWords(original: string[], { names }: RequestFacts): string[] {
	const lines = original.map((line) => inPanelWords(line, names));
	if (lines.every((line, index) => line === original[index])) return original;

	// "Invalid name" says nothing that the only detail, "name: must be text", does not say better.
	const isRepeated = lines.length === 2 && original[0] === `Invalid ${original[1]?.split(': ')[0]}`;
	return [...(isRepeated ? lines.slice(1) : lines), `Signaturit said: ${original.join('\n')}`];
}

/** The problem for a 2xx answer that is not what the endpoint returns, such as a login page. */
export function problemOfContent(expected: string): Problem {
	return {
		message: `Signaturit's address answered with something other than ${expected}`,
		advice: CHECK_ADDRESS,
		remedy: 'builder',
	};
}

/** The problem of a text, or its beginning, that came instead of a file of this format: in its words, if it has any. */
export function problemOfText(path: string, text: string, format: string): Problem {
	const status = innerStatus(jsonOf(text)) ?? 200;
	if (status >= 300) return problemOfAnswer(status, text, { path });

	if (wordsOf(text).length === 0) return problemOfContent(`a ${format} file`);
	return { ...problemOfAnswer(400, text, { path }), httpCode: undefined };
}

/** Where an error has its text, the best first (docs/service.md#error-body). */
const textKeys = ['message', 'error_message', 'error_description', 'error'];

const detailKeys = ['error_details', 'errors'];

/** A body may be of any size, but only this much of it is read for display. */
const MAX_DEPTH = 6;
const MAX_READ = 50;

const statusSchema = z
	.union([z.number(), z.string()])
	.transform(String)
	.pipe(z.string().regex(/^[1-5]\d{2}$/))
	.transform(Number);

/**
 * The words of an error body, its message first; none unless it is JSON with words. Each key is read by itself, as
 * others may be odd. Lists and objects become lines such as `recipients[0][email]: must be an address`.
 */
export function wordsOf(text: string): string[] {
	const body = jsonOf(text);
	if (typeof body === 'string' || Array.isArray(body)) return linesOf(body);
	const object = objectOf(body);
	return [...textLines(object), ...detailKeys.flatMap((key) => linesOf(object[key]))];
}

/** The `status_code` in a parsed body. In an entry of a list it is something else (docs/service.md#event-hooks). */
export function innerStatus(body: unknown): number | undefined {
	const { status_code: status } = objectOf(body);
	// A schema takes longer to refuse a missing value than to read an answer, and few answers have one.
	return status === undefined ? undefined : statusSchema.safeParse(status).data;
}

/** The status of an answer. A status inside the body counts when the answer itself looks like a success. */
export function statusOf({ statusCode }: Pick<AnswerHead, 'statusCode'>, body: unknown): number {
	return statusCode < 300 ? (innerStatus(body) ?? statusCode) : statusCode;
}

/** The facts about a request and its answer. */
export function about(path: string, { headers }: Pick<AnswerHead, 'headers'>): RequestFacts {
	return { path, location: String(headers.location ?? '') };
}

/** Whether a parsed body carries an error. Values such as `false` and `[]` say that there is none. */
export function hasError(body: unknown): boolean {
	const object = objectOf(body);
	const keys = [...textKeys, ...detailKeys].filter((key) => key !== 'message');
	return keys.some((key) => isFilled(object[key]));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
	return isPlainObject(value) ? value : {};
}

function isFilled(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
	return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}

function textLines(object: Readonly<Record<string, unknown>>, path = '', depth = 0): string[] {
	const texts = textKeys
		.filter((key) => typeof object[key] !== 'boolean')
		.map((key) => ({
			isText: typeof object[key] !== 'object',
			lines: linesOf(object[key], path, depth),
		}))
		.filter(({ lines }) => lines.length > 0);
	return texts.flatMap(({ isText, lines }, index) => (index > 0 && isText ? [] : lines));
}

function linesOf(value: unknown, path = '', depth = 0): string[] {
	const line = (text: string) => [path ? `${path}: ${text}` : text];
	if (typeof value !== 'object' || value === null) {
		const text = String(value ?? '').trim();
		return text ? line(text) : [];
	}
	if (depth === MAX_DEPTH) return line('…');

	const all = Object.entries(value);
	const entries = all.slice(0, MAX_READ);
	const omission = all.length > MAX_READ ? ['…'] : [];
	const isList = Array.isArray(value);
	if (isList && path && entries.every(([, entry]) => typeof entry !== 'object' || entry === null)) {
		const texts = [...entries.flatMap(([, entry]) => linesOf(entry)), ...omission];
		return texts.length > 0 ? line(texts.join(', ')) : [];
	}
	const details = entries.filter(([key]) => !textKeys.includes(key));
	return [
		...textLines(Object.fromEntries(entries), path, depth + 1),
		...details.flatMap(([key, entry]) => {
			const outermost = isList ? '' : key;
			const name = path ? `${path}[${key}]` : outermost;
			const lines = linesOf(entry, name, depth + 1);
			return lines.length > 0 || isList || !name.trim() ? lines : [name];
		}),
		...omission,
	];
}
