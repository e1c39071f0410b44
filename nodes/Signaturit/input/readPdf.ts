// Reads from a PDF how many pages it has, and whether it is encrypted.

import { sleep } from 'n8n-workflow';
import { afterString, matchAt, NESTING, plainName, TOKEN } from './pdfText';

/** The most work for a file, in units of about a byte that is looked at: some tenths of a second. */
const MAX_WORK = 36 * 1024 * 1024;
/** The work for a find, a kept object, a search, a stream to inflate, a byte of it, and a byte of the result. */
const COST = { found: 64, kept: 128, search: 1024, stream: 144 * 1024, packed: 8, unpacked: 4 };
/** After this much work, n8n gets its turn. */
const WORK_BETWEEN_PAUSES = 1024 * 1024;

const HEADER_BYTES = 1024;
/** Looks back from a word, as there are few of them and many digits. */
const OBJECT = /obj(?<=(\d{1,10})[\0\t\n\f\r ]{1,9}\d{1,5}[\0\t\n\f\r ]{1,9}obj)/;
const STREAM = /stream(?<![^\0\t\n\f\r >]stream)(?:\r?\n|\r)?/;
/** The words that count outside streams. Changes may follow an end mark in the same line. */
const MARK = new RegExp(`%%EOF|%[^\\r\\n]*|\\(|trailer|${STREAM.source}|${OBJECT.source}`, 'g');
const STREAM_END = /[\0\t\n\f\r ]{0,4}endstream/y;
const FLATE = /^\[?\s*\/FlateDecode\s*\]?$/;

/** The facts that were read from a PDF. */
export interface PdfFacts {
	/** Missing when it is not certain. */
	pages?: number;
	/** Whether its pages are encrypted: with a password, or with an empty one against changes. */
	isProtected: boolean;
}

/**
 * Reads a PDF from front to end, as readers do to repair one, instead of by its tables: of objects with the same
 * number, the last one counts. The work is bounded, whatever the bytes.
 */
export async function readPdf(content: Buffer): Promise<PdfFacts> {
	const reader = new PdfReader(content.toString('latin1'));
	const pages = await reader.countPages().catch(() => undefined);
	return { pages, isProtected: reader.isProtected() };
}

/** A place in the file, or in one of its object streams. */
interface FilePlace {
	text: string;
	at: number;
}

/** The entries of a dictionary: values as they are written. */
type Dictionary = ReadonlyMap<string, string>;

class PdfReader {
	private work = MAX_WORK;
	/** Where the newest object of each number begins. */
	private readonly objects = new Map<number, FilePlace>();
	private root?: string;
	/** How the newest revision is encrypted, as it is written. */
	private encryption?: string;
	/** Whether something that may hold newer objects was not read. */
	private isIncomplete = false;
	/** For each stream whose end was searched: whether its length, which may stand behind it, says that it ends later. */
	private readonly isCut: Array<() => boolean> = [];

	constructor(private readonly text: string) {}

	/** The number of pages that the newest page tree says, if it is certain. Throws when that is too much work. */
	async countPages(): Promise<number | undefined> {
		await this.scan();
		const catalog = this.dictionaryAt(this.placeOf(this.root));
		const tree = this.dictionaryAt(this.placeOf(catalog?.get('Pages')));
		const count = this.numberOf(tree?.get('Count'));
		const isTree = tree?.has('Kids') === true && count > 0 && count <= this.objects.size;
		const isAllRead = !this.isIncomplete && !this.isCut.some((isSo) => isSo());
		return isTree && isAllRead ? count : undefined;
	}

	/** Whether texts or streams are encrypted, not only attached files, whose filter is another one (7.6.5). */
	isProtected(): boolean {
		if (this.encryption === undefined) return false;
		try {
			const isHere = this.encryption.startsWith('<<');
			const place = isHere ? { text: this.encryption, at: 0 } : this.placeOf(this.encryption);
			const entries = this.dictionaryAt(place);
			if (!entries) return this.isIncomplete;
			const filters = ['StmF', 'StrF'].map((name) => entries.get(name) ?? '/Identity');
			return !entries.has('CF') || filters.some((filter) => filter !== '/Identity');
		} catch {
			return true;
		}
	}

	private async scan(): Promise<void> {
		const { text } = this;
		let object = text.length;
		let at = Math.max(0, text.slice(0, HEADER_BYTES).indexOf('%PDF-'));
		let pauseAt = this.work;
		for (let mark = matchAt(MARK, text, at); mark; mark = matchAt(MARK, text, at)) {
			const { index, 0: word, 1: number } = mark;
			this.spend(COST.found + index + word.length - at);
			if (this.work < pauseAt) {
				pauseAt = this.work - WORK_BETWEEN_PAUSES;
				await sleep(0);
			}
			at = index + word.length;
			if (number !== undefined) {
				object = at;
				this.keep(Number(number), { text, at });
			} else if (word === '(') {
				const end = afterString(text, index);
				at = end < 0 ? this.passOver(at, text.length) : end;
			} else if (word === 'trailer') {
				this.readTrailer(this.dictionaryAt({ text, at }));
			} else if (word.startsWith('stream') && object < index) {
				const dictionary = this.dictionaryAt({ text: text.slice(object, index), at: 0 });
				object = text.length;
				at = await this.readStream(at, dictionary);
			}
		}
	}

