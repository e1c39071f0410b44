import type { Bytes } from './storedBytes';

/** A format of the service's files, and how to recognise a complete file. */
export interface FileFormat {
	/** As in messages. */
	name: 'PDF' | 'ZIP';
	mimeType: string;
	/** Media types with which such a file may be answered. */
	answeredAs: readonly string[];
	/** How many bytes `isWhole` needs of the beginning and of the end. */
	headBytes: number;
	tailBytes: number;
	isWhole: (edges: FileEdges) => boolean;
}

/** The beginning and the end of a file, and its size in bytes. */
export interface FileEdges {
	head: Buffer;
	tail: Buffer;
	size: number;
}

/** Readers accept the header within the first, and the end mark within the last kilobyte (ISO 32000, Annex H). */
const PDF_MARGIN = 1024;

export const pdf: FileFormat = {
	name: 'PDF',
	mimeType: 'application/pdf',
	answeredAs: ['application/pdf', 'application/octet-stream'],
	headBytes: PDF_MARGIN,
	tailBytes: PDF_MARGIN,
	isWhole: ({ head, tail }) => head.includes('%PDF-') && tail.includes('%%EOF'),
};

/** The end record without its comment, and the longest comment (APPNOTE.TXT, 4.3.16). */
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_BYTES = 0xffff;
/** The locator that stands before the end record of a ZIP64 archive (APPNOTE.TXT, 4.3.15). */
const ZIP64_LOCATOR_BYTES = 20;

const zipMark = { entry: 'PK\u0003\u0004', end: 'PK\u0005\u0006', locator64: 'PK\u0006\u0007' };

export const zip: FileFormat = {
	name: 'ZIP',
	mimeType: 'application/zip',
	answeredAs: ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'],
	headBytes: zipMark.entry.length,
	tailBytes: ZIP64_LOCATOR_BYTES + ZIP_END_BYTES + ZIP_COMMENT_BYTES,
	isWhole: ({ head, tail, size }) => {
		const end = tail.lastIndexOf(zipMark.end, -ZIP_END_BYTES, 'latin1');
		if (!head.equals(Buffer.from(zipMark.entry)) || end < 0) return false;

		const commentEnd = end + ZIP_END_BYTES + tail.readUInt16LE(end + 20);
		const directoryEnd = tail.readUInt32LE(end + 12) + tail.readUInt32LE(end + 16);
		// A ZIP file inside a ZIP file has an end record too, but its directory ends elsewhere.
		const isOwn = directoryEnd === size - tail.length + end;
		return commentEnd === tail.length && (isOwn || isZip64(tail, end));
	},
};

function isZip64(tail: Buffer, end: number): boolean {
	const locator = end - ZIP64_LOCATOR_BYTES;
	return tail.toString('latin1', locator, locator + 4) === zipMark.locator64;
}

/**
 * Whether the bytes are a complete file of this format. A proxy that closes the connection early can leave
 * half a file without any error.
 *
 * @param chunks the stored bytes, in order; only one chunk is in memory at a time
 */
export async function isWholeFile(
	{ headBytes, tailBytes, isWhole }: FileFormat,
	chunks: Bytes,
): Promise<boolean> {
	let head = Buffer.alloc(0);
	let tail = Buffer.alloc(0);
	let size = 0;
	for await (const chunk of chunks) {
		head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
		tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
		size += chunk.length;
	}
	return isWhole({ head, tail, size });
}
