/** A format of files that are sent or downloaded. */
export interface FileFormat {
	/** Its name in messages. */
	name: 'PDF' | 'ZIP' | 'DOC' | 'DOCX' | 'document';
	mimeType: string;
	/** The formats that it stands for, if a file may have one of several. */
	among?: readonly FileFormat[];
	/** Where the file begins in these first bytes; -1 if it has another format. */
	startIn: (head: Buffer) => number;
	/** Whether a file that begins so is complete. */
	isWhole: (edges: FileEdges) => boolean;
	/** Whether a whole file that begins so is of this format: others begin in the same way. */
	holds?: (content: Buffer) => boolean;
}

/** The beginning and the end of a file, and its size in bytes. */
interface FileEdges {
	head: Buffer;
	tail: Buffer;
	size: number;
}

/** A file may have this much around it, in bytes: readers look as far for the marks of a PDF (ISO 32000, Annex H). */
const JUNK_BYTES = 1024;
/** The end record without its comment, and the longest comment (APPNOTE.TXT, 4.3.16). */
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_BYTES = 0xffff;
/** The locator that stands before the end record of a ZIP64 archive (APPNOTE.TXT, 4.3.15). */
const ZIP64_LOCATOR_BYTES = 20;
const TAIL_BYTES = ZIP64_LOCATOR_BYTES + ZIP_END_BYTES + ZIP_COMMENT_BYTES + JUNK_BYTES;

