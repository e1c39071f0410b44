// A list of everything in the nodes that reads a text which a stranger may have written.

// Everything in the nodes that reads a text which a stranger may have written, e.g. in a form.
import { UserError } from 'n8n-workflow';
import { isOurKey } from '../../nodes/Signaturit/events/tracking';
import {
	fillingPairs,
	referenceSchema,
	searchedDataSchema,
	sentDataSchema,
	templateFieldsSchema,
} from '../../nodes/Signaturit/input/customData';
import { daySchema, momentSchema } from '../../nodes/Signaturit/input/dates';
import {
	choice,
	email,
	filledName,
	filledText,
	flag,
	idFrom,
	listOfEntries,
	numberFrom,
	openChoice,
	shortText,
	textWithUrl,
	webUrl,
} from '../../nodes/Signaturit/input/doors';
import { fileLabels, resolveFields } from '../../nodes/Signaturit/input/files';
import { addressHints, encodingHints, smsHints } from '../../nodes/Signaturit/input/hints';
import { copiesSchema } from '../../nodes/Signaturit/input/copies';
import { phoneSchema } from '../../nodes/Signaturit/input/people';
import type { FieldSchema } from '../../nodes/Signaturit/input/schemas';
import { readJson } from '../../nodes/Signaturit/input/json';
import { openObject, openWord, unknownHint } from '../../nodes/Signaturit/input/words';
import { lineText } from '../../nodes/Signaturit/actions/line';
import { contentsValue } from '../../nodes/Signaturit/actions/sending/contents';
import { serviceAddressOf } from '../../nodes/Signaturit/transport/credential';
import { textForLog } from '../../nodes/Signaturit/transport/errors/errors';
import { mistakenFile, showHidden, showValue } from '../../nodes/Signaturit/transport/errors/shown';
import { formPairs } from '../../nodes/Signaturit/transport/form';

const ZONE = 'Europe/Madrid';

/** What a stranger may fill a text with. */
export const fillers = [
	...[' ', '\n', '\t', '\u200b', '\u00a0', '\u0301', 'a', 'é', '0', '1', ',', ';', '.', '/', '-'],
	...['"', '\\', '(', '[', '{', '<', '@', '`', '1,', '{"a":', 'a@b.c,', '<a@b.c>', '\ud83d'],
];

type Reader = (text: string) => unknown;

const through =
	(door: FieldSchema<unknown>): Reader =>
	(text) =>
		door.safeParse(text);

/** Only what people are told counts as an answer to a text. */
const tried =
	(read: Reader): Reader =>
	(text) => {
		try {
			return read(text);
		} catch (error) {
			if (error instanceof UserError) return error;
			throw error;
		}
	};

/** Texts of which a part is the stranger's. */
const json: Reader = (text) => readJson(text, 'Custom Data', 'data');
const pairs = sentDataSchema(ZONE);
const mapperOf = (text: string) => ({ value: { a: text, [text]: 'b' }, schema: [] });

export const readers: Record<string, Reader> = Object.fromEntries(
	Object.entries<Reader>({
		email: through(email('Email')),
		'value in a line': (text) => lineText({ id: text, created: text, values: [text, [[text]]] }),
		phone: through(phoneSchema),
		name: through(filledName('Name')),
		text: through(filledText('Body')),
		'text of an SMS': through(shortText('SMS Body', 120, 'an SMS')),
		'text with a URL': through(textWithUrl('SMS Body')),
		number: through(numberFrom('Height', 0)),
		URL: through(webUrl('URL')),
		switch: through(flag('Editable')),
		choice: through(choice('Type', ['signer', 'validator'])),
		'open choice': through(openChoice('Events', ['document_signed'])),
		word: through(openWord('Type', ['signer', 'validator'])),
		list: through(listOfEntries('Events', filledText('Events'))),
		ID: (text) => idFrom(text, 'Document', 'e1'),
		day: through(daySchema('Start', ZONE)),
		moment: through(momentSchema('Since', ZONE)),
		Reference: through(referenceSchema),
		copy: (text) => copiesSchema('CC').safeParse([text, { email: `Ada <${text}>` }]),
		'unknown key': (text) => openObject('A recipient', {}).safeParse({ [text]: 1 }),
		'hint at unknown words': (text) => unknownHint([{ text, entered: text, words: ['signer'] }]),
		'custom data, value': (text) => pairs.safeParse([{ key: 'a', value: text }]),
		'custom data, key': (text) => pairs.safeParse([{ key: text, value: 'a' }]),
		'custom data, many keys': (text) => pairs.safeParse(text.split('', 20_000)),
		'custom data to search by': (text) =>
			searchedDataSchema(ZONE).safeParse([{ key: text, value: text }]),
		'template fields': (text) => templateFieldsSchema(ZONE).safeParse(mapperOf(text)),
		'pairs that fill fields': (text) => fillingPairs(mapperOf(text), { a: text, [text]: 'b' }),
		'key of the nodes': isOurKey,
		JSON: json,
		'JSON in a fence': (text) => json(`\`\`\`json\n{"a":"b"}${text}\n\`\`\``),
		'JSON with this in a value': (text) => json(`{"a":"${text}"}`),
		'JSON with this behind it': (text) => json(`{"a":"b"}${text}x`),
		'file name': (text) => fileLabels({ fileName: text, fileExtension: text }, 'data'),
		'names of files': (text) => resolveFields(text, { json: {}, binary: {} }),
		'value in a message': (text) => [showValue(text), showHidden(text), mistakenFile(text)],
		hints: (text) => [addressHints({ text }), encodingHints({ text }), smsHints('Body', text)],
		'hash of contents': (text) =>
			contentsValue({ recipients: [{ email: text, name: text }], files: [text] }),
		'address of the credential': (text) =>
			serviceAddressOf({ environment: 'custom', accessToken: '', baseUrl: `http://a/${text}` }),
		'text for the log': (text) => textForLog(new Error(text)),
		form: (text) => formPairs({ data: { [text]: text } }),
	}).map(([name, read]) => [name, tried(read)]),
);
