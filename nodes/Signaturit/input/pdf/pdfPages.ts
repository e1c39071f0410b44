import {
	dictionaryOf,
	listOf,
	numberOf,
	Reader,
	Reference,
	streamAt,
	type Dictionary,
	type Stream,
	type Value,
} from './syntax';

/**
 * Counts the pages of a PDF file. `undefined` when it says another number, or is encrypted, damaged, no PDF, or written
 * in a way that is not known here.
 */
export async function pdfPages(content: Buffer): Promise<number | undefined> {
	try {
		const text = content.toString('latin1');
		const { places, trailer } = await readTables(text);
		if (trailer.has('Encrypt')) return undefined;

		const resolve = resolver(text, places);
		const catalog = dictionaryOf(await resolve(trailer.get('Root')));
		const tree = dictionaryOf(await resolve(catalog.get('Pages')));
		const pages = await leavesOf(tree, resolve);
		return pages > 0 && (await resolve(tree.get('Count'))) === pages ? pages : undefined;
	} catch {
		return undefined;
	}
}

/** Turns a value into the one that it refers to. Throws when there is none. */
type Resolve = (value: Value | undefined) => Promise<Value>;

/** Counts the pages below a node of the page tree (ISO 32000-1, 7.7.3). */
async function leavesOf(tree: Dictionary, resolve: Resolve): Promise<number> {
	// A set goes on with what is added to it.
	const nodes = new Set([tree]);
	let pages = 0;
	for (const node of nodes) {
		const type = await resolve(node.get('Type'));
		if (!node.has('Kids')) {
			if (type !== '/Page') throw new Error('no page');
			pages++;
			continue;
		}
		for (const kid of listOf(await resolve(node.get('Kids')))) {
			const child = dictionaryOf(await resolve(kid));
			if (nodes.has(child)) throw new Error('a circle');
			nodes.add(child);
		}
	}
	return pages;
}

/** References may lead to references, but not for ever. */
const MAX_REFERENCES = 16;

/** Finds what references refer to. Each object is read once, so that a dictionary is always the same. */
function resolver(text: string, places: ReadonlyMap<number, ObjectPlace>): Resolve {
	const objects = new Map<number, Value>();

	const direct = (number: number): Value => {
		const object = new Reader(text, numberOf(places.get(number)?.position)).readObject();
		if (object.number !== number) throw new Error('another object');
		return object.value;
	};

	/** Reads the objects of this object stream (ISO 32000-1, 7.5.7). Its length is in no object stream. */
	const readObjectStream = async (stream: number): Promise<void> => {
		const position = numberOf(places.get(stream)?.position);
		const { dictionary, bytes } = await streamAt(text, position, (length) =>
			length instanceof Reference ? direct(length.number) : length,
		);
		const content = bytes.toString('latin1');
		const first = numberOf(dictionary.get('First'));
		const head = content.slice(0, first).trim().split(/\s+/).map(Number);
		for (let pair = 0; pair + 1 < head.length; pair += 2) {
			const [number = 0, offset = 0] = head.slice(pair, pair + 2);
			const value = new Reader(content, first + offset).readValue();
			if (places.get(number)?.stream === stream) objects.set(number, value);
		}
	};

	return async (value) => {
		let found = value;
		for (let count = 0; found instanceof Reference; count++) {
			if (count > MAX_REFERENCES) throw new Error('a circle');
			const { number } = found;
			const stream = places.get(number)?.stream;
			if (!objects.has(number)) {
				if (stream === undefined) objects.set(number, direct(number));
				else await readObjectStream(stream);
			}
			found = objects.get(number);
		}
		if (found === undefined) throw new Error('no value');
		return found;
	};
}

/** At a position of the file, or in the object stream of this number. A deleted object is nowhere. */
interface ObjectPlace {
	position?: number;
	stream?: number;
}

/** A cross-reference table or stream, of which the first place of an object counts. */
interface Section {
	places: [number, ObjectPlace][];
	trailer: Dictionary;
}

/** Reads the tables of all revisions (ISO 32000-1, 7.5.4 to 7.5.8): the places of the objects, the newest trailer. */
async function readTables(text: string) {
	const end = new Reader(text, text.lastIndexOf('startxref'));
	end.expect(/startxref/y);
	const positions = new Set([end.readValue()]);
	const sections: Section[] = [];
	for (const position of positions) {
		const section = await readSection(text, numberOf(position));
		sections.push(section);
		for (const key of ['XRefStm', 'Prev']) {
			const older = section.trailer.get(key);
			if (older !== undefined) positions.add(older);
		}
	}
	// The last entry of a map counts, and the newest section is the first one.
	const places = new Map(sections.flatMap((section) => section.places).reverse());
	return { places, trailer: dictionaryOf(sections[0]?.trailer) };
}

const SUBSECTION = /(\d{1,10}) +(\d{1,10})/y;
const ENTRY = /(\d{1,10}) +\d{1,5} +([nf])/y;

async function readSection(text: string, position: number): Promise<Section> {
	const reader = new Reader(text, position);
	if (!reader.take(/xref/y)) return sectionOf(await streamAt(text, position, (length) => length));

	const places: Section['places'] = [];
	while (!reader.take(/trailer/y)) {
		const [, first, count] = reader.expect(SUBSECTION);
		for (let index = 0; index < Number(count); index++) {
			const [, offset, kind] = reader.expect(ENTRY);
			places.push([Number(first) + index, kind === 'n' ? { position: Number(offset) } : {}]);
		}
	}
	return { places, trailer: dictionaryOf(reader.readValue()) };
}

/** What a cross-reference stream says. Its entries are numbers, never references. */
function sectionOf({ dictionary, bytes }: Stream): Section {
	const widths = listOf(dictionary.get('W')).map(numberOf);
	const index = listOf(dictionary.get('Index') ?? [0, dictionary.get('Size') ?? 0]).map(numberOf);
	const [kindBytes = 0, fieldBytes = 0] = widths;
	const rowBytes = widths.reduce((sum, width) => sum + width, 0);
	if (widths.length !== 3 || rowBytes < 1 || widths.some((width) => width > 6)) {
		throw new Error('other columns');
	}

	const places: Section['places'] = [];
	for (let pair = 0, at = 0; pair < index.length; pair += 2) {
		const [first = 0, count = 0] = index.slice(pair);
		if (at + count * rowBytes > bytes.length) throw new Error('too few rows');
		for (let number = first; number < first + count; number++, at += rowBytes) {
			const kind = kindBytes === 0 ? 1 : bytes.readUIntBE(at, kindBytes);
			const field = fieldBytes === 0 ? 0 : bytes.readUIntBE(at + kindBytes, fieldBytes);
			const stream = kind === 2 ? field : undefined;
			places.push([number, kind === 1 ? { position: field } : { stream }]);
		}
	}
	return { places, trailer: dictionary };
}
