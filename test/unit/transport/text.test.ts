import fc from 'fast-check';
import {
	bare,
	bareOf,
	composed,
	HIDDEN,
	isUnreadable,
	isUnseenText,
} from '../../../nodes/Signaturit/transport/text';

/** Blanks and characters that show nothing, of all kinds. */
const BLANKS = [
	...[' ', '\t', '\n', '\r', '\u00a0', '\u2003', '\u3000', '\u2028', '\ufeff', '\u0001', '\u0085'],
	...['\u00ad', '\u200b', '\u200d', '\u200f', '\u2060', '\u202e', '\u3164', '\u115f', '\u2800'],
	'\u{1d173}',
];

/** Characters that show something, or of which nobody can say what they show. */
const SEEN = [
	'a',
	'é',
	'ñ',
	'字',
	'0',
	'-',
	'.',
	'😀',
	'\ue000',
	'\u{f0000}',
	'\0',
	'\ufffd',
	'\ud83d',
];

const textOf = (...characters: string[]) =>
	fc.array(fc.constantFrom(...characters)).map((all) => all.join(''));

describe('a text', () => {
	it('loses the blanks around it and no other character', () => {
		const around = textOf(...BLANKS);
		const inner = fc
			.tuple(fc.constantFrom(...SEEN), textOf(...SEEN, ...BLANKS), fc.constantFrom(...SEEN))
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(around, inner, around, (before, text, after) => {
				expect(bare(before + text + after)).toBe(text);
			}),
		);
	});

	it('has nothing that can be seen only if all of it is blank', () => {
		fc.assert(
			fc.property(textOf(...BLANKS, '\ufe0f', '\u034f'), textOf(...SEEN), (blanks, seen) => {
				expect(isUnseenText(blanks)).toBe(true);
				expect(isUnseenText(blanks + seen)).toBe(seen === '');
				expect(bare(blanks + seen) === '').toBe(seen === '');
			}),
		);
	});

	it.each([
		'❤\ufe0f',
		'🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
		'\u1820\u180b',
		'e\u0301',
		'葛\u{e0100}',
	])('keeps the marks of its last character: %j', (text) => {
		expect(bare(` ${text}\u200b `)).toBe(text);
	});

	it('loses other characters around it, which may differ before and behind it', () => {
		expect(bareOf(' <\u200b< a<b>, ;', '<', '>,;')).toBe('a<b');
		expect(bareOf('😀a😀', '', '😀')).toBe('😀a');
		expect(bareOf('a//', '/', '/')).toBe('a');
		expect(bareOf('//', '', '/')).toBe('');
	});

	it('of any characters is read', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(text).toContain(bare(text));
				expect(bare(bare(text))).toBe(bare(text));
			}),
		);
	});

	it.each(['\0', 'a\0b', '\ufffd', '\ud83d', '\ude00', '😀\ud83d'])(
		'was not read whole: %j',
		(text) => {
			expect(isUnreadable(text)).toBe(true);
		},
	);

	it.each(['', '😀', '\ue000', 'é', '\u200b'])('was read whole: %j', (text) => {
		expect(isUnreadable(text)).toBe(false);
	});

	it('is composed as far as a name goes', () => {
		expect(composed('e\u0301')).toBe('é');
		expect(composed(`${'a'.repeat(999)}bc`)).toHaveLength(1_000);
	});
});

it('each character that is hidden is blank, or stands for no letter', () => {
	const hidden = new RegExp(`^[${HIDDEN}]$`, 'u');
	const noLetter = /^[\0\p{Cs}\p{Co}]$/u;
	const wrong: string[] = [];
	for (let code = 0; code <= 0x10ffff; code++) {
		const character = String.fromCodePoint(code);
		const isBlank = isUnseenText(character);
		const isHidden = hidden.test(character);
		if (isHidden !== ((isBlank && !/^\p{Zs}$/u.test(character)) || noLetter.test(character))) {
			wrong.push(code.toString(16));
		}
	}
	expect(wrong).toEqual([]);
});
