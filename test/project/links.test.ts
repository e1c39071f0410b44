import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');

const pages = [
	...readdirSync(ROOT),
	...readdirSync(join(ROOT, 'docs')).map((file) => join('docs', file)),
	join('test', 'service', 'README.md'),
].filter((file) => file.endsWith('.md'));

/** What a page links to within the project, without anchors. */
function targets(page: string): string[] {
	const text = readFileSync(join(ROOT, page), 'utf8').replace(/```[^]*?```/g, '');
	const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)];
	return links
		.map(([, link = '', source = '']) => (link || source).replace(/#.*$/, ''))
		.filter((target) => target && !/^[a-z]+:/.test(target));
}

describe.each(pages)('%s', (page) => {
	it('links only to files that exist', () => {
		const missing = targets(page).filter(
			(target) => !existsSync(resolve(ROOT, dirname(page), decodeURI(target))),
		);
		expect(missing).toEqual([]);
	});
});

/** Where the paths in texts begin: the project, its nodes, and what GitHub runs. */
const BEGINNINGS = ['', 'nodes/Signaturit', '.github/workflows'];

/** What is there only after a build. */
const MADE = ['dist/'];

/** The words between backticks that look like a file or folder of the project. */
function pathsIn(text: string): string[] {
	const words = [...text.replace(/```[^]*?```/g, '').matchAll(/`([^`\n]+)`/g)].flatMap(
		([, code = '']) => code.split(' '),
	);
	const isPath = (word: string) =>
		/^[\w.][\w.-]*(\/[\w.-]+)*\/?$/.test(word) &&
		(word.includes('/') || /\w\.(ts|m?js|cjs|json|md|txt|ya?ml)$/.test(word));
	return words.filter(isPath);
}

describe('the paths in backticks', () => {
	it.each([
		['SECURITY.md', 30],
		['ARCHITECTURE.md', 20],
		['CONTRIBUTING.md', 20],
	])('of %s exist', (page, least) => {
		const paths = pathsIn(readFileSync(join(ROOT, page), 'utf8'));
		expect(paths.length).toBeGreaterThan(least);
		const exists = (path: string) =>
			MADE.includes(path) || BEGINNINGS.some((folder) => existsSync(join(ROOT, folder, path)));
		expect(paths.filter((path) => !exists(path))).toEqual([]);
	});
});

it('every picture is shown on a page', () => {
	const shown = new Set(
		pages.flatMap((page) => targets(page).map((target) => resolve(ROOT, dirname(page), target))),
	);
	const pictures = join(ROOT, 'docs', 'pictures');
	const unused = readdirSync(pictures).filter((file) => !shown.has(join(pictures, file)));
	expect(unused).toEqual([]);
});
