import fc from 'fast-check';
import { escapeHtml, scriptJson } from '../../../../nodes/Signaturit/embedded/page';

const text = fc.string({
	unit: fc.constantFrom('<', '>', '&', '"', "'", '/', '!', '-', 's', '\u2028', '\u2029', '\\', '€'),
});

/** The text that a browser reads from the HTML, for the five entities that can occur. */
function unescaped(html: string): string {
	const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
	return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name as 'lt']);
}

describe('escapeHtml', () => {
	it('escapes every character that could end a text or an attribute, and keeps the value', () => {
		fc.assert(
			fc.property(text, (value) => {
				expect(escapeHtml(value)).not.toMatch(/[<>"']|&(?!(lt|gt|quot|#39|amp);)/);
				expect(unescaped(escapeHtml(value))).toBe(value);
			}),
		);
	});
});

describe('scriptJson', () => {
	it('escapes every character that could end a script or a line, and keeps the value', () => {
		fc.assert(
			fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (value) => {
				const json = scriptJson(value);
				expect(json).not.toMatch(/[<>&\u2028\u2029]/);
				expect(JSON.parse(json)).toEqual({ ...value });
			}),
		);
	});
});
