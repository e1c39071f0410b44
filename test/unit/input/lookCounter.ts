// Counts how many characters of a text some code reads.

// Counts how much of a text is looked at: JavaScript offers no text that would count it itself.

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** These look at one character. */
const SINGLE = ['charAt', 'charCodeAt', 'codePointAt', 'at'];

/** These take a part of a text without looking at it, or only tell its kind. */
const NONE = ['constructor', 'slice', 'substring', 'substr', 'toString', 'valueOf', 'concat'];

/** These look at the white space that they take away, and one character behind it. */
const ENDS = ['trim', 'trimStart', 'trimEnd', 'trimLeft', 'trimRight'];

/** In these of a pattern, the text is the first argument. */
const OF_PATTERNS = [
	'exec',
	'test',
	Symbol.match,
	Symbol.matchAll,
	Symbol.replace,
	Symbol.search,
	Symbol.split,
];

/**
 * Runs a function and counts the characters that methods of texts and patterns are given meanwhile, `JSON.parse`
 * included. A text that a method could have read to its end counts whole.
 */
export function countLooks(run: () => unknown): number {
	let looks = 0;
	let isInside = false;
	const restore: Array<() => void> = [];
	const watch = (
		target: object,
		name: PropertyKey,
		count: (self: unknown, first: unknown, result: unknown) => number,
	) => {
		const property = Object.getOwnPropertyDescriptor(target, name);
		const original: unknown = property?.value;
		if (!property || typeof original !== 'function') return;
		const watched: Method = function (this: unknown, ...args) {
			// What a method itself calls was counted with it.
			if (isInside) return (original as Method).apply(this, args);
			isInside = true;
			let result: unknown;
			try {
				result = (original as Method).apply(this, args);
				return result;
			} finally {
				looks += count(this, args[0], result);
				isInside = false;
			}
		};
		Object.defineProperty(target, name, { ...property, value: watched });
		restore.push(() => Object.defineProperty(target, name, property));
	};
	const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0);
	for (const name of Reflect.ownKeys(String.prototype)) {
		if (NONE.includes(String(name))) continue;
		const isSingle = SINGLE.includes(String(name));
		const isEnds = ENDS.includes(String(name));
		watch(String.prototype, name, (self, _, result) => {
			if (isSingle) return 1;
			return isEnds ? lengthOf(self) - lengthOf(result) + 2 : lengthOf(self);
		});
	}
	for (const name of OF_PATTERNS) watch(RegExp.prototype, name, (_, text) => lengthOf(text));
	watch(JSON, 'parse', (_, text) => lengthOf(text));
	try {
		run();
	} finally {
		for (const one of restore.reverse()) one();
	}
	return looks;
}
