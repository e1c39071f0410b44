import type { IBinaryData } from 'n8n-workflow';
import {
	fileSchema,
	isPdf,
	MAX_FILE_BYTES,
	nameOfFile,
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

describe('nameOfFile', () => {
	it.each([
		[{ fileName: 'contract.pdf', fileExtension: 'bin' }, 'contract.pdf'],
		[{ fileExtension: 'pdf' }, 'data.pdf'],
		[{}, 'data'],
	])('of %j is %s', (binary, expected) => {
		expect(nameOfFile(binary as IBinaryData, 'data')).toBe(expected);
	});
});
