import fc from 'fast-check';
import { escapeHtml, scriptJson } from '../../../../nodes/Signaturit/embedded/page/markup';

const text = fc.string({
	unit: fc.constantFrom('<', '>', '&', '"', "'", '/', '!', '-', 's', '\u2028', '\u2029', '\\', '€'),
});

/** What a browser reads, for the five entities that can occur. */
function unescaped(html: string): string {
	const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
	return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name as 'lt']);
}

describe('escapeHtml', () => {
	it('leaves nothing that ends a text or an attribute, and loses nothing', () => {
		fc.assert(
			fc.property(text, (value) => {
				expect(escapeHtml(value)).not.toMatch(/[<>"']|&(?!(lt|gt|quot|#39|amp);)/);
				expect(unescaped(escapeHtml(value))).toBe(value);
			}),
		);
	});
});

describe('scriptJson', () => {
	it('leaves nothing that ends a script or a line, and loses nothing', () => {
		fc.assert(
			fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (value) => {
				const json = scriptJson(value);
				expect(json).not.toMatch(/[<>&\u2028\u2029]/);
				expect(JSON.parse(json)).toEqual({ ...value });
			}),
		);
	});
});
