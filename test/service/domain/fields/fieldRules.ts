// The validation rules of fields, such as a Spanish IBAN, with a valid example of each.

import type { ValidationRule } from '../signatures/model';

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

function isDni(value: string): boolean {
	const match = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(value.toUpperCase().replace(/[\s-]/g, ''));
	if (!match) return false;
	const [, prefix = '', digits = '', letter] = match;
	if (prefix.length + digits.length !== 8) return false;
	// A NIE's first letter stands for a digit.
	const number = Number((prefix && String('XYZ'.indexOf(prefix))) + digits);
	return DNI_LETTERS[number % 23] === letter;
}

function isSpanishIban(value: string): boolean {
	const iban = value.toUpperCase().replace(/\s/g, '');
	if (!/^ES\d{22}$/.test(iban)) return false;
	const digits = `${iban.slice(4)}1428${iban.slice(2, 4)}`;
	return BigInt(digits) % 97n === 1n;
}

function isAdult(value: string, now: Date): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
	const birthday = new Date(`${Number(value.slice(0, 4)) + 18}${value.slice(4)}T00:00:00Z`);
	return birthday.getTime() <= now.getTime();
}

/** The check and the message of each rule (docs/service.md#validation-rules). */
const RULES: Record<ValidationRule, [(value: string, now: Date) => boolean, string]> = {
	email: [(value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), 'must be a valid email address'],
	phone: [
		(value) => /^(\+|00)\d{8,15}$/.test(value.replace(/[\s-]/g, '')),
		'must be a phone number with its prefix',
	],
	zip: [(value) => /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/.test(value), 'must be a Spanish zip code'],
	dni: [isDni, 'must be a valid DNI or NIE'],
	age: [isAdult, 'must be a date more than 18 years ago'],
	iban: [isSpanishIban, 'must be a Spanish IBAN'],
};

/** What is wrong with a value by its rule, or undefined. */
export function ruleFault(rule: ValidationRule, value: string, now: Date): string | undefined {
	const [check, words] = RULES[rule];
	return check(value, now) ? undefined : words;
}

/** What a rule asks for, e.g. `a Spanish IBAN`. */
export const ruleWords = (rule: ValidationRule): string => RULES[rule][1].replace(/^must be /, '');

/** A valid value for each rule. */
export const RULE_EXAMPLES: Record<ValidationRule, string> = {
	email: 'signer@example.com',
	phone: '+34600000000',
	zip: '28001',
	dni: '12345678Z',
	age: '1980-01-31',
	iban: 'ES9121000418450200051332',
};
