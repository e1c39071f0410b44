// Word and Excel files made in code: DOC, XLS and DOCX, some of a chosen size.

import { createCipheriv } from 'node:crypto';
import { strToU8, zipSync, type Zippable } from 'fflate';

const END_OF_CHAIN = 0xfffffffe;
const TABLE_SECTOR = 0xfffffffd;
const NONE = 0xffffffff;
const SECTOR = 512;
const ENTRY = 128;

/** An entry of an OLE container's directory, with the numbers of the entries beside it and in it. */
interface OleEntry {
	name: string;
	type: 'storage' | 'stream' | 'root';
	left?: number;
	right?: number;
	child?: number;
}

const ENTRY_TYPES = { storage: 1, stream: 2, root: 5 };

function oleEntry({ name, type, left = NONE, right = NONE, child = NONE }: OleEntry): Buffer {
	const entry = Buffer.alloc(ENTRY);
	entry.writeUInt16LE(entry.write(name, 'utf16le') + 2, 64);
	entry[66] = ENTRY_TYPES[type];
	entry.writeUInt32LE(left, 68);
	entry.writeUInt32LE(right, 72);
	entry.writeUInt32LE(child, 76);
	return entry;
}

/** An OLE container as Word writes it: its directory and the table of its sectors, one sector each, come last. */
export function oleOf(entries: readonly OleEntry[], sectors = 8): Buffer {
	const header = Buffer.alloc(SECTOR, 0xff);
	header.fill(0, 0, 76);
	header.write('d0cf11e0a1b11ae1', 'hex');
	header.writeUInt16LE(3, 26);
	header.writeUInt16LE(0xfffe, 28);
	header.writeUInt16LE(9, 30);
	header.writeUInt16LE(6, 32);
	header.writeUInt32LE(1, 44);
	header.writeUInt32LE(sectors - 2, 48);
	header.writeUInt32LE(4096, 56);
	header.writeUInt32LE(END_OF_CHAIN, 60);
	header.writeUInt32LE(END_OF_CHAIN, 68);
	header.writeUInt32LE(sectors - 1, 76);
	const directory = Buffer.concat([...entries.map(oleEntry), Buffer.alloc(SECTOR)], SECTOR);
	const table = Buffer.alloc(SECTOR, 0xff);
	table.writeUInt32LE(END_OF_CHAIN, (4 * (sectors - 2)) % SECTOR);
	table.writeUInt32LE(TABLE_SECTOR, (4 * (sectors - 1)) % SECTOR);
	const text = Buffer.alloc((sectors - 2) * SECTOR, 'WordDocument', 'utf16le');
	return Buffer.concat([header, text, directory, table]);
}

const root = { name: 'Root Entry', type: 'root', child: 1 } as const;

/** A DOC of some kilobytes. */
export const docOf = (sectors?: number) =>
	oleOf([root, { name: 'WordDocument', type: 'stream' }], sectors);

/** An XLS in which a Word document is embedded. */
export const xlsOf = () =>
	oleOf([
		root,
		{ name: 'Workbook', type: 'stream', right: 2 },
		{ name: 'MBD0000A1B2', type: 'storage', child: 3 },
		{ name: 'WordDocument', type: 'stream' },
	]);

/** Bytes that cannot be deflated, such as those of pictures: the same for the same size. */
export const noise = (size: number) =>
	createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(size));

/** A Word document's entries: a sentence, and a picture of so many bytes if there is to be one. */
export const docxEntries = (text: string, picture = 0): Zippable => ({
	'[Content_Types].xml': strToU8('<Types/>'),
	'word/document.xml': strToU8(
		`<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
	),
	...(picture > 0 && { 'word/media/image1.png': [noise(picture), { level: 0 }] }),
});

/** A DOCX of about this size, in bytes; without it, of a sentence alone. */
export const docxOf = (text: string, size = 0) =>
	Buffer.from(zipSync(docxEntries(text, Math.max(0, size - 600))));
