import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { documentProblem } from '../../nodes/Signaturit/input/fileChecks';
import { MAX_FILE_BYTES } from '../../nodes/Signaturit/input/files';
import { readPdf } from '../../nodes/Signaturit/input/readPdf';
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
	: [];
/** So many are judged in some minutes; of more, they are picked evenly. */
const MAX_JUDGED = 2000;

describe('the PDFs of this machine', () => {
	const paths = [join(ROOT, 'examples'), ...folders].flatMap(pdfsIn);
	const step = Math.ceil(paths.length / MAX_JUDGED);
	const judged = paths
		.filter((_, index) => index % step === 0)
		.map((path) => {
			const counts = isProof ? judges.map((judge) => judge(path)) : [];
			const opened = counts.filter((count) => count !== undefined);
			// Readers that disagree, or one alone, are no judges.
			const isTruth = !isProof || (opened.length > 1 && new Set(opened).size === 1);
			return { path, opened, isTruth };
		})
		.filter(({ isTruth }) => isTruth);

	it('are counted as other readers count them, all but one in a hundred', async () => {
		const read = judged.map(async ({ path, opened: [expected] }) => {
			const { pages } = await readPdf(readFileSync(path));
			return { path, pages, expected: isProof ? expected : pages };
		});
		const counted = (await Promise.all(read)).filter(({ pages }) => pages !== undefined);
		expect(counted.filter(({ pages, expected }) => pages !== expected)).toEqual([]);
		expect(judged.length).toBeGreaterThan(0);
		expect(counted.length).toBeGreaterThanOrEqual(0.99 * judged.length);
		process.stdout.write(`${counted.length} of ${judged.length} PDFs were counted, all right\n`);
	});

	it('are sent when all readers open them', () => {
		const whole = judged.filter(({ opened }) => !isProof || opened.length === judges.length);
		const refused = whole.filter(({ path }) => documentProblem(readFileSync(path), path));
		expect(refused.map(({ path }) => path)).toEqual([]);
	});
});

/** What a file costs in milliseconds of work, not of waiting, and in megabytes (cost.ts). */
function costOf(way: string, size: number, name: string): { cpu: number; megabytes: number } {
	const program = ['--expose-gc', '--import', 'tsx', join(__dirname, 'cost.ts')];
	const options = [...program, way, String(size), name];
	const text = execFileSync(process.execPath, options, { cwd: ROOT, encoding: 'utf8' });
	return JSON.parse(text) as ReturnType<typeof costOf>;
}

describe('a file that was made to stop n8n', () => {
	const names = Object.keys(attacks);
	const rows = names.flatMap((name) => SIZES.map((size) => [name, size] as const));

	it.each(isProof ? rows : rows.slice(0, 1))(
		'costs little when it is %s in size %d',
		(name, size) => {
			const { cpu, megabytes } = costOf('as a PDF', size, name);
			expect(megabytes).toBeLessThanOrEqual(60);
			// A proof has the machine for itself.
			if (isProof) expect(cpu).toBeLessThanOrEqual(500);
		},
	);

	// Each file takes a process that loads n8n.
	if (!isProof) return;

	const largest = SIZES.at(-1) ?? 1;

	it.each(['through Create', 'as a download'])(
		'costs little more than a plain file of its size %s',
		(way) => {
			const peer = costOf(way, largest, 'a plain file');
			// A download looks at the beginning and the end only.
			for (const name of way === 'through Create' ? names : names.slice(0, 2)) {
				const { cpu, megabytes } = costOf(way, largest, name);
				const more = { name, cpu: cpu - peer.cpu, megabytes: megabytes - peer.megabytes };
				expect([more, more.cpu <= 500, more.megabytes <= 60]).toEqual([more, true, true]);
			}
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
		let longest = 0;
		let largest = 0;
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...whole), damage, async (content, changes) => {
				const damaged = Buffer.from(content);
				for (const [share, byte] of changes) damaged[Math.floor(share * damaged.length)] = byte;
				const before = process.memoryUsage().rss;
				const start = process.cpuUsage();
				documentProblem(damaged, 'a.doc');
				const { pages } = await readPdf(damaged);
				const { user, system } = process.cpuUsage(start);
				longest = Math.max(longest, user + system);
				largest = Math.max(largest, process.memoryUsage().rss - before);
				expect(pages === undefined || (Number.isInteger(pages) && pages > 0)).toBe(true);
			}),
			{ numRuns: isProof ? 20_000 : 300 },
		);
		if (!isProof) return;
		expect(longest / 1_000_000).toBeLessThan(1);
		expect(largest / 1024 / 1024).toBeLessThan(100);
		process.stdout.write(`The worst took ${longest / 1000} ms and ${largest / 1024 / 1024} MB\n`);
	});
});
