import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { documentProblem } from '../../nodes/Signaturit/input/fileChecks';
import { MAX_FILE_BYTES } from '../../nodes/Signaturit/input/files';
import { readPdf } from '../../nodes/Signaturit/input/pdf/readPdf';
import { docxOf } from '../workflow/engine/wordFiles';
import { attacks, SIZES } from './attacks';
import { pdfFiles } from './pdf';

/** All of it belongs to a proof (.ci/prove): it takes minutes, and programs that judge PDFs. */
const isProof = process.env.FILES === 'all';
const ROOT = resolve(__dirname, '..', '..');

/** What a reader says of the number of pages; undefined when it does not open the file. */
const judges: ReadonlyArray<(path: string) => number | undefined> = [
	(path) => numberIn(/^Pages:\s+(\d+)/m, 'pdfinfo', path),
	(path) => numberIn(/^(\d+)$/m, 'qpdf', '--show-npages', path),
	(path) => numberIn(/^Pages:\s+(\d+)/m, 'mutool', 'info', '-M', path),
];

function numberIn(pattern: RegExp, program: string, ...options: string[]): number | undefined {
	const { stdout } = spawnSync(program, options, { encoding: 'latin1', timeout: 60_000 });
	const found = Number(pattern.exec(stdout)?.[1] ?? 0);
	return found > 0 ? found : undefined;
}

/** The PDFs in a folder of this machine. */
function pdfsIn(folder: string): string[] {
	const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
	return entries
		.filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((path) => statSync(path).size <= MAX_FILE_BYTES);
}

const folders = isProof
	? (process.env.PDF_FOLDERS?.split(':') ?? ['/usr/share', join(ROOT, 'node_modules')])
	: [join(ROOT, 'examples')];

describe.each(folders)('the PDFs in %s', (folder) => {
	const judged = pdfsIn(folder).map((path) => ({
		path,
		content: readFileSync(path),
		counts: isProof ? judges.map((judge) => judge(path)) : [],
	}));

	it('are counted as one of the readers counts them, or not at all', async () => {
		let counted = 0;
		for (const { path, content, counts } of judged) {
			const { pages } = await readPdf(content);
			const opened = counts.filter((count) => count !== undefined);
			if (pages !== undefined) counted++;
			if (pages !== undefined && opened.length > 0)
				expect([path, opened]).toEqual([path, expect.arrayContaining([pages])]);
		}
		expect(counted).toBeGreaterThanOrEqual(0.9 * judged.length);
	});

	it('are sent when all readers open them', () => {
		const opened = judged.filter(({ counts }) => counts.every((count) => count !== undefined));
		const refused = opened.filter(({ path, content }) => documentProblem(content, path));
		expect(refused.map(({ path }) => path)).toEqual([]);
	});
});

describe('a file that was made to stop n8n', () => {
	const rows = Object.keys(attacks).flatMap((name) =>
		(isProof ? SIZES : SIZES.slice(0, 1)).map((size) => [name, size] as const),
	);

	it.each(isProof ? rows : rows.slice(0, 1))(
		'costs little when it is %s in size %d',
		(name, size) => {
			const options = [
				'--expose-gc',
				'--import',
				'tsx',
				join(__dirname, 'cost.ts'),
				String(size),
				name,
			];
			const text = execFileSync(process.execPath, options, { cwd: ROOT, encoding: 'utf8' });
			const { cpu, megabytes } = JSON.parse(text) as Record<string, number>;
			expect([cpu, megabytes]).toEqual([expect.any(Number), expect.any(Number)]);
			// Milliseconds of work, not of waiting. A proof has the machine for itself.
			if (isProof) expect(cpu).toBeLessThanOrEqual(500);
			expect(megabytes).toBeLessThanOrEqual(60);
		},
	);
});

describe('a file with random damage', () => {
	const whole = [
		...Object.values(pdfFiles).map(([text]) => Buffer.from(text, 'latin1')),
		docxOf('A contract'),
	].filter(({ length }) => length > 0);
	const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), {
		minLength: 1,
		maxLength: 30,
	});

	it('is read to an end, and costs no second and no 100 MB', async () => {
		const before = process.memoryUsage().rss;
		let longest = 0;
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...whole), damage, async (content, changes) => {
				const damaged = Buffer.from(content);
				for (const [share, byte] of changes) damaged[Math.floor(share * damaged.length)] = byte;
				const start = process.cpuUsage();
				documentProblem(damaged, 'a.doc');
				const { pages } = await readPdf(damaged);
				const { user, system } = process.cpuUsage(start);
				longest = Math.max(longest, user + system);
				expect(pages === undefined || (Number.isInteger(pages) && pages > 0)).toBe(true);
			}),
			{ numRuns: isProof ? 20_000 : 300 },
		);
		if (!isProof) return;
		expect(longest / 1_000_000).toBeLessThan(1);
		expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100);
	}, 600_000);
});
