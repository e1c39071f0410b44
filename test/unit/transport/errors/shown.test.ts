import fc from 'fast-check';
import { DateTime } from 'luxon';
import { cut, cutLines, showValue } from '../../../../nodes/Signaturit/transport/errors/shown';

describe('a value in a message', () => {
	it.each<[string, unknown, string]>([
		['text', 'Ada', '"Ada"'],
		['invisible characters', 'a\u200bb\u00a0c\nd', '"aU+200BbU+00A0cU+000Ad"'],
		['long text', 'x'.repeat(1_000_000), `"${'x'.repeat(79)}…" (base64 of 1000000 characters)`],
		[
			'base64',
			'JVBERi0x'.repeat(30),
			`"${'JVBERi0x'.repeat(10).slice(0, 79)}…" (base64 of 240 characters)`,
		],
		['a number', 7, '7'],
		['a list', ['a', 1], '["a",1]'],
		['an object', { a: { b: 1 } }, '{"a":{"b":1}}'],
		['a long text in one', { a: '😀'.repeat(90) }, `{"a":"${'😀'.repeat(73)}…`],
		['half emojis in one', { a: '\ud83d'.repeat(90) }, `{"a":"${'\\ud83d'.repeat(12)}\\…`],
		['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
		['an invalid Date', new Date(NaN), 'an invalid date'],
		['a DateTime', DateTime.fromMillis(0, { zone: 'utc' }), '1970-01-01T00:00:00.000Z'],
		['true', true, 'true'],
	])('of the kind %s', (_, value, shown) => {
		expect(showValue(value)).toBe(shown);
	});

	it('is at most 80 characters of it, whatever it is', () => {
		fc.assert(
			fc.property(fc.anything({ withDate: true, withBigInt: false }), (value) => {
				expect([...showValue(value)].length).toBeLessThan(130);
			}),
		);
		const cyclic: { self?: unknown } = {};
		cyclic.self = cyclic;
		expect(showValue(cyclic)).toBe('an object');
	});

	it('is cut between characters', () => {
		expect(cut('😀'.repeat(5), 4)).toBe('😀😀😀…');
		expect(cut('😀'.repeat(4), 4)).toBe('😀'.repeat(4));
	});

	it('is one of as many lines as fit', () => {
		const lines = Array.from({ length: 300 }, (_, line) => `• Row ${line} ${'x'.repeat(40)}`);
		const shown = cutLines(lines, 2_000);
		expect(shown.join('\n').length).toBeLessThanOrEqual(2_000);
		expect(shown.at(-1)).toBe(`… and ${300 - shown.length + 1} more`);
		expect(cutLines(['a', 'b'], 2_000)).toEqual(['a', 'b']);
	});
});
