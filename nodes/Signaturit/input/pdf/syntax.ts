import { sleep } from 'n8n-workflow';

/** What a file may cost, in units of about a byte that is looked at: some tenths of a second. */
const MAX_WORK = 48 * 1024 * 1024;
/** What is found, an object to keep in mind, an error, a stream to inflate, a byte of it, and one that comes of it. */
export const COST = {
	found: 64,
	object: 128,
	error: 2048,
	stream: 96 * 1024,
	packed: 8,
	unpacked: 4,
};
/** After this much work, n8n gets its turn. */
const WORK_BETWEEN_PAUSES = 1024 * 1024;

const TOKEN =
	/\d{1,10}[\0\t\n\f\r ]{1,9}\d{1,5}[\0\t\n\f\r ]{1,9}R\b|<<|>>|\/?[^\0\t\n\f\r ()<>[\]{}/%]+|[^]|$/y;
const NO_SPACE = /[^\0\t\n\f\r ]|$/g;
const LINE_END = /%%EOF|[\r\n]|$/g;

/** What a sticky or global expression finds here, or from here on. */
export const matchAt = (pattern: RegExp, text: string, at: number) => {
	pattern.lastIndex = at;
	return pattern.exec(text);
};

/** Where the string in parentheses that begins here ends; -1 if it does not. */
export function afterString(text: string, start: number): number {
	for (let at = start, open = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '\\') at++;
		else if (character === '(') open++;
		else if (character === ')' && --open === 0) return at + 1;
	}
	return -1;
}

const plainName = (name: string) =>
	name.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** A place in the file, or in one of its object streams. */
export interface FilePlace {
	text: string;
	at: number;
}

interface Token {
	word: string;
	begin: number;
	end: number;
}

/** The entries of a dictionary: values as they are written. */
export type Dictionary = ReadonlyMap<string, string>;

/** Reads what stands at a place of a file. The work for all of it is bounded. */
export class Tokens {
	private work = MAX_WORK;
	private pauseAt = MAX_WORK;

	/** Throws when the file makes more work than is allowed, from then on each time. */
	spend(work: number): void {
		this.work -= work;
		if (this.work < 0) throw new Error('too much work');
	}

	/** Gives n8n its turn if that is due. */
	async pause(): Promise<void> {
		if (this.work >= this.pauseAt) return;
		this.pauseAt = this.work - WORK_BETWEEN_PAUSES;
		await sleep(0);
	}

	/** What a function gives, if it does not throw. */
	tried<Result>(task: () => Result): Result | undefined {
		try {
			return task();
		} catch {
			this.spend(COST.error);
			return undefined;
		}
	}

	/** The dictionary here. Throws when there is none. */
	dictionaryAt({ text, at }: FilePlace): Dictionary {
		const entries = new Map<string, string>();
		let last = this.tokenAt(text, at);
		if (last.word !== '<<') throw new Error('no dictionary');
		for (;;) {
			const key = this.tokenAt(text, last.end);
			if (key.word === '>>') return entries;
			if (!key.word.startsWith('/')) throw new Error('no key');
			last = this.valueAt(text, key.end);
			entries.set(plainName(key.word.slice(1)), plainName(last.word));
		}
	}

	/** The value here: a token, or all of a list or dictionary. */
	private valueAt(text: string, at: number): Token {
		let token = this.tokenAt(text, at);
		const { begin } = token;
		for (let depth = 0; ; token = this.tokenAt(text, token.end)) {
			if (token.word === '<<' || token.word === '[') depth++;
			if (token.word === '>>' || token.word === ']') depth--;
			if (depth <= 0) return { ...token, begin, word: text.slice(begin, token.end) };
		}
	}

	/** The token here, behind white space and comments. Throws when there is none. */
	tokenAt(text: string, at: number): Token {
		let begin = matchAt(NO_SPACE, text, at)?.index ?? at;
		while (text[begin] === '%') {
			const line = matchAt(LINE_END, text, begin);
			begin =
				matchAt(NO_SPACE, text, (line?.index ?? begin) + (line?.[0].length ?? 0))?.index ?? begin;
		}
		const word = matchAt(TOKEN, text, begin)?.[0] ?? '';
		let end = begin + word.length;
		if (word === '(') end = afterString(text, begin);
		if (word === '<') end = text.indexOf('>', begin) + 1 || -1;
		this.spend(COST.found + (end < 0 ? text.length : end) - at);
		if (!word || end < 0) throw new Error('no token');
		return { word, begin, end };
	}
}
