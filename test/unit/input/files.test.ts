import type { INodeExecutionData } from 'n8n-workflow';
import {
	cutOffProblem,
	fileSchema,
	formFiles,
	isPdf,
	MAX_FILE_BYTES,
	missingFile,
	resolveFields,
} from '../../../nodes/Signaturit/input/files';

const file = (bytes: number) => ({
	fileName: 'contract.pdf',
	mimeType: 'application/pdf',
	content: Buffer.alloc(bytes),
});

describe('fileSchema', () => {
	it('accepts a file of exactly 15 MB', () => {
		expect(MAX_FILE_BYTES).toBe(15_728_640);
		expect(fileSchema('Files').safeParse(file(MAX_FILE_BYTES)).success).toBe(true);
	});

	it('names the field and the file when a file is larger', () => {
		const { error } = fileSchema('Files').safeParse(file(MAX_FILE_BYTES + 1));
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'Files: "contract.pdf" is larger than 15 MB',
		]);
	});
});

describe('a file', () => {
	const problems = (changes: object, formatProblem?: () => string) =>
		fileSchema('Files', formatProblem)
			.safeParse({ ...file(1), ...changes })
			.error?.issues.map(({ message }) => message);

	it('is refused when it is empty, has another format, or has a problem of its own', () => {
		const format = () => 'is no PDF';
		expect(problems({ content: Buffer.alloc(0) }, format)).toEqual([
			'Files: "contract.pdf" is empty',
		]);
		expect(problems({}, format)).toEqual(['Files: "contract.pdf" is no PDF']);
		expect(problems({ content: Buffer.alloc(0), problem: 'it is missing' }, format)).toEqual([
			'Files: it is missing',
		]);
	});
});

describe('isPdf', () => {
	it.each([
		['at the start', '%PDF-1.7', true],
		['within the first kilobyte', `${' '.repeat(1_019)}%PDF-1.7`, true],
		['after the first kilobyte', `${' '.repeat(1_020)}%PDF-1.7`, false],
		['nowhere', 'PDF', false],
	])('with the header %s is %s', (_, content, expected) => {
		expect(isPdf(Buffer.from(content))).toBe(expected);
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

	it.each<[unknown, unknown]>([
		['contract, annex,', ['contract', 'annex']],
		[' ', []],
		[undefined, []],
		[null, []],
		[
			['contract', ' annex '],
			['contract', 'annex'],
		],
		[[], []],
		[stored, [stored]],
		[
			[stored, 'annex'],
			[stored, 'annex'],
		],
		[5, [undefined]],
		[{ contract: stored }, [undefined]],
		[[['contract']], [undefined]],
	])('turns %j into %j', (value, names) => {
		// `toEqual` takes a list of `undefined` for an empty one.
		expect(resolveFields(value, { json: {} })).toStrictEqual(names);
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

	it('keeps the name for an item that is not there', () => {
		expect(resolveFields('data', undefined)).toEqual(['data']);
	});

	it('takes the only file for the default alone, not for one of several names', () => {
		expect(resolveFields('data,annex', files('annex'))).toEqual(['data', 'annex']);
		expect(resolveFields('contract', files('annex'))).toEqual(['contract']);
	});
});

describe('cutOffProblem', () => {
	const END = '\nstartxref\n9\n%%EOF';

	it.each<[string, string, string | undefined]>([
		['is whole', `%PDF-1.7${END}`, undefined],
		['is filled up behind its end', `%PDF-1.7${END}${'\0\n '.repeat(2_000)}`, undefined],
		['has a line behind its end', `%PDF-1.7${END}\n<!-- made by a scanner -->`, undefined],
		['has its end mark in the last kilobyte', `%PDF-1.7${END}${'x'.repeat(1_019)}`, undefined],
		[
			'has its end mark before the last kilobyte',
			`%PDF-1.7${END}${'x'.repeat(1_020)}`,
			'is not a complete PDF',
		],
		['was changed and cut off', `%PDF-1.7${END}${'x'.repeat(2_000)}`, 'is not a complete PDF'],
		['has no end', '%PDF-1.7 nothing', 'is not a complete PDF'],
		['is another file', 'nothing', undefined],
	])('of a file that %s', (_, text, problem) => {
		expect(cutOffProblem(Buffer.from(text))).toBe(problem);
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
