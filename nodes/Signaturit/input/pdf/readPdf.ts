import { afterString, COST, matchAt, Tokens, type Dictionary, type FilePlace } from './syntax';

const HEADER_BYTES = 1024;
/** What counts outside streams. Changes may follow an end mark in the same line. */
const MARK = /%%EOF|%[^\r\n]*|\(|obj|stream|trailer/g;
const NUMBER_BEFORE = /(\d{1,10})[\0\t\n\f\r ]{1,9}\d{1,5}[\0\t\n\f\r ]{1,9}$/;
const NUMBER_LENGTH = 36;
const STREAM_START = /(?:\r?\n|\r)?/y;
const STREAM_END = /[\0\t\n\f\r ]{0,4}endstream/y;
const FLATE = /^\[?\s*\/FlateDecode\s*\]?$/;

/** What is known of a PDF. */
export interface PdfFacts {
	/** Missing when it is not certain. */
	pages?: number;
	/** Whether it is encrypted, perhaps with an empty password. */
	isProtected: boolean;
}

/**
 * Reads a PDF from front to end, as readers do to repair one, instead of by its tables: of the objects with a number,
 * the last one counts. The work is bounded, whatever the bytes.
 */
export async function readPdf(content: Buffer): Promise<PdfFacts> {
	const reader = new PdfReader(content.toString('latin1'));
	const pages = await reader.countPages().catch(() => undefined);
	return { pages, isProtected: reader.isProtected };
}

class PdfReader {
	isProtected = false;
	private readonly tokens = new Tokens();
	/** Where the newest object of each number begins. */
	private readonly objects = new Map<number, FilePlace>();
	private root = '';
	/** Whether something that may hold newer objects was not read. */
	private isIncomplete = false;
	/** Streams that were searched for their ends: where they begin and were taken to end. */
	private readonly searched: { length: string; start: number; end: number }[] = [];

	constructor(private readonly text: string) {}

	/** The number of pages that the newest page tree says. Throws when it is not certain. */
	async countPages(): Promise<number> {
		await this.scan();
		const tree = this.tokens.dictionaryAt(
			this.placeOf(this.tokens.dictionaryAt(this.placeOf(this.root)).get('Pages')),
		);
		const count = this.numberOf(tree.get('Count'));
		// The length of a stream may stand behind it.
		const isCut = this.searched.some(({ length, start, end }) => this.endOf(start, length) > end);
		const isCertain = !this.isIncomplete && !isCut && count > 0 && count <= this.objects.size;
		if (!isCertain || !tree.has('Kids')) throw new Error('not certain');
		return count;
	}

	private async scan(): Promise<void> {
		const { text } = this;
		let object = -1;
		let at = Math.max(0, text.slice(0, HEADER_BYTES).indexOf('%PDF-'));
		for (let mark = matchAt(MARK, text, at); mark; mark = matchAt(MARK, text, at)) {
			const { index, 0: word } = mark;
			this.tokens.spend(COST.found + index + word.length - at);
			await this.tokens.pause();
			at = index + word.length;
			const place = { text, at };
			const number = word === 'obj' ? this.numberBefore(index) : NaN;
			if (number >= 0) {
				object = at;
				this.keep(number, place);
			} else if (word === '(') {
				const end = afterString(text, index);
				at = end < 0 ? this.passOver(at, text.length) : end;
			} else if (word === 'trailer') {
				this.readTrailer(this.tokens.tried(() => this.tokens.dictionaryAt(place)));
			} else if (word === 'stream' && object >= 0 && /[\0\t\n\f\r >]/.test(text[index - 1] ?? '')) {
				const before = { text: text.slice(object, index), at: 0 };
				object = -1;
				at = await this.readStream(
					at,
					this.tokens.tried(() => this.tokens.dictionaryAt(before)),
				);
			}
		}
	}

	private keep(number: number, place: FilePlace): void {
		this.tokens.spend(COST.object);
		this.objects.set(number, place);
	}

	/** The number of the object whose `obj` stands here; NaN if none begins so. */
	private numberBefore(obj: number): number {
		const before = this.text.slice(Math.max(0, obj - NUMBER_LENGTH), obj);
		return Number(NUMBER_BEFORE.exec(before)?.[1] ?? NaN);
	}

	private readTrailer(trailer: Dictionary | undefined): void {
		this.root = trailer?.get('Root') ?? this.root;
		this.isProtected ||= trailer?.has('Encrypt') ?? false;
	}

	/** Notes that this part was not read. Gives its end. */
	private passOver(start: number, end: number): number {
		this.tokens.spend(end - start);
		for (let at = start; (at = this.text.indexOf('obj', at)) >= 0 && at < end; at++) {
			this.tokens.spend(COST.found);
			this.isIncomplete ||= this.numberBefore(at) >= 0;
		}
		return end;
	}

	/** Reads the stream that begins behind its word. Gives its end. */
	private async readStream(word: number, dictionary?: Dictionary): Promise<number> {
		const { text } = this;
		const start = word + (matchAt(STREAM_START, text, word)?.[0].length ?? 0);
		const length = dictionary?.get('Length') ?? '';
		let end = this.endOf(start, length);
		if (end < 0) {
			const mark = text.indexOf('endstream', start);
			end = this.passOver(start, mark < 0 ? text.length : mark);
			this.searched.push({ length, start, end });
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

	/** Where a stream ends by its length; -1 if its end mark is not there. */
	private endOf(start: number, length: string): number {
		const end = start + this.numberOf(length);
		return matchAt(STREAM_END, this.text, end) ? end : -1;
	}

	/** Notes the objects of an object stream (ISO 32000-1, 7.5.7). Throws when it cannot be read. */
	private async readObjects(dictionary: Dictionary, packed: string): Promise<void> {
		const filter = dictionary.get('Filter');
		const isKnown = filter === undefined || FLATE.test(filter);
		if (!isKnown || dictionary.has('DecodeParms')) throw new Error('another filter');
		const text = filter === undefined ? packed : await this.inflated(packed);
		const first = this.numberOf(dictionary.get('First'));
		const count = this.numberOf(dictionary.get('N'));
		const numbers = text.slice(0, first).match(/\d+/g) ?? [];
		if (!(numbers.length >= 2 * count)) throw new Error('too few objects');
		for (let index = 0; index < 2 * count; index += 2) {
			this.keep(Number(numbers[index]), { text, at: first + Number(numbers[index + 1]) });
		}
	}

	private async inflated(packed: string): Promise<string> {
		this.tokens.spend(COST.stream + COST.packed * packed.length);
		const { readable, writable } = new DecompressionStream('deflate');
		const [writer, reader] = [writable.getWriter(), readable.getReader()];
		// What is wrong with the bytes is told at the other end too.
		const bytes = Buffer.from(packed, 'latin1');
		const written = Promise.allSettled([writer.write(bytes), writer.close()]);
		const chunks: Uint8Array[] = [];
		try {
			for (let read = await reader.read(); !read.done; read = await reader.read()) {
				this.tokens.spend(COST.unpacked * read.value.length);
				chunks.push(read.value);
			}
		} finally {
			await Promise.allSettled([reader.cancel(), written]);
		}
		return Buffer.concat(chunks).toString('latin1');
	}

	/** Where the object of a reference begins. Throws when there is none. */
	private placeOf(reference = ''): FilePlace {
		const place = this.objects.get(Number(/^(\d+)\s.*R$/s.exec(reference)?.[1]));
		if (!place) throw new Error('no object');
		return place;
	}

	/** A number, or one that is an object of its own; NaN if it is none. */
	private numberOf(value = ''): number {
		const place = value.endsWith('R') ? this.tokens.tried(() => this.placeOf(value)) : undefined;
		const found = place ? this.tokens.tokenAt(place.text, place.at).word : value;
		return /^\d+$/.test(found ?? '') ? Number(found) : NaN;
	}
}
