import FormData from 'form-data';
import { fileLabels } from '../../../nodes/Signaturit/input/files';
import { docxOf } from '../../workflow/engine/wordFiles';

const PDF = '%PDF-1.7';
const ZIP = 'PK\u0003\u0004';
const DOCX = docxOf('A contract').toString('latin1');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex').toString('latin1');
const DOC = OLE + Buffer.from('WordDocument', 'utf16le').toString('latin1');
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the name and the media type of a file', () => {
	it.each<[object, string, string, string]>([
		[{ fileName: 'a.bin', mimeType: 'x/y' }, PDF, 'a.bin.pdf', 'application/pdf'],
		[{ fileName: 'a', mimeType: 'text/plain' }, PDF, 'a.pdf', 'application/pdf'],
		[{ fileName: 'a.PDF', mimeType: '' }, PDF, 'a.PDF', 'application/pdf'],
		[{ fileName: 'a.bin', mimeType: 'x/y' }, 'text', 'a.bin', 'x/y'],
		[{ fileName: 'a.txt', mimeType: '' }, PDF, 'a.txt.pdf', 'application/pdf'],
		[
			{ fileName: 'a.xlsx' },
			ZIP,
			'a.xlsx',
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		],
		[{ fileName: 'A.TXT' }, 'text', 'A.TXT', 'text/plain'],
		[{ fileName: 'a.txt.html' }, 'text', 'a.txt.html', 'text/html'],
		[{ fileName: 'a.txt (1)' }, 'text', 'a.txt (1)', 'application/octet-stream'],
		[{ fileName: 'a.constructor' }, 'text', 'a.constructor', 'application/octet-stream'],
		[{ fileName: 'letter' }, DOC, 'letter', 'application/msword'],
		[{ fileExtension: 'pdf' }, '', 'data.pdf', 'application/pdf'],
		[{ fileExtension: '.csv' }, 'text', 'data.csv', 'text/csv'],
		[{ fileExtension: ' .PDF' }, PDF, 'data.PDF', 'application/pdf'],
		[{ fileName: ' Contract.pdf\u200b ' }, PDF, 'Contract.pdf', 'application/pdf'],
		[{ fileName: 'annex.docx ' }, DOCX, 'annex.docx', WORD],
		[{ fileName: 'Contract No. 5' }, PDF, 'Contract No. 5.pdf', 'application/pdf'],
		[{ fileName: 'A.PDF' }, PDF, 'A.PDF', 'application/pdf'],
		[{ fileName: 'a.docx' }, PDF, 'a.pdf', 'application/pdf'],
		[{ fileName: ' ', fileExtension: '' }, PDF, 'data.pdf', 'application/pdf'],
		[{}, DOCX, 'data.docx', WORD],
		[{}, ZIP, 'data.zip', 'application/zip'],
		[{}, DOC, 'data.doc', 'application/msword'],
		[{}, OLE, 'data', 'application/octet-stream'],
		[{}, 'text', 'data', 'application/octet-stream'],
		[{}, '', 'data', 'application/octet-stream'],
	])('for %j and the content %j are %s and %s', (binary, content, fileName, mimeType) => {
		expect(fileLabels(binary, 'data', Buffer.from(content, 'latin1'))).toEqual({
			fileName,
			mimeType,
		});
	});
});

describe('the media type of a file without one', () => {
	const office = ['csv', 'doc', 'docx', 'odt', 'pptx', 'txt', 'xls', 'xlsx'];
	const images = ['gif', 'jpeg', 'jpg', 'png', 'tif', 'tiff'];
	const others = ['eml', 'htm', 'html', 'json', 'pdf', 'xml', 'zip'];

	it.each([...office, ...images, ...others])(
		'is that which an independent encoder of forms sends for files that end in .%s',
		(extension) => {
			const fileName = `a.${extension}`;
			const form = new FormData();
			form.append('file', Buffer.from('text'), fileName);
			const { mimeType } = fileLabels({ fileName }, 'data', Buffer.from('text'));
			expect(form.getBuffer().toString()).toContain(`\r\nContent-Type: ${mimeType}\r\n`);
		},
	);
});
