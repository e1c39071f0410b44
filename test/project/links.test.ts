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

it('every picture is shown on a page', () => {
	const shown = new Set(
		pages.flatMap((page) => targets(page).map((target) => resolve(ROOT, dirname(page), target))),
	);
	const pictures = join(ROOT, 'docs', 'pictures');
	const unused = readdirSync(pictures).filter((file) => !shown.has(join(pictures, file)));
	expect(unused).toEqual([]);
});
