import { strToU8, zipSync } from 'fflate';

const END_OF_CHAIN = 0xfffffffe;
const SECTOR = 512;

/** A DOC as Word writes it: an OLE container whose directory and table of sectors come last. */
export function docOf(sectors = 8): Buffer {
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
	return Buffer.concat([header, Buffer.alloc(sectors * SECTOR, 'WordDocument', 'utf16le')]);
}

/** A DOCX with a sentence. */
export function docxOf(text: string): Buffer {
	return Buffer.from(
		zipSync({
			'[Content_Types].xml': strToU8('<Types/>'),
			'word/document.xml': strToU8(
				`<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
			),
		}),
	);
}
