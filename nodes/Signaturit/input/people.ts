// People as the user enters them: mailboxes, phone numbers, and recipients to skip.

import { z } from 'zod';
import type { ExecuteCall } from '../transport/call';
import { isPlainObject } from '../transport/shapes';
import { bare, bareOf, MAX_NAME } from '../transport/text';
import { anyText, MAX_EMAIL } from './doors';
import { choicesField, option } from './fields';
import { chosenValue } from './locators';
import { gives, isBlank, optional, refusal, schemaFor, Unfound, type FieldSchema } from './schemas';
import { LEFT_OUT, listOfOne, mapList } from './rows';
import { chosenAmong } from './values';

/** An email address after a name, as mail programs write it, and the mark of a list behind it. */
const MAILBOX = /^([^<>]*)<([^<>]*)>[\s,;]*$/;

/** What looks like an address, or parts two people: a name that has it is somebody else too. */
const SOMEBODY_ELSE = /[^\s"',;(][@\uff20][^\s"',;)]|[;\n\r]/;

/** A person as JSON, for messages. */
export const PERSON = '{ "email": "…", "name": "…" }';

/** A person whose email may bring the name, as n8n's email nodes give it. The field for the name decides. */
export const withMailbox = <Output>(person: FieldSchema<Output>): FieldSchema<Output> =>
	z.preprocess((value) => {
		if (!isPlainObject(value) || typeof value.email !== 'string') return value;
		const entered = bare(value.email);
		if (entered.length > MAX_NAME + MAX_EMAIL) return value;
		const [, before = '', email] = MAILBOX.exec(entered) ?? [];
		if (email === undefined) return value;
		const given = bare(before).replace(/^"(.*)"$/, '$1');
		const address = given.replace(/^'(.*)'$/, '$1').toLowerCase();
		if (SOMEBODY_ELSE.test(given) && address !== bare(email).toLowerCase()) {
			const wanted = 'names more than one person: give each of them an entry of their own';
			return { ...value, email: new Unfound(refusal('Email', entered, wanted)) };
		}
		return { ...value, email, name: isBlank(value.name) ? given : value.name };
	}, person);

/** A phone number, which may be missing, as digits with the country code (`phoneDigits`). Takes text and numbers. */
export const phoneSchema = optional(
	schemaFor<string>((value) => {
		const read = phoneDigits(String(anyText.safeParse(value).data ?? ''));
		if ('digits' in read) return gives(read.digits);
		const problem = read.problem && `. ${read.problem}`;
		const wanted = `must be a number with its country code, e.g. 34600000000${problem}`;
		return z.never({ message: refusal('Phone', value, wanted) });
	}),
);

/** The country code at the beginning of an international number (ITU-T E.164). */
const COUNTRY = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Where numbers keep a 0 that is written in brackets: Italy, San Marino and the Vatican. */
const KEEPS_ZERO = /^(39|37[89])$/;

/** Where the number after the country code can begin with 0; elsewhere, that 0 is dialled within the country only. */
const HAS_ZERO = /^(39|37[89]|22[5679]|24[127]|992|80[08]|87[08]|88[1238]|979)$/;

/** Most digits of an international number (ITU-T E.164). */
const MAX_DIGITS = 15;

/** The longest text that may be a number, in characters, without the blanks around it. */
const MAX_PHONE = 64;

/** The characters that may stand between groups of digits. */
const SEPARATORS = /[\t\p{Zs}.\p{Pd}\u2212]+/gu;

/** An 8 in brackets that is dialled within a country of the former Soviet Union only. */
const DOMESTIC_EIGHT = /^\+?(?:00)?(?:7|37[05]|99[238])\s*\(8\)/;

const FULL_WIDTH = /[\uff0b\uff10-\uff19]/g;

type Phone = { digits: string } | { problem: string };

const UNKNOWN: Phone = { problem: '' };

/**
 * The digits that a person would dial from abroad, with the country code and without a plus sign
 * (docs/service.md#recipients). Nothing that carries meaning is deleted.
 *
 * @param entered as in spreadsheets (`34600112233.0`, `3.4600112233E+10`), on cards (`+49 (0) 171 1234567`), in links
 * (`tel:`), with `00` for the plus sign and characters that nobody sees
 * @returns a problem if the number is not certain; it is empty if there is no more to say
 */
export function phoneDigits(entered: string): Phone {
	const line = bareOf(entered, '', ',;');
	if (line.length > MAX_PHONE) return UNKNOWN;
	const text = line
		.replace(/\p{Cf}/gu, '')
		.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
		.trim()
		.replace(/^'|^tel:\s*/i, '');
	const [, first, decimals = '', power] = /^\+?(\d)(?:[.,](\d+))?e\+?(\d+)$/i.exec(text) ?? [];
	if (first !== undefined) {
		return decimals.length === Number(power)
			? certain(first + decimals, true)
			: { problem: 'A spreadsheet has rounded it: format the column as text' };
	}
	const [, whole, rest = ''] = /^(\+?\d+)[.,](\d+)$/.exec(text) ?? [];
	if (whole !== undefined && (whole.length > 7 || rest.length < 3)) {
		return /^0+$/.test(rest) ? international(whole) : UNKNOWN;
	}
	// A single digit after a point is a decimal, and so are a few after a long group: a point that separates is between
	// groups of two to four.
	return /[.,]\d$|\d{5}[.,]\d{1,3}$/.test(text) ? UNKNOWN : international(text);
}

/** The country code in brackets, with or without its prefix, e.g. `(+34) 600 112 233`. */
const BRACKETED_COUNTRY = /^(\+?) ?\((\+? ?(?:00)? ?)(\d+)\)/;

function international(text: string): Phone {
	if (/^[\p{Pd}.\u2212]/u.test(text) || DOMESTIC_EIGHT.test(text)) return UNKNOWN;
	const spaced = text
		.replace(/\(\s*0\s*\)/g, ' Z ')
		.replace(SEPARATORS, ' ')
		.replace(/(\() | (\))/g, '$1$2');
	const [begin, plus = '', inner = '', code] = BRACKETED_COUNTRY.exec(spaced) ?? [''];
	const line = code === undefined ? spaced : `${plus}${inner}${code} ${spaced.slice(begin.length)}`;
	const [, prefix = '', body = ''] = /^(\+? ?(?:00)? ?)((?:[\dZ ]|\(\d+\))*)$/.exec(line) ?? [];
	return numberOf(body.match(/\(?\d+|Z/g) ?? [], prefix.trim() !== '', code !== undefined);
}

/**
 * @param groups of digits as they were written: one that was in brackets begins with `(`, and `Z` is a 0 in brackets
 * @param isInternational whether the prefix that stands before a country code was there
 * @param isCountry whether the first group was in brackets, so it is a country code or no number
 */
function numberOf(groups: readonly string[], isInternational: boolean, isCountry: boolean): Phone {
	const [first] = groups;
	if (first === undefined) return UNKNOWN;
	if (first.startsWith('0')) return NO_COUNTRY;
	const before = groups.slice(0, groups.indexOf('Z')).join('');
	const digits = groups.join('').replace(/[(Z]/g, '');
	const [country = ''] = COUNTRY.exec(digits) ?? [];
	const hasZero = groups.includes('Z');
	const bracket = groups.findIndex((group) => group.startsWith('('));
	const after = groups.slice(bracket + 1);
	// In brackets is what follows the country code, or one group after it: e.g. the number of a copy is no digit of it.
	const isArea = first === country && bracket <= 2 && after.join('').length >= 4;
	const hasOneBracket = !after.some((group) => group.startsWith('('));
	// Whoever begins with fewer digits than the country code has means something else, e.g. the 8 within Russia.
	const isWritten = isCountry || hasZero ? first === country : first.length >= country.length;
	if (!isInternational && !isCountry && isNational(groups, country)) return NO_PREFIX;
	if (!isWritten || (bracket >= 0 && !(isArea && hasOneBracket))) return UNKNOWN;
	if (!hasZero) return certain(digits, isInternational);
	if (before !== country || groups.lastIndexOf('Z') !== 1) return UNKNOWN;
	if (KEEPS_ZERO.test(country)) return certain(`${country}0${digits.slice(country.length)}`, true);
	return HAS_ZERO.test(country) ? UNKNOWN : certain(digits, true);
}

/**
 * Whether a number without a prefix may be one within a country. Its first group is a country code and one digit, as in
 * 312 345 6789. Or it is written as numbers of North America are, as in 212-555-0123.
 */
const isNational = (groups: readonly string[], { length }: string) =>
	groups.length > 1 &&
	(groups[0]?.length === length + 1 || groups.map((group) => group.length).join() === '3,3,4');

const NO_COUNTRY: Phone = { problem: 'It begins with the country code, not with 0' };
const NO_PREFIX: Phone = { problem: 'If it has one, write a plus sign before it' };

/** @param isInternational whether it is written with the prefix that stands before a country code */
function certain(digits: string, isInternational: boolean): Phone {
	if (digits.startsWith('0')) return NO_COUNTRY;
	if (digits.length > MAX_DIGITS) return { problem: `It has ${MAX_DIGITS} digits at most` };
	const [country = ''] = COUNTRY.exec(digits) ?? [];
	// Without a prefix, a short number may be one without a country code.
	const isTrunk = digits.charAt(country.length) === '0' && !HAS_ZERO.test(country);
	if (isTrunk && (isInternational || digits.length >= 10)) {
		return { problem: `Leave out the 0 after ${country}` };
	}
	return { digits };
}

/** The option by which is left out what an item does not have, e.g. a second signer or an annex. */
export const skipOption = choicesField('Skip If Missing', 'skipIfMissing', {
	options: [
		option(
			'Recipients',
			'recipients',
			'Recipients and copies that have no email, name, phone and contact, e.g. an optional second signer',
		),
		option('Files', 'files', 'Fields in which the item has no file, e.g. an optional annex'),
	],
	default: [],
	description: 'What to leave out where an item does not have it, in place of an error',
});

/** Whether `skipOption` leaves out what is missing of this kind. */
export const skips = (call: ExecuteCall, item: number, what: 'recipients' | 'files') =>
	chosenAmong(call, skipOption, item).includes(what);

/** The keys of a row that say who is meant. */
const OF_PERSON = ['email', 'name', 'phone', 'contactId'];

/**
 * Puts `LEFT_OUT` in the place of each row, not validated yet, in which nobody was entered. An object that says who is
 * meant by other keys stays, and is refused: it is no row without a person.
 */
export const withoutEmpty = (people: unknown): unknown =>
	mapList(listOfOne(people), (one) => {
		if (!isPlainObject(one)) return isBlank(one) ? LEFT_OUT : one;
		const given = OF_PERSON.filter((key) => Object.hasOwn(one, key));
		const isRow = given.length > 0 || Object.keys(one).length === 0;
		return isRow &&
			given.every((key) => isBlank(key === 'contactId' ? chosenValue(one[key]) : one[key]))
			? LEFT_OUT
			: one;
	});
