import { streamAt, type Pdf, type Resolve } from './objects';
import { isDictionary, matchAt, readValue, skipSpace, type Dictionary, type Value } from './syntax';

/** Where an object is: at a position of the file, or in the object stream of this number. */
export type ObjectPlace = { position: number } | { stream: number };

/** Where all objects are, the newest revision first, and what the newest trailer says. */
export interface Tables {
	places: ReadonlyMap<number, ObjectPlace | undefined>;
	trailer: Dictionary;
}

/** One cross-reference table or stream. Deleted objects have no place. */
interface Section {
	places: [number, ObjectPlace | undefined][];
	trailer: Dictionary;
}

const SUBSECTION = /(\d{1,10}) +(\d{1,10})/y;
const ENTRY = /(\d{1,10}) +\d{1,5} +([nf])/y;

/**
 * Reads the cross-reference tables and streams of all revisions (ISO 32000-1, 7.5.4 to 7.5.8).
 *
 * @throws Error when one of them cannot be read
 */
export async function readTables(pdf: Pdf): Promise<Tables> {
	const mark = pdf.text.lastIndexOf('startxref');
	if (mark < 0) throw new Error('no table');
	const { value: newest } = readValue(pdf.text, mark + 'startxref'.length);

	const places = new Map<number, ObjectPlace | undefined>();
	const positions: (Value | undefined)[] = [newest];
	const seen = new Set<Value>();
	let trailer: Dictionary | undefined;
	for (const position of positions) {
		if (position === undefined || seen.has(position)) continue;
		if (typeof position !== 'number') throw new Error('no position');
		seen.add(position);
		const section = await readSection(pdf, position);
		for (const [number, place] of section.places) {
			if (!places.has(number)) places.set(number, place);
		}
		positions.push(section.trailer.get('XRefStm'), section.trailer.get('Prev'));
		trailer ??= section.trailer;
	}
	if (!trailer) throw new Error('no trailer');
	return { places, trailer };
}

async function readSection(pdf: Pdf, position: number): Promise<Section> {
	const start = skipSpace(pdf.text, position);
	return pdf.text.startsWith('xref', start)
		? readTable(pdf.text, start + 'xref'.length)
		: await readStream(pdf, start);
}

function readTable(text: string, position: number): Section {
	const places: Section['places'] = [];
	let at = skipSpace(text, position);
	while (!text.startsWith('trailer', at)) {
		const [head, first, count] = matchAt(SUBSECTION, text, at) ?? [];
		if (head === undefined) throw new Error('no subsection');
		at += head.length;
		for (let index = 0; index < Number(count); index++) {
			at = skipSpace(text, at);
			const [entry, offset, kind] = matchAt(ENTRY, text, at) ?? [];
			if (entry === undefined) throw new Error('no entry');
			places.push([Number(first) + index, kind === 'n' ? { position: Number(offset) } : undefined]);
			at += entry.length;
		}
		at = skipSpace(text, at);
	}
	const { value: trailer } = readValue(text, at + 'trailer'.length);
	if (!isDictionary(trailer)) throw new Error('no trailer');
	return { places, trailer };
}

/** The entries of such a stream are numbers, never references. */
const asTheyAre: Resolve = async (value) => value ?? 'null';

async function readStream(pdf: Pdf, position: number): Promise<Section> {
	const { dictionary, bytes } = await streamAt(pdf, position, asTheyAre);
	const size = dictionary.get('Size') ?? 0;
	const widths = numbersOf(dictionary.get('W'));
	const [kinds = 0, ...others] = widths;
	const index = numbersOf(dictionary.get('Index') ?? [0, size]);
	const rowBytes = widths.reduce((sum, width) => sum + width, 0);
	if (others.length !== 2 || rowBytes < 1 || widths.some((width) => width > 6)) {
		throw new Error('other columns');
	}
	const numbers = rangesOf(index, bytes.length / rowBytes);
	const places = numbers.map((number, row): [number, ObjectPlace | undefined] => {
		const at = row * rowBytes;
		const field = numberAt(bytes, at + kinds, others[0] ?? 0);
		const kind = kinds === 0 ? 1 : numberAt(bytes, at, kinds);
		if (kind === 1) return [number, { position: field }];
		return [number, kind === 2 ? { stream: field } : undefined];
	});
	return { places, trailer: dictionary };
}

/** The numbers of the objects in pairs of first number and count; as many as there are rows. */
function rangesOf(pairs: readonly number[], rows: number): number[] {
	const numbers: number[] = [];
	for (let pair = 0; pair < pairs.length; pair += 2) {
		const [first = 0, count = 0] = pairs.slice(pair);
		if (numbers.length + count > rows) throw new Error('too few rows');
		for (let index = 0; index < count; index++) numbers.push(first + index);
	}
	return numbers;
}

function numberAt(bytes: Buffer, position: number, width: number): number {
	return width === 0 ? 0 : bytes.readUIntBE(position, width);
}

function numbersOf(value: Value | undefined): number[] {
	if (!Array.isArray(value)) throw new Error('no list');
	return (value as readonly Value[]).map((entry) => {
		if (typeof entry !== 'number') throw new Error('no number');
		return entry;
	});
}
