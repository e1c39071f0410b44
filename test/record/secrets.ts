// Masks tokens and other secrets in an answer as soon as it arrives.

import type { Answer } from './client';

/** What stands in the place of a token. */
export const MASK = '<token>';

/** A shorter text may be a part of any other, so it is masked under its name only. */
const SHORTEST = 4;

/** Names of what nobody may see, in lower case and without any other sign than letters. */
const SECRET = /token|secret|passw|apikey|privatekey|authorization|bearer|jwt|credential|cookie/;

const isSecret = (name: string): boolean => SECRET.test(name.replace(/[^a-z]/gi, '').toLowerCase());

/**
 * An answer with a mask in the place of every token, wherever it stands: whatever has the name of one, at any depth,
 * and the same text again elsewhere. The names stay.
 *
 * @param isWholeSecret whether a success tells a secret under any name; then only the kinds of its values stay
 */
export function withTokensMasked(answer: Answer, isWholeSecret = false): Answer {
	const tokens = new Set<string>();
	const named = masked(answer.body, tokens, isWholeSecret && answer.status < 300);
	const headers = masked(answer.headers, tokens, false) as Answer['headers'];
	return { ...answer, headers: replaced(headers, tokens), body: replaced(named, tokens) };
}

/**
 * A value with masks for what has the name of a token, which is noted.
 *
 * @param isHidden whether all texts are tokens, and all numbers, which become 0
 */
function masked(value: unknown, tokens: Set<string>, isHidden: boolean): unknown {
	if (isEmpty(value)) return value;
	if (Array.isArray(value)) return value.map((item) => masked(item, tokens, isHidden));
	if (typeof value === 'object') {
		return Object.fromEntries(
			Object.entries(value as object).map(([name, item]) => {
				if (!isSecret(name) || isEmpty(item)) return [name, masked(item, tokens, isHidden)];
				for (const text of textsIn(item)) tokens.add(text);
				return [name, MASK];
			}),
		);
	}
	if (!isHidden || typeof value === 'boolean') return value;
	for (const text of textsIn(value)) tokens.add(text);
	return typeof value === 'number' ? 0 : MASK;
}

/** Whether nothing stands under a name, which tells no token. */
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

function textsIn(value: unknown): string[] {
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
	const text = String(value);
	return text.length < SHORTEST ? [] : [text];
}

/** A value with masks for these texts, also within others. */
function replaced<T>(value: T, tokens: ReadonlySet<string>): T {
	if (tokens.size === 0) return value;
	const longestFirst = [...tokens].sort((a, b) => b.length - a.length);
	const inText = (text: string): string =>
		longestFirst.reduce((rest, token) => rest.replaceAll(token, MASK), text);
	const inValue = (item: unknown): unknown => {
		if (typeof item === 'string') return inText(item);
		if (typeof item === 'number') return tokens.has(String(item)) ? MASK : item;
		if (Array.isArray(item)) return item.map(inValue);
		if (typeof item !== 'object' || item === null) return item;
		return Object.fromEntries(
			Object.entries(item).map(([name, inner]) => [inText(name), inValue(inner)]),
		);
	};
	return inValue(value) as T;
}

/** The names under which tokens stood in an answer that has been masked. */
export function namesOfTokens(body: unknown): string[] {
	if (typeof body !== 'object' || body === null) return [];
	return Object.entries(body).flatMap(([name, value]) =>
		value === MASK ? [name] : namesOfTokens(value),
	);
}
