// Reads OLE containers, such as old Word files: whether one is whole, and its streams.

// An OLE container ([MS-CFB]), in which Word, Excel and Outlook keep files: whether its end is there, and its streams.

import type { FileEdges } from './zip';

const ID = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The header (2.2), and where it says how large a sector is and names sectors. */
const HEADER_BYTES = 512;
const SECTOR_SHIFT = 30;
const SECTOR_BYTES = [512, 4096];
const DIRECTORY = 48;
const FIRST_SECTORS = [DIRECTORY, 60, 68];
/** The sectors of the table that says which sector follows which. More of them are named in sectors of their own. */
const TABLES = 76;
const TABLE_COUNT = 109;
const MORE_TABLES = 68;
/** From here on, numbers say that there is no sector. */
const NO_SECTOR = 0xfffffffa;
/** An entry of the directory (2.6), and where its name's length, type, siblings and child stand in it. */
const ENTRY_BYTES = 128;
const NAME_LENGTH = 64;
const TYPE = 66;
const LEFT = 68;
const RIGHT = 72;
const CHILD = 76;
const STREAM = 2;

/** Whether a file begins as such a container. */
export const isOle = (head: Buffer) => head.subarray(0, ID.length).equals(ID);

const sectorBytesOf = (head: Buffer) => 2 ** head.readUInt16LE(SECTOR_SHIFT);

/** Whether the sectors that the header names are in the file. Word writes those with the tables last. */
export function isWholeOle({ head, size }: FileEdges): boolean {
	if (size < HEADER_BYTES) return false;
	const tables = Array.from({ length: TABLE_COUNT }, (_, index) => TABLES + 4 * index);
	return [...FIRST_SECTORS, ...tables]
		.map((at) => head.readUInt32LE(at))
		.every((sector) => sector >= NO_SECTOR || (sector + 1) * sectorBytesOf(head) < size);
}

/** The bytes of a sector, by its number; undefined if it is not in the file. */
type Sector = (number: number) => Buffer | undefined;

/**
 * Whether the container itself has a stream of this name, not a storage inside it, such as an attached file. A damaged
 * one has the streams that can be found.
 *
 * @param content begins as `isOle` says
 */
export function hasStream(content: Buffer, name: string): boolean {
	const entryAt = directoryEntries(content);
	// Names end with a zero, which counts, and are the same in upper and lower case (2.6.4).
	const named = `${name}\0`.toLowerCase();
	const bytes = 2 * named.length;
	const seen = new Set<number>();
	const open = [entryAt(0)?.readUInt32LE(CHILD)];
	// The entries of a storage are a tree. Its order is not relied on, so each is looked at, once at most.
	for (let index = open.pop(); index !== undefined; index = open.pop()) {
		const entry = seen.has(index) ? undefined : entryAt(index);
		if (!entry) continue;
		seen.add(index);
		const isCandidate = entry[TYPE] === STREAM && entry.readUInt16LE(NAME_LENGTH) === bytes;
		if (isCandidate && entry.toString('utf16le', 0, bytes).toLowerCase() === named) return true;
		open.push(entry.readUInt32LE(LEFT), entry.readUInt32LE(RIGHT));
	}
	return false;
}

/** Gives the entries of the directory, by their numbers. */
function directoryEntries(content: Buffer): (index: number) => Buffer | undefined {
	const bytes = content.length < HEADER_BYTES ? 0 : sectorBytesOf(content);
	if (!SECTOR_BYTES.includes(bytes)) return () => undefined;
	const sectors = Math.ceil(content.length / bytes);
	const sector: Sector = (number) => {
		const part = content.subarray((number + 1) * bytes, (number + 2) * bytes);
		if (number >= NO_SECTOR || part.length === 0) return undefined;
		// Some programs cut off what the last sector does not use.
		return part.length === bytes ? part : Buffer.concat([part, Buffer.alloc(bytes, 0xff)], bytes);
	};
	const numbers = bytes / 4;
	const tables = tablesOf(content, sector, numbers, sectors / numbers);
	const next = (number: number) =>
		sector(tables[Math.floor(number / numbers)] ?? NO_SECTOR)?.readUInt32LE(4 * (number % numbers));
	const chain = chainOf(content.readUInt32LE(DIRECTORY), sector, next, sectors);
	const perSector = bytes / ENTRY_BYTES;
	return (index) => {
		const at = ENTRY_BYTES * (index % perSector);
		return chain[Math.floor(index / perSector)]?.subarray(at, at + ENTRY_BYTES);
	};
}

/** The numbers of the `most` first sectors of the table. The last number in each sector of them names the next one. */
function tablesOf(content: Buffer, sector: Sector, numbers: number, most: number): number[] {
	const named = (part: Buffer, start: number, count: number) =>
		Array.from({ length: count }, (_, index) => part.readUInt32LE(start + 4 * index));
	const last = 4 * (numbers - 1);
	const next = (number: number) => sector(number)?.readUInt32LE(last);
	const more = chainOf(content.readUInt32LE(MORE_TABLES), sector, next, most / (numbers - 1));
	return [
		...named(content, TABLES, TABLE_COUNT),
		...more.flatMap((part) => named(part, 0, numbers - 1)),
	];
}

/** The `most` first sectors of a chain, each once: those of a damaged file may be a circle, or not be there. */
function chainOf(
	first: number,
	sector: Sector,
	next: (number: number) => number | undefined,
	most: number,
): Buffer[] {
	const chain = new Map<number, Buffer>();
	for (let number: number | undefined = first; number !== undefined; number = next(number)) {
		const part = chain.has(number) || chain.size >= most ? undefined : sector(number);
		if (!part) break;
		chain.set(number, part);
	}
	return [...chain.values()];
}
