// The formats of sent and downloaded files, and how their bytes show them.

import { hasStream, isOle, isWholeOle } from './ole';
import { zipDirectory, JUNK_BYTES, entryNames, TAIL_BYTES, zipStart, type FileEdges } from './zip';

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

export const zip: FileFormat = {
	name: 'ZIP',
	mimeType: 'application/zip',
	startIn: zipStart,
	isWhole: (edges) => zipDirectory(edges) !== undefined,
};

/** Packages of other programs may have a folder of this name. The main parts of those have names of their own. */
const WORD_PART = /^[/\\]?word[/\\]/i;
const OTHER_MAIN_PART = /^[/\\]?(?:xl[/\\]workbook|ppt[/\\]presentation|visio[/\\]document)\b/i;
const CONTENT_TYPES = /^[/\\]?\[Content_Types\]\.xml$/i;
/** A name that begins like one of these is not longer than that in what is compared. */
const NAME_BYTES = 32;

export const docx: FileFormat = {
	...zip,
	name: 'DOCX',
	mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	// Its main part may have any name (ISO 29500-2), as Word Online shows.
	holds: (content) => {
		const found = { types: false, word: false };
		for (const name of entryNames(content, zipDirectory(edgesOf(content)) ?? [0, 0], NAME_BYTES)) {
			if (OTHER_MAIN_PART.test(name)) return false;
			found.types ||= CONTENT_TYPES.test(name);
			found.word ||= WORD_PART.test(name);
		}
		return found.types && found.word;
	},
};

export const doc: FileFormat = {
	name: 'DOC',
	mimeType: 'application/msword',
	startIn: (head) => (isOle(head) ? 0 : -1),
	isWhole: isWholeOle,
	holds: (content) => hasStream(content, 'WordDocument'),
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
