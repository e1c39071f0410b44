import fc from 'fast-check';
import { cutName, nameOfParts } from '../../../../nodes/Signaturit/transport/files/fileName';

const bytesIn = (text: string) => Buffer.byteLength(text);
/** Room is left for a number. */
const MOST = 247;

/** Texts in scripts of one to four bytes for a letter, with marks and joined emoji. */
const texts = fc.string({
	unit: fc.constantFrom(
		'a',
		' ',
		'.',
		'ñ',
		'e\u0301',
		'契',
		'👩‍👩‍👧‍👦',
		'🇪🇸',
		'a\u0301\u0302\u0323',
		'👍🏽',
	),
	maxLength: 400,
});
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const charactersOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);
/** Whether a text is the beginning of another, and ends between two of its characters. */
const begins = (text: string, whole: string) =>
	[whole, ''].some((rest) => rest === text) ||
	charactersOf(whole).slice(0, charactersOf(text).length).join('') === text;

describe('the name of a file that is made of parts', () => {
	it('keeps what disks take as it is', () => {
		expect(nameOfParts('contract', 'Ada Lovelace', 'signed', '.pdf')).toBe(
			'contract - Ada Lovelace - signed.pdf',
		);
		expect(nameOfParts('contract', '', 'audit trail', '.pdf')).toBe('contract - audit trail.pdf');
		const longest = 'x'.repeat(MOST - bytesIn(' - Ada - signed.pdf'));
		const name = `${longest} - Ada - signed.pdf`;
		expect(nameOfParts(longest, 'Ada', 'signed', '.pdf')).toBe(name);
		expect(nameOfParts(`${longest}y`, 'Ada', 'signed', '.pdf')).toBe(name);
	});

	it('says of each part as much as fits', () => {
		const cut = nameOfParts('x'.repeat(300), 'y'.repeat(300), 'signed', '.pdf');
		expect(cut).toBe(`${'x'.repeat(115)} - ${'y'.repeat(115)} - signed.pdf`);
		expect(nameOfParts('x'.repeat(300), 'Ada', 'signed', '.pdf')).toMatch(/^x{228} - Ada - signed/);
		expect(nameOfParts('Lease', 'y'.repeat(300), 'sent', '.pdf')).toMatch(/^Lease - y{228} - sent/);
	});

	it('has no more bytes than disks take, whole characters, and its title and ending', () => {
		fc.assert(
			fc.property(texts, texts, (what, who) => {
				const name = nameOfParts(what, who, 'audit trail', '.pdf');
				expect(bytesIn(name)).toBeLessThanOrEqual(MOST);
				expect(name.endsWith('audit trail.pdf')).toBe(true);
				const whole = [what, who, 'audit trail'].filter(Boolean).join(' - ') + '.pdf';
				if (bytesIn(whole) <= MOST) expect(name).toBe(whole);
			}),
		);
	});

	it.each(['👩‍👩‍👧‍👦', 'e\u0301', 'ñ', '🇪🇸', '契'])('is not cut inside %s', (character) => {
		for (const before of ['', 'a', 'ab', 'abc']) {
			const [what = ''] = nameOfParts(before + character.repeat(250), '', 'signed', '.pdf').split(
				' - ',
			);
			expect(what.slice(before.length).replaceAll(character, '')).toBe('');
			expect(bytesIn(what)).toBeGreaterThan(190);
		}
	});

	it('takes a character that is longer than a name for none', () => {
		const name = nameOfParts(`a${'\u0301'.repeat(100_000)}`, 'Ada', 'signed', '.pdf');
		expect(name).toBe('Ada - signed.pdf');
	});
});

describe('a name that Signaturit gives', () => {
	it('keeps its beginning and its ending when it is cut', () => {
		expect(cutName('contract.pdf')).toBe('contract.pdf');
		expect(cutName(`${'x'.repeat(300)}.docx`)).toBe(`${'x'.repeat(MOST - 5)}.docx`);
		expect(cutName('x'.repeat(300))).toBe('x'.repeat(MOST));
		expect(cutName(`.${'x'.repeat(300)}`)).toBe(`.${'x'.repeat(MOST - 1)}`);
	});

	it('has no more bytes than disks take, and whole characters', () => {
		fc.assert(
			fc.property(texts, (stem) => {
				const name = cutName(`${stem}.zip`);
				expect(bytesIn(name)).toBeLessThanOrEqual(MOST);
				expect(name.endsWith('.zip')).toBe(true);
				expect(begins(name.slice(0, -4), stem)).toBe(true);
			}),
		);
	});
});
