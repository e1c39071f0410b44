// Small files whose kind is easily mistaken, such as archives with a PDF inside, and a plain contract.

import { strToU8, zipSync } from 'fflate';
import { pages, pdfWith } from './pdf';

export const contract = Buffer.from(pdfWith(pages(2)), 'latin1');

/** A signed file (PKCS#7, DER) around a PDF, with certificates behind it. */
const signedFile = Buffer.concat([
	Buffer.from('30822000', 'hex'),
	Buffer.from('0609608648016503040201a0820100', 'hex'),
	contract,
	Buffer.alloc(3000, 0x30),
]);

function tarOf(name: string, content: Buffer): Buffer {
	const header = Buffer.alloc(512);
	header.write(name);
	header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
	header.fill(' ', 148, 156);
	const sum = header.reduce((all, byte) => all + byte, 0);
	header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return Buffer.concat([header, content, Buffer.alloc(1024 + 512 - (content.length % 512))]);
}

const zipped = (entries: Record<string, string>) =>
	Buffer.from(
		zipSync(
			Object.fromEntries(
				Object.entries(entries).map(([name, text]) => [name, [strToU8(text), { level: 0 }]]),
			),
		),
	);

const stored = Buffer.from(zipSync({ 'contract.pdf': [contract, { level: 0 }] }));

/** Files that mention a PDF, or hold one, and are none. */
export const noPdfs: Record<string, Buffer> = {
	'contract.pdf.p7m': signedFile,
	'contract.tar': tarOf('contract.pdf', contract),
	'contract.zip': stored,
	'mail.eml': Buffer.from('Subject: what %PDF- means\n\nIt begins a file.\n%PDF- so it does.\n'),
	'page.html': Buffer.from('<p>A file begins with %PDF-1.7 and ends with %%EOF</p>'),
};

/** Word Online names the main part otherwise. */
export const wordOnline = zipped({
	'[Content_Types].xml': '<Types/>',
	'word/document2.xml': '<w:document/>',
});

export const spreadsheet = zipped({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<x/>' });

/** Files that are called `.doc` without being one. */
export const calledDoc: Record<string, Buffer> = {
	'letter.doc': Buffer.from('{\\rtf1\\ansi A letter}'),
	'page.doc': Buffer.from('<html><body>A letter with %PDF- in it</body></html>'),
};

/** What becomes of a file that n8n reads as text. */
export const readAsText = (content: Buffer) => Buffer.from(content.toString('utf8'));
