import { readdirSync } from 'node:fs';
import {
	damageHints,
	documentHints,
	documentProblem,
} from '../../../nodes/Signaturit/input/fileChecks';
import { fileLabels } from '../../../nodes/Signaturit/input/files';
import { readPdf } from '../../../nodes/Signaturit/input/readPdf';
import {
	formatOf,
	uploaded,
	watchFile,
	zip,
	type FileFormat,
} from '../../../nodes/Signaturit/transport/files/fileFormat';
import { ADA } from '../../people';
import { bytesOf, runNode } from '../../workflow/engine/engine';
import { createParameters, documentParameters, itemWithPdf } from '../../workflow/engine/fixtures';
import { file } from '../../workflow/engine/fileAnswers';
import { localService } from '../../workflow/engine/localService';
import { scriptedServer } from '../../workflow/engine/scriptedServer';
import { realFile, realFiles } from './files';

const isSigned = (name: string) => /^(?:PDF|DOCX?)$/.test(realFiles[name]?.format ?? '');
const names = Object.keys(realFiles);
const signed = names.filter(isSigned);
const others = names.filter((name) => !isSigned(name));
const OTHER = 'is not a PDF, DOC or DOCX file';
/** Parts of a file that are left when it is cut off, from its beginning on. */
const CUTS = [0.01, 0.2, 0.5, 0.9, 0.99];

const inPieces = (format: FileFormat, content: Buffer, size: number) => {
	const watch = watchFile(format);
	for (let at = 0; at < content.length; at += size) watch.take(content.subarray(at, at + size));
	return watch;
};

it('each file is in the table', () => {
	const made = readdirSync(__dirname).filter((name) => /\.(?!ts$|sh$|py$|mjs$)\w+$/.test(name));
	expect(made.sort()).toEqual(names);
});

describe.each(names)('%s', (name) => {
	const content = realFile(name);
	const { format, mimeType, pages, isProtected } = realFiles[name] ?? { mimeType: '' };

	it('has its format, name and media type', () => {
		expect(formatOf(content)?.name).toBe(format);
		expect(fileLabels({ fileName: name }, 'data', content)).toEqual({ fileName: name, mimeType });
	});

	it('is not damaged, and is when it is cut off', () => {
		expect(damageHints([{ fileName: name, content }])).toEqual([]);
		for (const part of CUTS) {
			const fileName = `${part} of ${name}`;
			const cut = content.subarray(0, part * content.length);
			const why =
				format === 'PDF'
					? 'is not a complete PDF'
					: 'is not complete: its end is missing or damaged';
			expect(damageHints([{ fileName, content: cut }])).toEqual([
				`"${fileName}" ${why}. It is certified as it is`,
			]);
			expect(documentProblem(cut, fileName)).toBe(why);
		}
	});

	it('has its pages and its protection', async () => {
		if (format !== 'PDF') return;
		expect(await readPdf(content)).toEqual({ pages, isProtected });
	});
});

describe.each(signed)('%s', (name) => {
	const content = realFile(name);

	it.each(['Contract No. 5', name])('is taken for signature when it is called %s', (fileName) => {
		expect(documentProblem(content, fileName)).toBeUndefined();
		expect(documentHints([{ fileName, content, mimeType: '' }])).toEqual([]);
	});

	it('gets the ending of its format without a name', () => {
		const ending = realFiles[name]?.format?.toLowerCase() ?? '';
		expect(fileLabels({}, 'data', content).fileName).toBe(`data.${ending}`);
	});

	it.each([1000, 70_001])(
		'is whole as a download in pieces of %d bytes, and only whole',
		(size) => {
			const watch = inPieces(uploaded, content, size);
			expect([watch.isOther(true), watch.isWhole()]).toEqual([false, true]);
			expect(watch.format().name).toBe(realFiles[name]?.format);
			for (const part of CUTS) {
				const cut = content.subarray(0, part * content.length);
				expect(inPieces(uploaded, cut, size).isWhole()).toBe(false);
			}
		},
	);
});

describe.each(others)('%s', (name) => {
	const content = realFile(name);

	it('is not taken for a file of Word', () => {
		expect(documentProblem(content, name)).toBe(OTHER);
		expect(documentProblem(content, 'Contract No. 5')).toBe(OTHER);
		expect(documentHints([{ fileName: 'a.docx', content, mimeType: '' }])).toEqual([
			'"a.docx" is no Word file by its content: Signaturit may refuse it',
		]);
	});

	it('is whole as a download of a ZIP if it is one', () => {
		expect(inPieces(zip, content, 5000).isWhole()).toBe(realFiles[name]?.format === 'ZIP');
	});
});

describe('a request', () => {
	const local = localService();
	const server = scriptedServer();

	it.each(signed)('is created with %s', async (name) => {
		const { items, error } = await runNode({
			parameters: createParameters({ recipients: { recipient: [ADA] } }),
			credential: local.credential,
			items: [await itemWithPdf('Contract No. 5', realFile(name))],
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	it.each(signed)('gives %s back as it was uploaded', async (name) => {
		server.answers = [(__, response) => file(realFile(name))(response)];
		const { items, error } = await runNode({
			parameters: documentParameters('downloadUploaded', 's', 'd'),
			credential: server.credential,
		});
		expect(error).toBeUndefined();
		expect((await bytesOf(items[0]?.binary?.data)).equals(realFile(name))).toBe(true);
	});
});
