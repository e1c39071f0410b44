import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentHints, documentProblem } from '../../../nodes/Signaturit/input/fileChecks';
import { fileLabels } from '../../../nodes/Signaturit/input/files';
import { readPdf } from '../../../nodes/Signaturit/input/readPdf';
import {
	formatOf,
	uploaded,
	watchFile,
} from '../../../nodes/Signaturit/transport/files/fileFormat';

// It takes minutes, and programs of Debian, so it belongs to a proof (.ci/prove).

interface Judged {
	name: string;
	format: 'PDF' | 'DOCX' | 'DOC' | 'ZIP' | null;
	pages?: number;
	isProtected?: boolean;
}

const SIGNED = ['PDF', 'DOCX', 'DOC'];
const { MADE_FILES = '480' } = process.env;
/** Parts of a file that are left when it is cut off. */
const CUTS = [0.1, 0.5, 0.9];
const PIECE_BYTES = 64 * 1024;

let folder = '';
let judged: Judged[] = [];
const contentOf = (name: string) => readFileSync(join(folder, name));

function python(program: string, ...options: string[]): string {
	const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
	// The packages of Debian belong to its own Python.
	return execFileSync('/usr/bin/python3', [join(__dirname, program), ...options], {
		env,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
}

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'made-files-'));
	python('make.py', folder, MADE_FILES);
	judged = JSON.parse(python('judge.py', folder)) as Judged[];
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The names of the files, some of them `where` it is so, of which `see` says anything else than `expected` says. */
async function differing(
	expected: (file: Judged) => unknown,
	see: (content: Buffer) => unknown,
	where: (file: Judged) => boolean = () => true,
): Promise<string[]> {
	const wrong: string[] = [];
	const files = judged.filter(where);
	expect(files.length).toBeGreaterThan(0);
	for (const file of files) {
		const seen = await see(contentOf(file.name));
		if (JSON.stringify(seen) !== JSON.stringify(expected(file))) wrong.push(file.name);
	}
	process.stdout.write(`${wrong.length} of ${files.length} files are wrong\n`);
	return wrong;
}

const isSigned = ({ format }: Judged) => SIGNED.includes(format ?? '');

describe('files that programs make', () => {
	it('have the format that other readers see', async () => {
		const wrong = differing(
			({ format }) => format,
			(content) => formatOf(content)?.name ?? null,
		);
		expect(await wrong).toEqual([]);
	});

	it('are taken for signature by their content, without a hint', async () => {
		const wrong = differing(
			(file) => (isSigned(file) ? [] : ['is not a PDF, DOC or DOCX file']),
			(content) =>
				[
					documentProblem(content, 'Contract No. 5') ??
						documentHints([{ fileName: 'Contract No. 5', content, mimeType: '' }]),
				].flat(),
		);
		expect(await wrong).toEqual([]);
	});

	it('get the ending of their format', async () => {
		const wrong = differing(
			({ format }) => ['data', format?.toLowerCase()].filter(Boolean).join('.'),
			(content) => fileLabels({}, 'data', content).fileName,
		);
		expect(await wrong).toEqual([]);
	});

	it('have the pages and the protection that other readers see', async () => {
		const wrong = differing(
			({ pages, isProtected }) => [pages, isProtected],
			async (content) => {
				const { pages, isProtected } = await readPdf(content);
				return [pages, isProtected];
			},
			({ format }) => format === 'PDF',
		);
		expect(await wrong).toEqual([]);
	});

	it('are whole as downloads', async () => {
		const wrong = differing(
			({ format }) => [true, format],
			(content) => {
				const watch = watchFile(uploaded);
				for (let at = 0; at < content.length; at += PIECE_BYTES) {
					watch.take(content.subarray(at, at + PIECE_BYTES));
				}
				return [watch.isWhole(), watch.format().name];
			},
			isSigned,
		);
		expect(await wrong).toEqual([]);
	});

	it('are refused when they are cut off', async () => {
		const wrong = differing(
			() => CUTS.map(() => true),
			(content) =>
				CUTS.map((part) => {
					const cut = content.subarray(0, part * content.length);
					return documentProblem(cut, 'a.doc')?.startsWith('is not ') ?? false;
				}),
		);
		expect(await wrong).toEqual([]);
	});
});
