// *Simplify* and *Output*: how much of an answer an operation gives out, and in which form.

// How an operation gives out what the service answers: in the form of all items, or as it is.
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { utcTime } from '../events/state';
import { withoutUndefined } from '../events/items';
import { choicesOf } from '../input/fieldDoors';
import {
	choiceField,
	choicesField,
	hiddenWhen,
	option,
	switchField,
	whenTool,
} from '../input/fields';
import { chosenIn, fieldValue, isOn } from '../input/values';
import { isTool } from '../n8n/variant';
import type { ExecuteCall } from '../transport/call';
import { jsonItems } from './itemResult';
import type { EntryLine } from './line';

const simplifyField = hiddenWhen(
	whenTool,
	switchField('Simplify', 'simplify', {
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	}),
);

/** In tools, in place of *Simplify*, as n8n's guidelines for nodes ask. */
const outputField = choiceField('Output', 'output', {
	options: [
		option('Raw', 'raw', 'All that Signaturit answers'),
		option('Selected Fields', 'selected', 'The ID, and the fields that you choose'),
		option('Simplified', 'simplified', 'The main fields, and lists in a line for each entry'),
	],
	default: 'simplified',
	description: 'What the model is told',
	displayOptions: { show: whenTool },
});

/** Words that are written in capitals. */
const ACRONYMS: Readonly<Record<string, string>> = { id: 'ID', md5: 'MD5', sms: 'SMS' };

/** `fileName` → `File Name` */
const inTitleCase = (name: string) =>
	name
		.split(/(?=[A-Z])/)
		.map(
			(word) =>
				ACRONYMS[word.toLowerCase()] ?? word.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
		)
		.join(' ');

const selectedField = (names: readonly string[]) =>
	choicesField('Fields', 'outputFields', {
		options: [...names].sort().map((name) => option(inTitleCase(name), name)),
		default: [],
		description: 'Which fields the model is told, besides the ID',
		displayOptions: { show: { ...whenTool, output: ['selected'] } },
	});

/**
 * *Simplify*, which is *Output* in tools: fields of the panel, or entries of its Options.
 *
 * @param names of the fields of the simplified output besides the ID
 */
export const outputFields = (names: readonly string[], more?: Partial<INodeProperties>) => [
	{ ...simplifyField, ...more },
	outputField,
	selectedField(names),
];

/** Where the panel has the fields: reads have them at once, writes among their Options. */
export type OutputPlace = 'field' | 'option';

const pathOf = (place: OutputPlace) => (place === 'field' ? '' : 'options.');

/**
 * Whether the output is simplified. To be called before anything is sent, too.
 *
 * @throws UserError when the choice is not one
 */
export function isSimplified(call: ExecuteCall, item: number, place: OutputPlace): boolean {
	if (!isTool(call.node)) return isOn(call, simplifyField, item, pathOf(place));
	return chosenIn(call, outputField, item, pathOf(place)) !== 'raw';
}

/** What the model is told of an entry: all of it, the fields of these names, or what the operation says of it. */
export type Told = 'raw' | 'simplified' | ReadonlySet<string>;

/** What a tool's model is told, by the fields of its operation. */
export function toldBy(
	call: ExecuteCall,
	fields: readonly INodeProperties[] = [],
	options: readonly INodeProperties[] = [],
): Told {
	const isSelection = ({ name }: INodeProperties) => name === 'outputFields';
	const [field] = [...fields, ...options].filter(isSelection);
	if (!field) return 'simplified';
	const path = pathOf(fields.some(isSelection) ? 'field' : 'option');
	const chosen = chosenIn(call, outputField, 0, path);
	if (chosen !== 'selected') return chosen === 'raw' ? 'raw' : 'simplified';
	return new Set(fieldValue(call, path + field.name, 0, choicesOf(field)));
}

/** The chosen fields of an item, and its own ID, which is the first. An item of another form stays as it is. */
export function selectedOf(json: IDataObject, names: ReadonlySet<string>): IDataObject {
	const [id = ''] = Object.keys(json);
	if (!id.endsWith('Id')) return json;
	return Object.fromEntries(
		Object.entries(json).filter(([name]) => name === id || names.has(name)),
	);
}

/** What a field of the service is called in items, and how its value is read. */
type KnownField = [name: string, read?: (value: unknown) => unknown];

/** A number, which may have come as text. */
export const numberIn = (value: unknown): unknown =>
	typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;

/** The time of creation of an entry. */
export const createdAtField: KnownField = [
	'createdAt',
	(value) => (typeof value === 'string' ? utcTime(value) : undefined),
];

/**
 * Makes the items of entries such as contacts: the own ID and the known fields, in this order. What else the service
 * says stands in `other`, as it writes it; so do lists and objects in place of a plain value.
 *
 * @param knownFields by the service's names; a `read` may give a list
 */
export const entryItem =
	(idName: string, knownFields: Readonly<Record<string, KnownField>>) =>
	({ id, ...entry }: IDataObject): IDataObject => {
		const names = Object.values(knownFields).map(([name]) => [name, undefined] as const);
		const item: Record<string, unknown> = { [idName]: id, ...Object.fromEntries(names) };
		const other: IDataObject = {};
		for (const [key, given] of Object.entries(entry)) {
			const [name = '', read = (value: unknown) => value] = knownFields[key] ?? [];
			const value = read(given);
			const isOdd = typeof value === 'object' && value !== null && value === given;
			if (name === '' || isOdd) other[key] = given;
			else item[name] = value ?? undefined;
		}
		return withoutUndefined({ ...item, ...otherOf(other) });
	};

/** The field for what the service says and nobody here knows; none without any. */
export const otherOf = (other: IDataObject) => (Object.keys(other).length > 0 ? { other } : {});

interface Given {
	call: ExecuteCall;
	item: number;
	answer: IDataObject | IDataObject[];
}

/**
 * The parts of operations that give out entries of one kind, by *Simplify*: fields or options, and what makes the output.
 *
 * @param names of the fields besides the ID
 * @param itemOf makes the simplified item
 */
export function entryOutput(names: readonly string[], itemOf: (entry: IDataObject) => IDataObject) {
	const fields = outputFields(names);
	const giveAt =
		(place: OutputPlace) =>
		({ call, item, answer }: Given) => {
			const isSimple = isSimplified(call, item, place);
			return jsonItems([answer].flat().map((entry) => (isSimple ? itemOf(entry) : entry)));
		};
	const giveRead = giveAt('field');
	return {
		ofRead: { fields, give: giveRead },
		ofList: {
			fields,
			give: (call: ExecuteCall, answer: IDataObject[], item: number) =>
				giveRead({ call, item, answer }),
		},
		ofWrite: { options: fields, give: giveAt('option') },
		/** The line of an entry, by that of its simplified item. */
		line: (lineOf: (item: IDataObject) => EntryLine) => (json: IDataObject) =>
			lineOf('id' in json ? itemOf(json) : json),
	};
}
