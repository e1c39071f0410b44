import FormData from 'form-data';
import type { INodeExecutionData } from 'n8n-workflow';
import {
	fileLabels,
	fileSchema,
	formFiles,
	MAX_FILE_BYTES,
	missingFile,
	ONLY_FILE,
	resolveFields,
} from '../../../nodes/Signaturit/input/files';
import { docOf, docxOf } from '../../workflow/engine/wordFiles';

const file = (bytes: number) => ({
	fileName: 'contract.pdf',
	mimeType: 'application/pdf',
	content: Buffer.alloc(bytes),
});

describe('fileSchema', () => {
	const problems = (changes: object, formatProblem?: () => string) =>
		fileSchema('Files', formatProblem)
			.safeParse({ ...file(1), ...changes })
			.error?.issues.map(({ message }) => message);

	it('accepts a file of exactly 15 MB, and names the field and the file when it is larger', () => {
		expect(MAX_FILE_BYTES).toBe(15_728_640);
		expect(problems(file(MAX_FILE_BYTES))).toBeUndefined();
		expect(problems(file(MAX_FILE_BYTES + 1))).toEqual([
			'Files: "contract.pdf" is larger than 15 MB',
		]);
	});

	it('refuses a file that is empty, has another format, or has a problem of its own', () => {
		const format = () => 'is no PDF';
		expect(problems(file(0), format)).toEqual(['Files: "contract.pdf" is empty']);
		expect(problems({}, format)).toEqual(['Files: "contract.pdf" is no PDF']);
		expect(problems({ ...file(0), problem: 'it is missing' }, format)).toEqual([
			'Files: it is missing',
		]);
	});
});

describe('formFiles', () => {
	it('numbers files under a name, and leaves out what is not sent', () => {
		const one = { fileName: 'a.pdf', mimeType: 'application/pdf', content: Buffer.from('a') };
		expect(formFiles('files', [{ ...one, pages: 1 }, one])).toEqual([
			{ ...one, field: 'files[0]' },
			{ ...one, field: 'files[1]' },
		]);
	});
});

describe('resolveFields', () => {
	const stored = { mimeType: 'application/pdf', data: 'JVBERi0=' };

	it('takes the only file of an item whose field was left empty, and asks when there are several', () => {
		const left = (...names: string[]) => {
			const binary = Object.fromEntries(names.map((name) => [name, stored]));
			return resolveFields(ONLY_FILE, { json: {}, binary });
		};
		expect([left(), left('contract')]).toEqual([[], ['contract']]);
		expect(left('contract', 'data')).toEqual([
			expect.objectContaining({
				problem: 'the item has several files. Write here which to send: contract, data',
			}),
		]);
	});

	it.each<[unknown, unknown]>([
		['contract, annex,', ['contract', 'annex']],
		[' ', []],
		[undefined, []],
		[null, []],
		[
			['Deed, signed', 'a;b', ' Annex', 'line\nend', ''],
			['Deed, signed', 'a;b', ' Annex', 'line\nend'],
		],
		[[null, 'annex', undefined], ['annex']],
		[[], []],
		[stored, [stored]],
		[
			[stored, 'annex'],
			[stored, 'annex'],
		],
	])('turns %j into %j', (value, names) => {
		// `toEqual` takes a list of `undefined` for an empty one.
		expect(resolveFields(value, { json: {} })).toStrictEqual(names);
	});

	it.each<[unknown, string]>([
		[5, 'e.g. contract,annex, in place of 5'],
		[{ contract: stored }, 'in place of {"contract":{'],
		[[['contract']], 'in place of ["contract"]'],
		[['contract,annex', 5], 'in place of 5'],
		['JVBERi0xLjcK', 'is base64: use Convert to File'],
		[`JVBERi0x${'A'.repeat(5_000_000)}`, '(base64 of 5000008 characters) is base64: use Convert'],
		['data:application/pdf;base64,JVBERi0xLjcK', 'is a data URI: use Convert to File'],
		[' https://example.com/a.pdf', 'is a web address: use HTTP Request'],
	])('finds no name in what is none, and says what it is and what to do', (value, words) => {
		const named = resolveFields(value, { json: {} }).at(-1);
		expect(named).toMatchObject({ problem: expect.stringContaining(words) });
		expect(JSON.stringify(named).length).toBeLessThan(400);
	});

	const files = (...names: string[]): INodeExecutionData => ({
		json: {},
		binary: Object.fromEntries(names.map((name) => [name, stored])),
	});

	it.each<[string, INodeExecutionData, string[]]>([
		['is the only file there is', files('Contract'), ['Contract']],
		['is the only file there is, in the JSON', { json: { Contract: stored } }, ['Contract']],
		['is itself', files('data', 'annex'), ['data']],
		['is none of several', files('contract', 'annex'), ['data']],
		['is none where there is none', files(), ['data']],
	])('takes for the default what %s', (_, item, names) => {
		expect(resolveFields('data', item)).toEqual(names);
	});

	it.each(['Deed, signed', 'a;b', ' Annex', 'https://example.com/a', 'JVBERi0xLjcK'])(
		'takes %j for one name where the item has a file of that name, in a list and alone',
		(name) => {
			const item = files(name, 'other');
			expect(resolveFields(name, item)).toEqual([name]);
			expect(resolveFields(['other', name], item)).toEqual(['other', name]);
		},
	);

	it('keeps the name for an item that is not there', () => {
		expect(resolveFields('data', undefined)).toEqual(['data']);
	});

	it('takes the only file for the default alone, not for one of several names', () => {
		expect(resolveFields('data,annex', files('annex'))).toEqual(['data', 'annex']);
		expect(resolveFields('contract', files('annex'))).toEqual(['contract']);
	});
});

describe('missingFile', () => {
	it.each<[INodeExecutionData | undefined, string]>([
		[undefined, 'the item has no file "x". This item has no files'],
		[{ json: {} }, 'the item has no file "x". This item has no files'],
		[
			{ json: { a: 1 }, binary: { contract: stored(), annex: stored() } },
			'the item has no file "x". Write here which of its files to send: contract, annex',
		],
		[{ json: { letter: stored() as never } }, 'the item has no file "x". This item has: letter'],
	])('of %j is %j', (item, message) => {
		expect(missingFile('x', item)).toBe(message);
	});

	function stored() {
		return { mimeType: 'application/pdf', data: '' };
	}
});

const PDF = '%PDF-1.7';
const ZIP = 'PK\u0003\u0004';
const DOCX = docxOf('A contract').toString('latin1');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex').toString('latin1');
const DOC = docOf().toString('latin1');
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
