import {
	isDictionary,
	matchAt,
	objectAt,
	readValue,
	Reference,
	skipSpace,
	streamAt,
	type Dictionary,
	type Pdf,
	type Resolve,
	type Value,
} from './syntax';

/** References may lead to references, but not for ever. */
const MAX_REFERENCES = 16;

/**
 * Counts the pages of a PDF file: as the file says it, and as many as there are. `undefined` when the two
 * differ, or the file is encrypted, damaged, no PDF, or written in a way that is not known here.
 */
export async function pdfPages(content: Buffer): Promise<number | undefined> {
	try {
		const pdf = { bytes: content, text: content.toString('latin1') };
		const tables = await readTables(pdf);
		if (tables.trailer.has('Encrypt')) return undefined;

		const resolve = resolver(pdf, tables);
		const catalog = dictionaryOf(await resolve(tables.trailer.get('Root')));
		const tree = dictionaryOf(await resolve(catalog.get('Pages')));
		const pages = await leavesOf(tree, resolve);
		return pages > 0 && (await resolve(tree.get('Count'))) === pages ? pages : undefined;
	} catch {
		return undefined;
	}
}

/** Counts the pages below a node of the page tree (ISO 32000-1, 7.7.3). */
async function leavesOf(tree: Dictionary, resolve: Resolve): Promise<number> {
	const open = [tree];
	const seen = new Set(open);
	let pages = 0;
	for (const node of open) {
		const type = await resolve(node.get('Type'));
		if (!node.has('Kids')) {
			if (type !== '/Page') throw new Error('no page');
			pages++;
			continue;
		}
		for (const kid of listOf(await resolve(node.get('Kids')))) {
			const child = dictionaryOf(await resolve(kid));
			if (seen.has(child)) throw new Error('a circle');
			seen.add(child);
			open.push(child);
		}
	}
	return pages;
}

/** Finds what references refer to. Each object is read once, so that a dictionary is always the same. */
function resolver(pdf: Pdf, { places }: Tables): Resolve {
	const objects = new Map<number, Value>();
	const streams = new Map<number, ReadonlyMap<number, Value>>();
	const open = new Set<number>();

	const objectOf = async (number: number): Promise<Value> => {
		const known = objects.get(number);
		if (known !== undefined) return known;
		const place = places.get(number);
		if (!place) throw new Error('no such object');
		const value =
			'position' in place
				? directObject(pdf, number, place.position)
				: (await objectsIn(place.stream)).get(number);
		if (value === undefined) throw new Error('no such object');
		objects.set(number, value);
		return value;
	};

	const objectsIn = async (number: number): Promise<ReadonlyMap<number, Value>> => {
		const known = streams.get(number);
		if (known) return known;
		const place = places.get(number);
		// The length of a stream cannot be inside the stream.
		if (!place || !('position' in place) || open.has(number)) throw new Error('no such stream');
		open.add(number);
		const { dictionary, bytes } = await streamAt(pdf, place.position, resolve);
		const found = compressedObjects(dictionary, bytes);
		streams.set(number, found);
		return found;
	};

	const resolve: Resolve = async (value) => {
		let found = value;
		for (let count = 0; found instanceof Reference; count++) {
			if (count > MAX_REFERENCES) throw new Error('a circle');
			found = await objectOf(found.number);
		}
		if (found === undefined) throw new Error('no value');
		return found;
	};
	return resolve;
}

function directObject(pdf: Pdf, number: number, position: number): Value {
	const object = objectAt(pdf, position);
	if (object.number !== number) throw new Error('another object');
	return object.value;
}

/** The objects of an object stream, by their numbers (ISO 32000-1, 7.5.7). */
function compressedObjects(dictionary: Dictionary, bytes: Buffer): ReadonlyMap<number, Value> {
	const text = bytes.toString('latin1');
	const first = dictionary.get('First');
	if (typeof first !== 'number') throw new Error('no first object');
	const head = text.slice(0, first).trim().split(/\s+/).map(Number);
	const objects = new Map<number, Value>();
	for (let pair = 0; pair + 1 < head.length; pair += 2) {
		const [number = 0, offset = 0] = head.slice(pair, pair + 2);
		objects.set(number, readValue(text, first + offset).value);
	}
	return objects;
}

function dictionaryOf(value: Value): Dictionary {
	if (!isDictionary(value)) throw new Error('no dictionary');
	return value;
}

function listOf(value: Value | undefined): readonly Value[] {
	if (!Array.isArray(value)) throw new Error('no list');
	return value as readonly Value[];
}

/** Where an object is: at a position of the file, or in the object stream of this number. */
type ObjectPlace = { position: number } | { stream: number };

/** Where all objects are, the newest revision first, and what the newest trailer says. */
interface Tables {
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
async function readTables(pdf: Pdf): Promise<Tables> {
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
	return { places, trailer: dictionaryOf(readValue(text, at + 'trailer'.length).value) };
}

/** The entries of such a stream are numbers, never references. */
const asTheyAre: Resolve = async (value) => value ?? 'null';

async function readStream(pdf: Pdf, position: number): Promise<Section> {
	const { dictionary, bytes } = await streamAt(pdf, position, asTheyAre);
	const size = dictionary.get('Size') ?? 0;
	const widths = numbersOf(dictionary.get('W'));
	const [kinds = 0, fields = 0, ...others] = widths;
	const index = numbersOf(dictionary.get('Index') ?? [0, size]);
	const rowBytes = widths.reduce((sum, width) => sum + width, 0);
	if (others.length !== 1 || rowBytes < 1 || widths.some((width) => width > 6)) {
		throw new Error('other columns');
	}
	const numbers = rangesOf(index, bytes.length / rowBytes);
	const places = numbers.map((number, row): [number, ObjectPlace | undefined] => {
		const at = row * rowBytes;
		const field = fields === 0 ? 0 : bytes.readUIntBE(at + kinds, fields);
		const kind = kinds === 0 ? 1 : bytes.readUIntBE(at, kinds);
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

function numbersOf(value: Value | undefined): number[] {
	return listOf(value).map((entry) => {
		if (typeof entry !== 'number') throw new Error('no number');
		return entry;
	});
}
