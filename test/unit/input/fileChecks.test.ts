import fc from 'fast-check';
import {
	damageHints,
	documentHints,
	documentProblem,
} from '../../../nodes/Signaturit/input/fileChecks';
import { isPdf } from '../../../nodes/Signaturit/input/files';
import {
	calledDoc,
	contract,
	noPdfs,
	readAsText,
	spreadsheet,
	wordOnline,
} from '../../files/others';
import { HEADER, pages, pdfFiles, pdfWith } from '../../files/pdf';
import { docOf, docxOf, xlsOf } from '../../workflow/engine/wordFiles';

const AS_TEXT =
	'was read as text on its way here: choose File as the response format of the node before';
const NO_END = 'is not complete: its end is missing or damaged';
const OTHER = 'is not a PDF, DOC or DOCX file';
const named = (fileName: string, content: Buffer) => ({ fileName, content, mimeType: '' });
const documents = { PDF: contract, DOC: docOf(), DOCX: docxOf('A contract'.repeat(300)) };

describe('a file to sign', () => {
	it.each(
		Object.entries(pdfFiles).filter(([, [text, count]]) => text !== '' && count !== undefined),
	)('that is a PDF and %s is sent', (_, [text]) => {
		expect(documentProblem(Buffer.from(text, 'latin1'), 'a')).toBeUndefined();
	});

	it.each(Object.entries(documents))('that is a %s is sent only whole', (name, whole) => {
		expect(documentProblem(whole, 'a')).toBeUndefined();
		const needed = { PDF: whole.lastIndexOf('%%EOF') + 5, DOC: whole.length - 511 };
		const cut = fc.integer({ min: 8, max: (needed[name as 'PDF'] ?? whole.length) - 1 });
		fc.assert(
			fc.property(cut, (length) => {
				const problem = documentProblem(whole.subarray(0, length), 'a.doc');
				expect(problem).toBe(name === 'PDF' ? 'is not a complete PDF' : NO_END);
			}),
		);
	});

	it.each(Object.entries(documents))('that is a %s may have a line end behind it', (_, whole) => {
		expect(documentProblem(Buffer.concat([whole, Buffer.from('\r\n')]), 'a')).toBeUndefined();
	});

	it.each(Object.entries(documents))(
		'that was a %s is not sent when it was read as text',
		(_, whole) => {
			expect(documentProblem(readAsText(whole), 'a.doc')).toBe(AS_TEXT);
		},
	);

	it('is not sent when it was read as text and has other bytes in front', () => {
		const junk = Buffer.from('HTTP/1.1 200 OK\r\n\r\n');
		expect(documentProblem(Buffer.concat([junk, contract]), 'a')).toBeUndefined();
		expect(documentProblem(Buffer.concat([junk, readAsText(contract)]), 'a')).toBe(AS_TEXT);
	});

	it('is not sent when bytes were lost behind its first kilobyte only', () => {
		const late = pdfWith(`${pages(2)}% ${'x'.repeat(2000)}\n(\u00e2\u00e3\u00cf\u00d3)\n`);
		const whole = Buffer.from(late.replace(HEADER, '%PDF-1.7\n'), 'latin1');
		expect(documentProblem(whole, 'a')).toBeUndefined();
		expect(documentProblem(readAsText(whole), 'a')).toBe(AS_TEXT);
	});

	it('is sent when marks of lost text are in a text inside it', () => {
		const whole = Buffer.concat([contract, Buffer.from('% \uFFFD\uFFFD')]);
		const late = Buffer.concat([Buffer.from(HEADER, 'latin1'), Buffer.alloc(2000, 1), whole]);
		expect(documentProblem(late, 'a')).toBeUndefined();
	});

	it.each(
		Object.entries({ ...noPdfs, 'list.xlsx': spreadsheet, 'a.rtf': calledDoc['letter.doc'] }),
	)('is not sent when it is %s', (name, content) => {
		expect(documentProblem(content as Buffer, name)).toBe(OTHER);
	});

	it.each(Object.entries({ 'list.xls': xlsOf(), 'mail.msg': xlsOf() }))(
		'is not sent, or with a hint, when a Word document is embedded in it and it is %s',
		(name, content) => {
			expect(documentProblem(content, name)).toBe(OTHER);
			expect(documentProblem(content, 'list.doc')).toBeUndefined();
			expect(documentHints([named('list.doc', content)])).toEqual([
				'"list.doc" is no Word file by its content: Signaturit may refuse it',
			]);
		},
	);

	it.each(Object.entries({ 'list.xlsx': spreadsheet, 'list.xls': xlsOf() }))(
		'is not called a Word file when it is %s and cut off',
		(name, content) => {
			expect(documentProblem(content.subarray(0, name === 'list.xls' ? -512 : -1), name)).toBe(
				NO_END,
			);
		},
	);

	it.each(Object.entries(calledDoc))(
		'is sent with a hint when it is called %s',
		(name, content) => {
			expect(documentProblem(content, name)).toBeUndefined();
			expect(documentHints([named(name, content)])).toEqual([
				`"${name}" is no Word file by its content: Signaturit may refuse it`,
			]);
		},
	);

	it('is sent without a hint when it is a DOCX of Word Online', () => {
		expect(documentProblem(wordOnline, 'data')).toBeUndefined();
		expect(documentHints([named('data', wordOnline)])).toEqual([]);
	});

	it('is sent with a hint when it is protected', () => {
		expect(documentHints([{ ...named('a.pdf', contract), isProtected: true }])).toEqual([
			'"a.pdf" is encrypted, with a password or against changes: Signaturit may not be able to have it signed',
		]);
	});
});

describe('a file to certify', () => {
	it.each([...Object.entries(noPdfs), ...Object.entries(calledDoc)])(
		'is no PDF and not damaged when it is %s',
		(name, content) => {
			expect(isPdf(content)).toBe(false);
			expect(damageHints([named(name, content)])).toEqual([]);
		},
	);

	it('is certified with a hint when it is cut off or was read as text', () => {
		const cut = named('a.pdf', contract.subarray(0, 300));
		const cutList = named('list.xlsx', spreadsheet.subarray(0, -9));
		expect(damageHints([cut, cutList, named('b.pdf', readAsText(contract))])).toEqual([
			'"a.pdf" is not a complete PDF. It is certified as it is',
			`"list.xlsx" ${NO_END}. It is certified as it is`,
			`"b.pdf" ${AS_TEXT}. It is certified as it is`,
		]);
	});
});
