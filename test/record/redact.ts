// Replaces personal data in recorded answers by placeholders before they are written down.

import type { Answer, Call } from './client';
import { RECORDER } from './recorderTexts';
import { MASK } from './secrets';
import type { Exchange } from './tape';

/** Fields with a fixed set of values, which are the service's own words. */
const WORD_FIELDS = new Set(['status', 'type', 'event_type', 'method', 'error', 'events', 'role']);
const RECORDER_FIELDS = new Set([
	'delivery_type',
	'signing_mode',
	'validation_rule',
	'word_anchor',
]);
/** Fields with sentences of the service. Values of the account in them are replaced. */
const SENTENCE_FIELDS = new Set(['message', 'error_message', 'error_description', 'error_details']);
/** Headers that are written down. */
const HEADERS = ['allow', 'content-disposition', 'content-type', 'link', 'location', 'retry-after'];
/** How many entries of a list are written down. */
const LIST_LIMIT = 5;
/** A text of fewer characters may be a part of any other, so it is not looked for inside of texts. */
const SHORTEST = 3;

const RECORDER_TEXTS = new Set<string>(Object.values(RECORDER));
const PATTERNS: [kind: string, pattern: string][] = [
	['url', String.raw`https?://[^\s"'<>\\]+`],
	['email', String.raw`[^\s"'<>@/?=&:]+@[^\s"'<>@/?=&]+`],
	['id', String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`],
	['date', String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\+0000|Z)?)?`],
	['secret', String.raw`(?=[\w-]*[0-9A-Z])[\w-]{24,}`],
	['number', String.raw`-?\d+\.\d+|\+?\d{5,}`],
];
const IS_DATE = /^[\d:+TZ. -]{10,35}$/;

/**
 * Replaces what belongs to the account and its people by placeholders such as `<email 1>`: the same text
 * gets the same one everywhere. The service's words, the shapes and what the recorder sends stay.
 */
export class Redactor {
	private readonly placeholders = new Map<string, string>();
	private readonly counts = new Map<string, number>();
	private known: RegExp | undefined;

	/**
	 * @param exchanges whose values are replaced, wherever they stand
	 * @param secrets other texts to be replaced, e.g. the token
	 */
	constructor(exchanges: readonly Exchange[], secrets: readonly string[]) {
		for (const secret of secrets) this.placeholderOf('secret', secret);
		for (const { call, answer } of exchanges) {
			this.value(call.body?.fields);
			this.value(answer.body);
		}
		this.known = this.knownTexts();
	}

	/** An exchange as it is written down. */
	exchange({ name, call, answer }: Exchange): unknown {
		return { name, asked: this.call(call), answered: this.answer(answer) };
	}

	/** A text, with a placeholder for each value of the account in it. */
	text(text: string): string {
		if (this.known === undefined) return text;
		return text.replace(
			this.known,
			(found) => this.placeholders.get(found) ?? this.patternOf(found),
		);
	}

	/** Data of any shape. Its keys stay if they look like names of fields and are no values. */
	value(value: unknown, field = ''): unknown {
		if (typeof value === 'string') return this.leaf(value, field);
		if (typeof value === 'number')
			return isHarmless(value) ? value : this.placeholderOf('number', String(value));
		if (Array.isArray(value)) {
			const items = value.map((item) => this.value(item, field));
			const more = items.length - LIST_LIMIT;
			return more > 0 ? [...items.slice(0, LIST_LIMIT), `<${more} more>`] : items;
		}
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [
				this.key(key, field),
				this.value(item, SENTENCE_FIELDS.has(field) ? field : key),
			]),
		);
	}

	private call({ method, path, query, body, token }: Call): unknown {
		return {
			method,
			path: this.text(path),
			...(query && { query: this.query(query) }),
			...(body && { as: body.as, fields: this.value(body.fields) }),
			...(token && { token }),
		};
	}

	private query(query: NonNullable<Call['query']>): Record<string, unknown> {
		return Object.fromEntries(
			Object.entries(query).map(([key, item]) => [
				this.text(key),
				typeof item === 'number'
					? item
					: [item]
							.flat()
							.map((text) => this.text(text))
							.join(),
			]),
		);
	}

	private answer({ status, headers, body, file }: Answer): unknown {
		const kept = HEADERS.filter((name) => headers[name] !== undefined);
		return {
			status,
			headers: Object.fromEntries(kept.map((name) => [name, this.header(headers[name] ?? '')])),
			...(body !== undefined && {
				body: typeof body === 'string' ? this.page(body) : this.value(body),
			}),
			...(file && { file: { isWholePdf: file.isWholePdf } }),
		};
	}

	/** The name of a file may be a person's. */
	private header(value: string): string {
		return this.text(value.replace(/(filename\*?=)("(?:[^"\\]|\\.)*"|[^;]*)/gi, '$1<file name>'));
	}

	/** A text that is no JSON, e.g. the page of a gateway. Nobody knows what is in it. */
	private page(text: string): string {
		return text === '' ? '' : `<text of ${text.length} characters>`;
	}

	private key(key: string, parent: string): string {
		if (RECORDER_TEXTS.has(key)) return key;
		if (parent === 'data' && !['key', 'value'].includes(key))
			return this.placeholderOf('text', key);
		if (SENTENCE_FIELDS.has(parent)) return this.text(key);
		const isField = /^[a-z][a-zA-Z_-]{0,40}$/.test(key) && !this.placeholders.has(key);
		return isField ? key : this.placeholderOf('text', key);
	}

	private leaf(text: string, field: string): string {
		if (text === '' || text === MASK || RECORDER_TEXTS.has(text)) return text;
		if (WORD_FIELDS.has(field) && /^(\*|[A-Z]+|[a-z]+(_[a-z]+)*)$/.test(text)) return text;
		if (RECORDER_FIELDS.has(field)) return text;
		if (SENTENCE_FIELDS.has(field)) return this.text(text);
		if (IS_DATE.test(text) && /[:-]/.test(text)) return zeroed(text);
		return this.placeholderOf(kindOf(text, field), text);
	}

	private placeholderOf(kind: string, text: string): string {
		const found = this.placeholders.get(text);
		if (found !== undefined) return found;
		const count = (this.counts.get(kind) ?? 0) + 1;
		this.counts.set(kind, count);
		const placeholder = `<${kind} ${count}>`;
		this.placeholders.set(text, placeholder);
		return placeholder;
	}

	/** The values of the account, longest first, and what looks like one. */
	private knownTexts(): RegExp {
		const texts = [...this.placeholders.keys()]
			.filter((text) => text.length >= SHORTEST)
			.sort((a, b) => b.length - a.length)
			.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
		return new RegExp([...texts, ...PATTERNS.map(([, pattern]) => pattern)].join('|'), 'g');
	}

	private patternOf(text: string): string {
		const kind = kindOf(text, '');
		return kind === 'date' ? zeroed(text) : this.placeholderOf(kind, text);
	}
}

/** Counts, sizes and statuses stay; long numbers may be phones, and decimals the place of a person. */
const isHarmless = (number: number): boolean =>
	Number.isInteger(number) && Math.abs(number) < 100_000;

/** A date by its form alone. */
const zeroed = (date: string): string => `<date ${date.replace(/\d/g, '0')}>`;

function kindOf(text: string, field: string): string {
	const [kind] = PATTERNS.find(([, pattern]) => new RegExp(`^(?:${pattern})$`).test(text)) ?? [];
	if (kind !== undefined) return kind;
	return /(^|_)id$/.test(field) ? 'id' : 'text';
}
