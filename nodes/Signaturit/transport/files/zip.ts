// Finds the directory of a ZIP archive, and the names in it.

// A ZIP archive's directory: where it is, and the names in it (APPNOTE.TXT).

/** The beginning and the end of a file, and its size in bytes. */
export interface FileEdges {
	head: Buffer;
	tail: Buffer;
	size: number;
}

/** A file may have this much around it, in bytes: readers look as far for the marks of a PDF (ISO 32000, Annex H). */
export const JUNK_BYTES = 1024;
/** The end record without its comment, and the longest comment (APPNOTE.TXT, 4.3.16). */
const END_BYTES = 22;
const COMMENT_BYTES = 0xffff;
/** The end record of a ZIP64 archive and its locator, which stand before the end record (APPNOTE.TXT, 4.3.14 and 15). */
const END64_BYTES = 56;
const LOCATOR64_BYTES = 20;
/** The last bytes of a file in which the end of a ZIP is looked for. */
export const TAIL_BYTES = END64_BYTES + LOCATOR64_BYTES + END_BYTES + COMMENT_BYTES + JUNK_BYTES;
/** An entry of the directory without its name, and where it says how long its name, extra field and comment are. */
const ENTRY_BYTES = 46;
const NAME_LENGTH = 28;
const EXTRA_LENGTH = 30;
const COMMENT_LENGTH = 32;
/** The mark of an entry, as a number: there may be many. */
const ENTRY_MARK = 0x02014b50;

const marks = {
	file: 'PK\u0003\u0004',
	end: 'PK\u0005\u0006',
	end64: 'PK\u0006\u0006',
	locator64: 'PK\u0006\u0007',
};

const hasMark = (bytes: Buffer, at: number, mark: string) =>
	at >= 0 && bytes.toString('latin1', at, at + mark.length) === mark;

/** Where a ZIP begins in these first bytes; -1 if it does not. */
export function zipStart(head: Buffer): number {
	const start = head.indexOf(marks.file);
	// An archive without files is an end record and nothing else.
	return start < 0 ? head.indexOf(marks.end) : start;
}

/** Where in a file the directory of a ZIP begins and ends; undefined when the end of the ZIP is not there. */
export function zipDirectory(edges: FileEdges): [start: number, end: number] | undefined {
	const { tail } = edges;
	// The comment behind an end record may hold its mark, too.
	for (let end = tail.length - END_BYTES; ; end--) {
		end = end < 0 ? -1 : tail.lastIndexOf(marks.end, end, 'latin1');
		if (end < 0) return undefined;
		const directory = directoryBefore(edges, end);
		if (directory) return directory;
	}
}

/** The directory of the end record that begins there in the last bytes of a file, if it is one of this file. */
function directoryBefore(
	{ head, tail, size }: FileEdges,
	end: number,
): [start: number, end: number] | undefined {
	const junk = tail.length - end - END_BYTES - tail.readUInt16LE(end + 20);
	if (junk < 0 || junk > JUNK_BYTES) return undefined;
	const before = size - tail.length;
	const start = zipStart(head);
	// A ZIP file inside a ZIP file has an end record too, but what that names is elsewhere.
	const isThere = (named: number, at: number) => named === at || named + start === at;
	const locator = end - LOCATOR64_BYTES;
	if (hasMark(tail, locator, marks.locator64)) {
		const named = Number(tail.readBigUInt64LE(locator + 8));
		const end64 = [named, named + start]
			.map((at) => at - before)
			.find((at) => at <= locator - END64_BYTES && hasMark(tail, at, marks.end64));
		if (end64 === undefined) return undefined;
		const bytes = Number(tail.readBigUInt64LE(end64 + 40));
		const directoryEnd = bytes + Number(tail.readBigUInt64LE(end64 + 48));
		const at = before + end64;
		return isThere(directoryEnd, at) ? [at - bytes, at] : undefined;
	}
	const bytes = tail.readUInt32LE(end + 12);
	const at = before + end;
	return isThere(bytes + tail.readUInt32LE(end + 16), at) ? [at - bytes, at] : undefined;
}

/** The beginnings of the names in the directory of a ZIP, up to `length` bytes, read entry by entry. */
export function* entryNames(
	content: Buffer,
	[start, end]: [start: number, end: number],
	length: number,
): Generator<string> {
	for (let at = start; at >= 0 && at + ENTRY_BYTES <= end;) {
		if (content.readUInt32LE(at) !== ENTRY_MARK) return;
		const name = content.readUInt16LE(at + NAME_LENGTH);
		const begin = at + ENTRY_BYTES;
		yield content.toString('latin1', begin, begin + Math.min(name, length));
		const others =
			content.readUInt16LE(at + EXTRA_LENGTH) + content.readUInt16LE(at + COMMENT_LENGTH);
		at = begin + name + others;
	}
}
