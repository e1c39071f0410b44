import { z } from 'zod';
import {
	choice,
	email,
	filledName,
	flag,
	idFrom,
	numberFrom,
	openChoice,
	webUrl,
	wholeNumber,
} from '../../../nodes/Signaturit/input/doors';
import { copiesSchema } from '../../../nodes/Signaturit/input/copies';
import { phoneSchema } from '../../../nodes/Signaturit/input/people';
import type { FieldSchema } from '../../../nodes/Signaturit/input/schemas';
import { countLooks } from './lookCounter';

/** The doors of fields whose texts have a length, and a text that each takes. */
const doors: Record<string, [door: FieldSchema<unknown>, taken: string]> = {
	'an email': [email('Email'), 'ada@example.com'],
	'a phone': [phoneSchema, '+34 600 112 233'],
	'a name': [filledName('Name'), 'Ada'],
	'a copy': [z.preprocess((one) => [one], copiesSchema('CC')), 'Ada <ada@example.com>'],
	'a number': [numberFrom('Height', 0), '1.5'],
	'a whole number': [wholeNumber('Page', 1), '700'],
	'a web address': [webUrl('URL'), 'https://example.com'],
	'a switch': [flag('Editable'), 'yes'],
	'a choice': [choice('Type', ['signer', 'validator']), 'Signer'],
	'an open choice': [openChoice('Events', ['document_signed']), 'document_signed'],
};

const MEGABYTE = 1_000_000;

/** What a stranger may fill a text with. */
const fillers = [
	' ',
	'\u200b',
	',',
	';',
	'"',
	'(',
	'0',
	'1',
	'.',
	'@',
	'<',
	'\n',
	'\u0301',
	'a',
	'/',
	'-',
];

describe.each(Object.entries(doors))('%s', (_, [door, taken]) => {
	it.each(fillers)('that is too long is not read to its end: 1 MB of %j inside it', (filler) => {
		const long = `${taken.slice(0, 2)}${filler.repeat(MEGABYTE / filler.length)}${taken.slice(2)}`;
		expect(countLooks(() => door.safeParse(long))).toBeLessThan(50_000);
		expect(door.safeParse(long).success).toBe(false);
	});

	it('is taken out of the blanks of a column of fixed length', () => {
		const read = door.parse(taken);
		expect(door.parse(`${taken}${' '.repeat(500)}`)).toEqual(read);
		expect(door.parse(`\ufeff${taken}\u00a0`)).toEqual(read);
	});

	it('is found between 1 MB of blanks, each of which is looked at a few times at most', () => {
		const padded = `${' '.repeat(MEGABYTE / 2)}${taken}${' '.repeat(MEGABYTE / 2)}`;
		expect(countLooks(() => door.parse(padded))).toBeLessThan(5 * MEGABYTE);
	});
});

it('an ID that is too long is not read to its end', () => {
	for (const filler of fillers) {
		const long = `a${filler.repeat(MEGABYTE)}b`;
		const read = () => idFrom(long, 'Document', 'e1');
		expect(countLooks(() => expect(read).toThrow('does not hold an ID'))).toBeLessThan(50_000);
	}
});

it('the counter counts what is read', () => {
	const text = 'a'.repeat(1_000);
	expect(countLooks(() => text.slice(1, 900).length)).toBe(0);
	expect(countLooks(() => text.charCodeAt(5))).toBe(1);
	expect(countLooks(() => text.trim())).toBe(2);
	expect(countLooks(() => `   ${text} `.trim())).toBe(6);
	expect(countLooks(() => text.replace(/b/, ''))).toBe(1_000);
	expect(countLooks(() => /b/.test(text))).toBe(1_000);
	expect(countLooks(() => [...text])).toBe(1_000);
	expect(countLooks(() => expect(() => JSON.parse(text) as unknown).toThrow())).toBeGreaterThan(
		999,
	);
	expect(countLooks(() => text.normalize('NFC'))).toBe(1_000);
});
