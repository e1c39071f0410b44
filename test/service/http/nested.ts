// Makes nested data out of names with brackets, such as `recipients[0][email]`.

import { invalid } from '../domain/refusal';

/** Nested parameters. */
export type Tree = Record<string, unknown>;

/** Levels of nesting. The deepest parameter, an option of a select widget, has eight. */
const MAX_DEPTH = 12;
/** How far the positions of a list may go beyond the number of its entries. */
const MAX_GAPS = 1_000;

/** What a name leads to, before it is known whether it is a list. */
class Branch {
	readonly items = new Map<string, unknown>();
	private end = 0;

	/** The value under a key; without a key, the next position, as PHP counts. */
	keyFor(given: string): string {
		const key = given === '' ? String(this.end) : given;
		if (isPosition(key)) this.end = Math.max(this.end, Number(key) + 1);
		return key;
	}

	/** The branch under a key, with the values that were there before. */
	branch(key: string): Branch {
		const found = this.items.get(key);
		if (found instanceof Branch) return found;
		const made = new Branch();
		for (const value of found === undefined ? [] : [found].flat()) made.add(made.keyFor(''), value);
		this.items.set(key, made);
		return made;
	}

	/** A name that is given more than once has a list of values, also if it has brackets some of the times. */
	add(key: string, value: unknown): void {
		const found = this.items.get(key);
		if (found instanceof Branch) found.add(found.keyFor(''), value);
		else if (Array.isArray(found)) found.push(value);
		else this.items.set(key, found === undefined ? value : [found, value]);
	}
}

/**
 * Reads bracketed names, `a[0][b]=c`, into nested data; gaps in positions stay gaps. What has no
 * name is left out. What is too deep stays a name with brackets, which no parameter has.
 */
export function nested(pairs: Iterable<readonly [name: string, value: unknown]>): Tree {
	const root = new Branch();
	for (const [name, value] of pairs) {
		if (name === '') continue;
		const [last = '', ...rest] = pathOf(name).reverse();
		const parent = rest.reduceRight((branch, key) => branch.branch(branch.keyFor(key)), root);
		parent.add(parent.keyFor(last), value);
	}
	return mapOf(root);
}

/** `a[b][]` → a, b and an empty key. */
function pathOf(name: string): string[] {
	const begin = name.indexOf('[');
	if (begin <= 0) return [name];
	const path = [name.slice(0, begin)];
	let open = begin;
	while (name[open] === '[' && path.length < MAX_DEPTH) {
		const close = closingBracket(name, open);
		if (close < 0) return [name];
		path.push(name.slice(open + 1, close));
		open = close + 1;
	}
	if (name[open] === '[') path.push(name.slice(open));
	return path;
}

/** Where the bracket closes that opens here; -1 if it does not. A key may have brackets itself: `data[a[b]]`. */
function closingBracket(name: string, open: number): number {
	let depth = 0;
	for (let at = open; at < name.length; at += 1) {
		if (name[at] === '[') depth += 1;
		if (name[at] === ']') depth -= 1;
		if (depth === 0) return at;
	}
	return name.indexOf(']', open);
}

const mapOf = ({ items }: Branch): Tree =>
	withoutPrototype([...items].map(([key, value]) => [key, valueOf(value)]));

const valueOf = (value: unknown): unknown =>
	value instanceof Branch ? orList(mapOf(value)) : value;

/** A name such as `__proto__` is nothing special. */
const withoutPrototype = (entries: [string, unknown][]): Tree =>
	Object.setPrototypeOf(Object.fromEntries(entries), null) as Tree;

const isPosition = (key: string): boolean => /^(0|[1-9]\d{0,8})$/.test(key);

/** A map whose keys are positions is a list, as it is for PHP (docs/service.md#accepted-variants). */
function orList(map: Tree): Tree | unknown[] {
	const keys = Object.keys(map);
	if (keys.length === 0 || !keys.every(isPosition)) return map;
	// Such keys come in the order of numbers.
	if (Number(keys.at(-1)) >= keys.length + MAX_GAPS) return map;
	const items: unknown[] = [];
	for (const key of keys) items[Number(key)] = map[key];
	return items;
}

/**
 * Reads parsed JSON like a form: null is what is not there (docs/service.md#accepted-variants).
 *
 * @throws Refusal invalid for data that is nested too deeply
 */
export function nestedJson(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object') return value;
	if (value === null) return undefined;
	if (depth > MAX_DEPTH) {
		throw invalid('Invalid JSON body', [`It is nested more than ${MAX_DEPTH} levels deep`]);
	}
	if (Array.isArray(value)) return value.map((item) => nestedJson(item, depth + 1));
	const entries = Object.entries(value).map<[string, unknown]>(([key, item]) => [
		key,
		nestedJson(item, depth + 1),
	]);
	const map = withoutPrototype(entries.filter(([, item]) => item !== undefined));
	return depth === 0 ? map : orList(map);
}
