// Writes a contract with the npm package docx, which is to be in a folder above. Usage: node word.mjs FILE PICTURE
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// It is no dependency of this package, so it is not imported.
const { Document, Header, ImageRun, Packer, Paragraph, Table, TableCell, TableRow } = createRequire(
	import.meta.url,
)('docx');

const [, , file, picture] = process.argv;
const data = readFileSync(picture);
const rows = Array.from({ length: 20 }, (_, row) => {
	const cells = ['Item', 'Price'].map((text) => `${text} ${row + 1}`);
	const children = cells.map((text) => new TableCell({ children: [new Paragraph(text)] }));
	return new TableRow({ children });
});
const text = 'Ada Lovelace lends the printing press to Charles Babbage for a year. ';
const section = {
	headers: {
		default: new Header({ children: [new Paragraph('Contract about a printing press')] }),
	},
	children: [
		new Paragraph({
			children: [new ImageRun({ type: 'png', data, transformation: { width: 300, height: 300 } })],
		}),
		...Array.from({ length: 40 }, (_, index) => new Paragraph(`${index + 1}. ${text.repeat(6)}`)),
		new Table({ rows }),
	],
};
writeFileSync(file, await Packer.toBuffer(new Document({ sections: [section] })));
