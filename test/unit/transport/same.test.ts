import fc from 'fast-check';
import {
	lettersOf,
	plainAddress,
	plainKey,
	plainPersonName,
	plainTitle,
	plainPhone,
	plainValue,
} from '../../../nodes/Signaturit/transport/same';
import { marks, normalizedIn } from '../normalized';
import { propertyRuns } from '../propertyRuns';

const kinds = {
	lettersOf,
	plainAddress,
	plainKey,
	plainPersonName,
	plainTitle,
	plainPhone,
	plainValue,
};

describe.each(Object.entries(kinds))('the form of %s', (_, form) => {
	it('is that of itself', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				expect(form(form(text))).toBe(form(text));
			}),
			{ numRuns: propertyRuns(500) },
		);
	});

	it('of a long text is made without normalizing it', () => {
		expect(normalizedIn(() => form(`e${marks}`))).toBe(0);
		expect(form(`e${marks}`)).not.toBe(form(`e${marks.slice(2)}x`));
	});
});

describe('the same', () => {
	it.each([
		['name', plainTitle, 'Ada Lovelace', ' ada \n LOVELACE\u00a0'],
		['file name', plainTitle, 'Jos\u00e9.pdf', 'Jose\u0301.PDF'],
		['template', plainTitle, '#nda', ' #NDA '],
		['person', plainPersonName, 'Jos\u00e9 Nu\u0301n\u0303ez', ' jose  NUNEZ'],
		['person', plainPersonName, '\u0130nci', 'inci'],
		['address', plainAddress, 'Ada@Example.com', 'ada@example.COM '],
		['address', plainAddress, 'jos\u00e9@example.com', 'jose\u0301@example.com'],
		['phone', plainPhone, '+34 600-112.233', '34600112233'],
		['phone', plainPhone, '34600112233', '+34 (600) 112\u2011233'],
		['key', plainKey, 'a\u00f1o', ` an\u0303o${' '.repeat(2_000)}`],
		['value', plainValue, 'one\r\ntwo', 'one\ntwo'],
		['word', lettersOf, 'open_document', 'Open Document'],
		['word', lettersOf, 's\u00ed', 'SI'],
		['word', lettersOf, 'sms', '\uff33\uff2d\uff33'],
	])('%s', (_, form, one, other) => {
		expect(form(one)).toBe(form(other));
	});
});

describe('another', () => {
	it.each([
		['name', plainTitle, 'Ada Lovelace', 'AdaLovelace'],
		['name', plainTitle, 'Jos\u00e9', 'Jose'],
		['person', plainPersonName, 'Ada Lovelace', 'Ada Lovelac'],
		['person', plainPersonName, '\u0930\u093e\u092e', '\u0930\u092e'],
		['address', plainAddress, 'ada@example.com', 'ada @example.com'],
		['address', plainAddress, 'kate@example.com', '\u212aate@example.com'],
		['address', plainAddress, 'ada@example.com', '\u0430da@example.com'],
		['phone', plainPhone, '34600112233', '34600112234'],
		['phone', plainPhone, '34600112233', '34600112233 a'],
		['key', plainKey, 'Salary', 'salary'],
		['key', plainKey, 'my key', 'my  key'],
		['value', plainValue, 'Madrid', 'MADRID'],
		['word', lettersOf, 'mms', 'sms'],
	])('%s', (_, form, one, other) => {
		expect(form(one)).not.toBe(form(other));
	});

	it('address is never one of ASCII because a character of it is', () => {
		const changed = Array.from({ length: 0x10_ff80 }, (_, index) =>
			String.fromCodePoint(0x80 + index),
		).filter((character) => /^[\0-\x7f]*$/.test(plainAddress(`a${character}b`)));
		expect(changed).toEqual([]);
	});
});
