/** A format of the service's files, and how to recognise a complete file. */
export interface FileFormat {
	/** As in messages. */
	name: 'PDF' | 'ZIP' | 'DOC' | 'DOCX' | 'document';
	mimeType: string;
	/** The formats that it stands for, if a file may have one of several. */
	among?: readonly FileFormat[];
	tailBytes: number;
	/** Whether a file of this format may begin so. The bytes may be fewer than `HEAD_BYTES`, even none. */
	mayBegin: (head: Buffer) => boolean;
	/** Whether a file with a beginning of this format is complete. */
	isWhole: (edges: FileEdges) => boolean;
}

/** How many bytes of the beginning are looked at, whatever the format. */
const HEAD_BYTES = 1024;

/** The beginning and the end of a file, and its size in bytes. */
interface FileEdges {
	head: Buffer;
	tail: Buffer;
	size: number;
}

/** Readers look for the end marker of a PDF within its last kilobyte (ISO 32000, Annex H). */
const PDF_TAIL_BYTES = 1024;
const PDF_HEADER = '%PDF-';
/** A byte order mark and white space may stand before the header: such files are sent and signed. Nothing else may. */
const BEFORE_PDF = /^(?:\u00ef\u00bb?\u00bf?)?[\0\t\n\f\r ]*/;
/** The place of the cross-reference table, then the end (ISO 32000, 7.5.5). */
const PDF_END = /^startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ][^]*%%EOF[\0\t\n\f\r ]*$/;
/** A linearized PDF has an end marker in its first part already, but says how long it is (ISO 32000, Annex F). */
const LINEARIZED = /\/Linearized\b/;
const LINEARIZED_LENGTH = /\/L[\0\t\n\f\r ]+(\d{1,15})\b/;

export const pdf: FileFormat = {
	name: 'PDF',
	mimeType: 'application/pdf',
	tailBytes: PDF_TAIL_BYTES,
	mayBegin: (head) => {
		const begin = head.toString('latin1').replace(BEFORE_PDF, '').slice(0, PDF_HEADER.length);
		return PDF_HEADER.startsWith(begin);
	},
	isWhole: ({ head, tail, size }) => {
		const start = head.toString('latin1');
		const end = tail.subarray(Math.max(0, tail.lastIndexOf('startxref'))).toString('latin1');
		const [, table] = PDF_END.exec(end) ?? [];
		return hasStart(start, size) && table !== undefined && Number(table) < size;
	},
};

/** Whether a file has the header of a PDF, and is as long as a linearized one says. */
function hasStart(start: string, size: number): boolean {
	const length = LINEARIZED.test(start) ? LINEARIZED_LENGTH.exec(start)?.[1] : undefined;
	return start.includes(PDF_HEADER) && Number(length ?? 0) <= size;
}

/** The end record without its comment, and the longest comment (APPNOTE.TXT, 4.3.16). */
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_BYTES = 0xffff;
/** The locator that stands before the end record of a ZIP64 archive (APPNOTE.TXT, 4.3.15). */
const ZIP64_LOCATOR_BYTES = 20;

const zipRecords = { entry: 'PK\u0003\u0004', end: 'PK\u0005\u0006', locator64: 'PK\u0006\u0007' };

export const zip: FileFormat = {
	name: 'ZIP',
	mimeType: 'application/zip',
	tailBytes: ZIP64_LOCATOR_BYTES + ZIP_END_BYTES + ZIP_COMMENT_BYTES,
	mayBegin: (head) => {
		const begin = head.toString('latin1', 0, zipRecords.entry.length);
		// An archive without files is an end record and nothing else.
		return zipRecords.entry.startsWith(begin) || zipRecords.end.startsWith(begin);
	},
	isWhole: ({ tail, size }) => {
		const end = tail.lastIndexOf(zipRecords.end, -ZIP_END_BYTES, 'latin1');
		if (end < 0) return false;

		const commentEnd = end + ZIP_END_BYTES + tail.readUInt16LE(end + 20);
		const directoryEnd = tail.readUInt32LE(end + 12) + tail.readUInt32LE(end + 16);
		// A ZIP file inside a ZIP file has an end record too, but its directory ends elsewhere.
		const isOuter = directoryEnd === size - tail.length + end;
		return commentEnd === tail.length && (isOuter || isZip64(tail, end));
	},
};