/** The first bytes of other files that may hold a PDF as it is: ZIP, OLE, PKCS#7 (DER), RAR, 7z. */
const CONTAINERS = [
	...['PK\u0003', 'PK\u0005', '\u00d0\u00cf\u0011\u00e0', 'Rar!', '7z\u00bc\u00af'],
	...['0\u0080', '0\u0081', '0\u0082', '0\u0083', '0\u0084'],
];
/** The beginning of web pages and JSON. A PDF behind such words begins a line. */
const MARKUP = /^(?:\u00ef\u00bb\u00bf)?\s*[<{["][^]*[^\r\n]$/;
const TAR_BLOCK_BYTES = 512;
/** An archive of tar: the sum of its first block, in which the sum itself is blank, stands there in octal digits. */
function isTar(head: Buffer): boolean {
	if (head.length < TAR_BLOCK_BYTES) return false;
	const block = Buffer.from(head.subarray(0, TAR_BLOCK_BYTES));
	const sum = parseInt(block.toString('latin1', 148, 156).trim(), 8);
	return sum > 0 && block.fill(' ', 148, 156).reduce((all, byte) => all + byte, 0) === sum;
}

/** Blanks, line ends and zeros. Any number of them may fill up a file. */
const FILLING = new Set([0, 9, 10, 12, 13, 32]);
/** A linearized PDF has an end mark in its first part already, but says how long it is (ISO 32000, Annex F). */
const LINEARIZED = /\/Linearized\b/;
const LINEARIZED_LENGTH = /\/L[\0\t\n\f\r ]+(\d{1,15})\b/;
/** The words after the end mark of a PDF that was changed: a file that ends among them is cut off. */
const MORE_OBJECTS = /\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj|xref|trailer/;

export const pdf: FileFormat = {
	name: 'PDF',
	mimeType: 'application/pdf',
	startIn: (head) => {
		const text = head.toString('latin1');
		const start = text.indexOf('%PDF-');
		const isInside =
			CONTAINERS.some((begin) => text.startsWith(begin)) ||
			MARKUP.test(text.slice(0, start)) ||
			isTar(head);
		return isInside ? -1 : start;
	},
	isWhole: ({ head, tail, size }) => {
		const start = head.toString('latin1');
		const length = LINEARIZED.test(start) ? LINEARIZED_LENGTH.exec(start)?.[1] : undefined;
		const filled = tail.findLastIndex((byte) => !FILLING.has(byte)) + 1;
		const end = tail.toString('latin1', Math.max(0, filled - JUNK_BYTES), filled);
		const mark = end.lastIndexOf('%%EOF');
		return mark >= 0 && Number(length ?? 0) <= size && !MORE_OBJECTS.test(end.slice(mark));
	},
};

const zipMarks = { entry: 'PK\u0003\u0004', end: 'PK\u0005\u0006', locator64: 'PK\u0006\u0007' };

export const zip: FileFormat = {
	name: 'ZIP',
	mimeType: 'application/zip',
	startIn: (head) => {
		const start = head.indexOf(zipMarks.entry);
		// An archive without files is an end record and nothing else.
		return start < 0 ? head.indexOf(zipMarks.end) : start;
	},
	isWhole: (edges) => directoryOf(edges) !== undefined,
};

/** Where in the last bytes of a ZIP its directory begins and ends; undefined when its end is not there. */
function directoryOf({ head, tail, size }: FileEdges): [start: number, end: number] | undefined {
	const end = tail.lastIndexOf(zipMarks.end, -ZIP_END_BYTES, 'latin1');
	if (end < 0) return undefined;
	const junk = tail.length - end - ZIP_END_BYTES - tail.readUInt16LE(end + 20);
	const bytes = tail.readUInt32LE(end + 12);
	const directoryEnd = bytes + tail.readUInt32LE(end + 16);
	const at = size - tail.length + end;
	// A ZIP file inside a ZIP file has an end record too, but its directory ends elsewhere.
	const isOuter = directoryEnd === at || directoryEnd + zip.startIn(head) === at;
	const locator = end - ZIP64_LOCATOR_BYTES;
	const isZip64 = tail.toString('latin1', locator, locator + 4) === zipMarks.locator64;
	return junk >= 0 && junk <= JUNK_BYTES && (isOuter || isZip64) ? [end - bytes, end] : undefined;
}

export const docx: FileFormat = {
	...zip,
	name: 'DOCX',
	mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	// Its main part may have any name (ISO 29500-2).
	holds: (content) => {
		const directory = content.toString('latin1', ...(directoryOf(edgesOf(content)) ?? [0, 0]));
		return [/\[Content_Types\]\.xml/, /[/\\]?word[/\\]/].every((name) =>
			new RegExp(`PK\u0001\u0002[^]{42}${name.source}`).test(directory),
		);
	},
};

/** The header of an OLE container ([MS-CFB] 2.2): its first bytes, and where it names sectors of the file. */
const OLE_ID = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLE_HEADER_BYTES = 512;
const OLE_SECTOR_SHIFT = 30;
const OLE_FIRST_SECTORS = [48, 60, 68];
const OLE_TABLES = 76;
/** From here on, numbers say that there is no sector. */
const OLE_NO_SECTOR = 0xfffffffa;

export const doc: FileFormat = {
	name: 'DOC',
	mimeType: 'application/msword',
	startIn: (head) => (head.subarray(0, OLE_ID.length).equals(OLE_ID) ? 0 : -1),
	holds: (content) => content.includes('WordDocument', 0, 'utf16le'),
	isWhole: ({ head, size }) => {
		if (size < OLE_HEADER_BYTES) return false;
		const sectorBytes = 2 ** head.readUInt16LE(OLE_SECTOR_SHIFT);
		const tables = Array.from({ length: 109 }, (_, index) => OLE_TABLES + 4 * index);
		// Word writes the sectors with the tables last.
		return [...OLE_FIRST_SECTORS, ...tables]
			.map((at) => head.readUInt32LE(at))
			.every((sector) => sector >= OLE_NO_SECTOR || (sector + 1) * sectorBytes < size);
	},
};

/** A file that people upload for signature (docs/service.md#create-a-signature-request). */
export const uploaded: FileFormat = {
	name: 'document',
	mimeType: 'application/octet-stream',
	among: [pdf, docx, doc],
	startIn: (head) => Math.max(...[pdf, docx, doc].map(({ startIn }) => startIn(head))),
	isWhole: (edges) =>
		[pdf, docx, doc].some((format) => format.startIn(edges.head) >= 0 && format.isWhole(edges)),
};

/** The bytes that may stand before a file so that its beginning still tells its format. */
const BLANK = /^(?:\u00ef\u00bb\u00bf)?[\0\t\n\f\r ]*$/;

/** Whether the first bytes are blanks at most, then a file of this format. */
export function begins({ startIn }: FileFormat, { head }: FileEdges): boolean {
	const start = startIn(head);
	return start >= 0 && BLANK.test(head.toString('latin1', 0, start));
}

/** Whether a file is of this format. After other bytes than blanks, only its end proves that it is not another file. */
const isOf = (format: FileFormat, edges: FileEdges) =>
	begins(format, edges) || (format.startIn(edges.head) >= 0 && format.isWhole(edges));

export const edgesOf = (content: Buffer): FileEdges => ({
	head: content.subarray(0, JUNK_BYTES),
	tail: content.subarray(-TAIL_BYTES),
	size: content.length,
});

/** The format of a file, by its content. */
export function formatOf(content: Buffer): FileFormat | undefined {
	const edges = edgesOf(content);
	return [pdf, docx, doc, zip].find(
		(format) => isOf(format, edges) && (format.holds?.(content) ?? true),
	);
}

/** Looks at the bytes of a file of this format as they pass, and keeps only its beginning and its end. */
export function watchFile(format: FileFormat) {
	const seen: FileEdges = { head: Buffer.alloc(0), tail: Buffer.alloc(0), size: 0 };
	return {
		/** The edges of the bytes so far; the beginning is 1 kB at most. */
		seen: seen as Readonly<FileEdges>,
		take: (piece: Uint8Array) => {
			const rest = piece.subarray(0, JUNK_BYTES - seen.head.length);
			if (rest.length > 0) seen.head = Buffer.concat([seen.head, rest]);
			seen.tail = Buffer.concat([seen.tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
			seen.size += piece.length;
		},
		/** The format; if it stands for several, the one that the bytes so far have, if any. */
		format: () => format.among?.find((one) => isOf(one, seen)) ?? format,
		/** Whether it is another format. `isEnd`: whether no more bytes come. */
		isOther: (isEnd = false) =>
			(isEnd || seen.head.length === JUNK_BYTES) && format.startIn(seen.head) < 0,
		/** Whether the bytes so far are a complete file: a proxy may end an answer early without any error. */
		isWhole: () => format.startIn(seen.head) >= 0 && format.isWhole(seen),
	};
}
