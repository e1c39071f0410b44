// Templates for HTML that escape every value, and times as people read them.

import { timestamp } from '../domain/clock';

/** Markup that is safe to put into a page. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | Part[];

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

function render(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (Array.isArray(part)) return part.map(render).join('');
	return escapeHtml(String(part));
}

/** A template. Values are escaped unless they are markup. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
	new Html(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string));

/** Data for a page's script, in an element that its text cannot close. */
export const dataBlock = (id: string, data: unknown): Html =>
	new Html(
		`<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`,
	);

/** A time as people read it, in UTC. */
export const timeOf = (at: Date): string =>
	timestamp(at).replace('T', ' ').replace('+0000', ' UTC');

/** The same as an element that programs can read. */
export const moment = (at: Date): Html =>
	html`<time datetime="${at.toISOString()}">${timeOf(at)}</time>`;