function isZip64(tail: Buffer, end: number): boolean {
	const locator = end - ZIP64_LOCATOR_BYTES;
	return tail.toString('latin1', locator, locator + 4) === zipRecords.locator64;
}

const docx: FileFormat = {
	...zip,
	name: 'DOCX',
	mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The header of an OLE container ([MS-CFB] 2.2): its first bytes, and where it names sectors of the file. */
const OLE_ID = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLE_HEADER_BYTES = 512;
const OLE_SECTOR_SHIFT = 30;
const OLE_FIRST_SECTORS = [48, 60, 68];
const OLE_TABLES = 76;
/** From here on, numbers say that there is no sector. */
const OLE_NO_SECTOR = 0xfffffffa;

const doc: FileFormat = {
	name: 'DOC',
	mimeType: 'application/msword',
	tailBytes: 0,
	mayBegin: (head) => {
		const begin = head.subarray(0, OLE_ID.length);
		return OLE_ID.subarray(0, begin.length).equals(begin);
	},
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

/** JSON and web pages, which are never the file (docs/service.md#downloads). */
const TEXT_START = /^(?:\u00ef\u00bb\u00bf)?\s*[<{["]/;

/** A PDF of any program: Create takes it if header and end marker are near its beginning and end (`cutOffProblem`). */
const uploadedPdf: FileFormat = {
	...pdf,
	tailBytes: zip.tailBytes,
	mayBegin: (head) => {
		const start = head.toString('latin1');
		return !TEXT_START.test(start) && (head.length < HEAD_BYTES || start.includes(PDF_HEADER));
	},
	isWhole: ({ head, tail, size }) => {
		const start = head.toString('latin1');
		const end = tail.toString('latin1').replaceAll('\0', ' ').trimEnd().slice(-PDF_TAIL_BYTES);
		return hasStart(start, size) && end.includes('%%EOF');
	},
};

const uploadFormats = [docx, doc, uploadedPdf];

/** What people upload for signature (docs/service.md#create-a-signature-request). */
export const uploaded: FileFormat = {
	name: 'document',
	mimeType: 'application/octet-stream',
	among: uploadFormats,
	tailBytes: zip.tailBytes,
	mayBegin: (head) => uploadFormats.some(({ mayBegin }) => mayBegin(head)),
	isWhole: (edges) =>
		uploadFormats.find(({ mayBegin }) => mayBegin(edges.head))?.isWhole(edges) ?? false,
};

/** Looks at the bytes of a file of this format as they pass, and keeps only its beginning and its end. */
export function watchFile(format: FileFormat) {
	const { tailBytes, mayBegin, isWhole } = format;
	const seen: FileEdges = { head: Buffer.alloc(0), tail: Buffer.alloc(0), size: 0 };
	return {
		/** Of the bytes so far; of the beginning, `HEAD_BYTES` at most. */
		seen: seen as Readonly<FileEdges>,
		take: (piece: Uint8Array) => {
			const rest = piece.subarray(0, HEAD_BYTES - seen.head.length);
			if (rest.length > 0) seen.head = Buffer.concat([seen.head, rest]);
			seen.tail = Buffer.concat([seen.tail, piece.subarray(-tailBytes)]).subarray(-tailBytes);
			seen.size += piece.length;
		},
		/** The format; of several, the one that the beginning fits as soon as there is one. */
		format: () => (seen.size > 0 && format.among?.find((one) => one.mayBegin(seen.head))) || format,
		isOther: () => !mayBegin(seen.head),
		/** Whether the bytes so far are a complete file: a proxy may end an answer early without any error. */
		isWhole: () => mayBegin(seen.head) && isWhole(seen),
	};
}
