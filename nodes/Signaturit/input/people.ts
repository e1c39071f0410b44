import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../transport/call';
import { isPlainObject } from '../transport/plainObject';
import { emailSchema, text } from './doors';
import { switchField } from './fields';
import { chosenValue } from './locators';
import { openObject } from './words';
import { isBlank, type FieldSchema } from './schemas';
import { isOn, LEFT_OUT, listOfOne, listSchema, mapList, readRowsOrJson } from './values';

/** An email address after a name, as mail programs write it. */
const MAILBOX = /^([^<>]*)<([^<>]*)>\s*$/;

/** A person whose email may bring the name, as n8n's email nodes give it. The field for the name decides. */
export const withMailbox = <Output>(person: FieldSchema<Output>): FieldSchema<Output> =>
	z.preprocess((value) => {
		if (!isPlainObject(value) || typeof value.email !== 'string') return value;
		const [, before = '', email] = MAILBOX.exec(value.email) ?? [];
		if (email === undefined) return value;
		const name = isBlank(value.name) ? before.trim().replace(/^"(.*)"$/, '$1') : value.name;
		return { ...value, email, name };
	}, person);

const copySchema = z.preprocess(
	(entry) => (typeof entry === 'string' ? { email: entry } : entry),
	withMailbox(openObject('A copy', { email: emailSchema, name: text('Name') })),
);

/** The people of `copiesFields`: rows, or a list as JSON. A single person needs no list. */
export const copiesSchema = (name: string) =>
	listSchema(name, copySchema, '[{ "email": "…", "name": "…" }]', 0).optional();

/** The option by which a row without a person is left out, e.g. that of a second signer. */
export const skipEmptyOption = switchField('Skip Empty Recipients', 'skipEmpty', {
	description:
		'Whether to leave out recipients and copies that have no email, name, phone and contact, e.g. an optional second signer',
});

/** Puts `LEFT_OUT` in the place of each row, not validated yet, in which nothing was entered. */
export const withoutEmpty = (people: unknown): unknown =>
	mapList(listOfOne(people), (one) => {
		if (!isPlainObject(one)) return isBlank(one) ? LEFT_OUT : one;
		const entered = [one.email, one.name, one.phone, chosenValue(one.contactId)];
		return entered.every(isBlank) ? LEFT_OUT : one;
	});

/** The options of `copiesFields`, not validated yet, without rows that `skipEmptyOption` skips. */
export function readCopies(call: ExecuteCall, options: IDataObject, item: number) {
	const skipsEmpty = isOn(call, skipEmptyOption, item, 'options.');
	const copiesIn = (displayName: string, name: string) => {
		const copies = readRowsOrJson(options, { displayName, name, rows: 'copy' });
		return skipsEmpty ? withoutEmpty(copies) : copies;
	};
	return { cc: copiesIn('CC', 'cc'), bcc: copiesIn('BCC', 'bcc') };
}

/** The option by which a file that the item does not have is left out, e.g. an annex. */
export const skipMissingOption = switchField('Skip Missing Files', 'skipMissingFiles', {
	description: 'Whether to leave out fields in which the item has no file, e.g. an optional annex',
});
