import { objectAt, streamAt, type Pdf, type Resolve } from './objects';
import { isDictionary, readValue, Reference, type Dictionary, type Value } from './syntax';
import { readTables, type Tables } from './tables';

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
		const kids = await resolve(node.get('Kids'));
		if (!Array.isArray(kids)) throw new Error('no list');
		for (const kid of kids as readonly Value[]) {
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