	/** Throws when the file makes more work than is allowed. */
	private spend(work: number): void {
		this.work -= work;
		if (this.work < 0) throw new Error('too much work');
	}

	private keep(number: number, place: FilePlace): void {
		this.spend(COST.kept);
		this.objects.set(number, place);
	}

	private readTrailer(trailer?: Dictionary): void {
		// The last trailer of a linearized PDF is of its objects behind the first page, and says its size alone.
		if (!trailer?.has('Root')) return;
		this.root = trailer.get('Root');
		this.encryption = trailer.get('Encrypt');
	}

	/** Notes whether an object is in a part that is not read. Gives its end. */
	private passOver(start: number, end: number): number {
		this.spend(COST.search + end - start);
		this.isIncomplete ||= OBJECT.test(this.text.slice(start, end));
		return end;
	}

	/** Reads the stream that begins here. Gives its end. */
	private async readStream(start: number, dictionary?: Dictionary): Promise<number> {
		const { text } = this;
		const endByLength = () => {
			const end = start + this.numberOf(dictionary?.get('Length'));
			return matchAt(STREAM_END, text, end) ? end : -1;
		};
		let end = endByLength();
		if (end < 0) {
			const mark = text.indexOf('endstream', start);
			const found = this.passOver(start, mark < 0 ? text.length : mark);
			this.isCut.push(() => endByLength() > found);
			end = found;
		}
		const type = dictionary?.get('Type');
		if (type === '/XRef') this.readTrailer(dictionary);
		if (dictionary && type === '/ObjStm') {
			const read = this.readObjects(dictionary, text.slice(start, end));
			await read.catch(() => (this.isIncomplete = true));
		}
		this.isIncomplete ||= !dictionary;
		return end;
	}

	/** Notes the objects of an object stream (ISO 32000-1, 7.5.7). Throws when it cannot be read. */
	private async readObjects(dictionary: Dictionary, packed: string): Promise<void> {
		const filter = dictionary.get('Filter');
		const isKnown = filter === undefined || FLATE.test(filter);
		if (!isKnown || dictionary.has('DecodeParms')) throw new Error('another filter');
		const text = filter === undefined ? packed : await this.inflated(packed);
		const first = this.numberOf(dictionary.get('First'));
		const count = this.numberOf(dictionary.get('N'));
		for (let index = 0, end = 0; !(index >= count); index++) {
			const number = this.tokenAt(text, end);
			const offset = this.tokenAt(text, number.end);
			const at = first + this.numberOf(offset.word);
			if (!(at >= 0)) throw new Error('too few objects');
			this.keep(this.numberOf(number.word), { text, at });
			end = offset.end;
		}
	}

	/** Inflates a deflated stream. Throws when it is damaged. */
	private async inflated(packed: string): Promise<string> {
		this.spend(COST.stream + COST.packed * packed.length);
		const { readable, writable } = new DecompressionStream('deflate');
		const writer = writable.getWriter();
		// The other end throws too when the bytes are damaged.
		void Promise.allSettled([writer.write(Buffer.from(packed, 'latin1')), writer.close()]);
		const chunks: Uint8Array[] = [];
		for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) {
			this.spend(COST.unpacked * chunk.length);
			chunks.push(chunk);
		}
		return Buffer.concat(chunks).toString('latin1');
	}

	/** Where the object of a reference begins; an empty place if there is none. */
	private placeOf(reference = ''): FilePlace {
		const number = Number(/^(\d+)\s.*R$/s.exec(reference)?.[1]);
		return this.objects.get(number) ?? { text: '', at: 0 };
	}

	/** A number, or the number in the object of a reference; NaN if it is not a number. */
	private numberOf(value = ''): number {
		const { text, at } = this.placeOf(value);
		const found = value.endsWith('R') ? this.tokenAt(text, at).word : value;
		return /^\d+$/.test(found) ? Number(found) : NaN;
	}

	/** The dictionary here, if there is one. */
	private dictionaryAt({ text, at }: FilePlace): Dictionary | undefined {
		const entries = new Map<string, string>();
		let { word, end } = this.tokenAt(text, at);
		if (word !== '<<') return undefined;
		for (;;) {
			const key = this.tokenAt(text, end);
			if (key.word === '>>') return entries;
			if (!key.word.startsWith('/')) return undefined;
			({ word, end } = this.valueAt(text, key.end));
			entries.set(plainName(key.word.slice(1)), plainName(word));
		}
	}

	/** The value here: a token, or all of a list or dictionary. */
	private valueAt(text: string, at: number) {
		let token = this.tokenAt(text, at);
		const { begin } = token;
		for (let depth = 0; token.word; token = this.tokenAt(text, token.end)) {
			depth += NESTING[token.word] ?? 0;
			if (depth <= 0) return { ...token, word: text.slice(begin, token.end) };
		}
		return token;
	}

	/** The token here, behind white space and comments; empty where none is, or not all of it. */
	private tokenAt(text: string, at: number) {
		let found = matchAt(TOKEN, text, at);
		while (found?.[0].startsWith('%')) found = matchAt(TOKEN, text, TOKEN.lastIndex);
		const { index: begin = text.length, 0: word = '' } = found ?? {};
		const end = word === '(' ? afterString(text, begin) : begin + word.length;
		const isWhole = end >= 0 && word !== '<';
		this.spend(COST.found + (isWhole ? end : text.length) - at);
		return { word: isWhole ? word : '', begin, end: isWhole ? end : text.length };
	}
}
