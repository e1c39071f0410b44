import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { filesIn, ROOT } from './files';
import { anchorOf } from './ledger/ledger';

const pages = [
	...readdirSync(ROOT),
	...readdirSync(join(ROOT, 'docs')).map((file) => join('docs', file)),
	join('test', 'service', 'README.md'),
].filter((file) => file.endsWith('.md'));

/** The text of a page without its code blocks. */
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').replace(/```[^]*?```/g, '');

/** What a page links to within the project. */
const links = (page: string): string[] =>
	[...textOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
		.map(([, link = '', source = '']) => link || source)
		.filter((link) => !/^[a-z]+:/.test(link));

/** The same without anchors. */
const targets = (page: string): string[] =>
	links(page)
		.map((link) => link.replace(/#.*$/, ''))
		.filter(Boolean);

/** The anchors of a page's headings. */
const anchorsOf = (page: string): string[] =>
	[...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		anchorOf(title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
	);

const anchors = new Map(pages.map((page) => [page, anchorsOf(page)]));

/** Those of the pages' headings that do not exist. */
const missingAmong = (named: ReadonlyArray<readonly [page: string, anchor: string]>) =>
	named
		.filter(([page, anchor]) => anchors.get(page)?.includes(anchor) === false)
		.map((heading) => heading.join('#'));

describe.each(pages)('%s', (page) => {
	it('links only to files that exist', () => {
		const missing = targets(page).filter(
			(target) => !existsSync(resolve(ROOT, dirname(page), decodeURI(target))),
		);
		expect(missing).toEqual([]);
	});

	it('links only to headings that exist', () => {
		const named = links(page).flatMap((link) => {
			const [target = '', anchor] = link.split('#');
			const path = target ? relative(ROOT, resolve(ROOT, dirname(page), target)) : page;
			return anchor === undefined ? [] : [[path, anchor] as const];
		});
		expect(missingAmong(named)).toEqual([]);
	});
});

it('the headings that comments in the code name exist', () => {
	const files = ['nodes', 'test'].flatMap(filesIn);
	const named = files.flatMap((file) =>
		[...readFileSync(join(ROOT, file), 'utf8').matchAll(/\b(docs\/\w+\.md)#([\w-]+)/g)].map(
			([, page = '', anchor = '']) => [page, anchor] as const,
		),
	);
	expect(named.length).toBeGreaterThan(100);
	expect(missingAmong(named)).toEqual([]);
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
