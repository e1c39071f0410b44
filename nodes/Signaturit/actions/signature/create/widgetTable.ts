// The parameters of a widget: those of all types and those of one, with their fields in the panel.

import { z } from 'zod';
import { filledValue } from '../../../input/customData';
import { filledText, flag, wholeNumber } from '../../../input/doors';
import {
	choiceField,
	numberField,
	option,
	switchField,
	tableField,
	textField,
} from '../../../input/fields';
import {
	doorsOf,
	objectParameter,
	panelFields,
	textParameter,
	whenOn,
	type ParameterTable,
} from '../../../input/parameters';
import { optional } from '../../../input/schemas';
import { rowsOrNone } from '../../../input/rows';
import { openObject, openWord } from '../../../input/words';
import { orOfBox, placeTable, unlessAtWord, type TypedContext } from './widgetPlace';

const forTypes = (...type: string[]) => ({ displayOptions: { show: { type } } });

/** Types whose value the signer fills in. Their value can be preset or fixed. */
const fillable = ['check', 'date', 'image', 'radio', 'select', 'text'];
/** Those of them whose first value is entered as text. */
const written = ['date', 'image', 'text'];

const onOff = (label: string) => optional(flag(label));
const position = (label: string) => optional(wholeNumber(label, 0));

/** What the signer finds in the field. */
const valueTable = {
	default: {
		field: textField('Default Value', 'defaultValue', {
			description:
				'What the field holds at first. If it is not editable, this is stamped on the document.',
			...forTypes(...written),
		}),
		read: (value, { type }) => (written.includes(String(type)) ? value : undefined),
		door: (label, { timeZone, type }) =>
			filledValue(label, timeZone, type === 'date' ? type : undefined),
	},
} satisfies ParameterTable<TypedContext>;

/** What the signer may and must do with the field. */
const useTable = {
	editable: {
		field: switchField('Editable', 'editable', {
			default: true,
			description:
				'Whether the signer can fill it in; if not, its value is stamped on the document',
			displayOptions: { show: { type: fillable }, hide: { place: ['word'] } },
		}),
		read: unlessAtWord,
		door: onOff,
	},
	required: {
		field: switchField('Required', 'required', {
			default: true,
			description: 'Whether the signer must fill it in',
			...forTypes(...fillable.filter((type) => type !== 'check'), 'signature'),
		}),
		also: [
			switchField('Must Be Checked', 'boxRequired', {
				description: 'Whether the signer must check the box',
				...forTypes('check'),
			}),
		],
		read: orOfBox('boxRequired'),
		door: onOff,
	},
} satisfies ParameterTable<TypedContext>;

const YES_NO = 'show_yes_no_option';
const AGE = 'age';

/** The rules for the text of a widget (docs/service.md#validation-rules). */
const textRules = [
	option('Any Text', ''),
	option('Email', 'email'),
	option('Phone With Prefix', 'phone'),
	option('Spanish DNI or NIE', 'dni'),
	option('Spanish IBAN', 'iban'),
	option('Spanish ZIP Code', 'zip'),
];

/** The door for a rule. The dropdown has an empty value for any text. */
const validation = (label: string, rules: Parameters<typeof openWord>[1]) =>
	optional(openWord(label, rules)).transform((rule) => rule || undefined);

/** One of the options of a select widget. */
const selectTable = {
	value: {
		field: textField('Value', 'value', { placeholder: 'e.g. Monthly' }),
		door: filledText,
	},
	default: {
		field: switchField('Selected by Default', 'default', {
			description: 'Whether this option is selected at first; at most one can be',
		}),
		door: onOff,
	},
} satisfies ParameterTable<TypedContext>;

/** The parameter `options` of widgets of this type. */
const neededOptions = (type: string, table: ParameterTable<TypedContext>) =>
	objectParameter('Options', `The "options" of a ${type} widget`, table);

/** As `neededOptions`, but they may be missing. */
function optionsOf(type: string, table: ParameterTable<TypedContext>) {
	const { door, ...one } = neededOptions(type, table);
	return {
		...one,
		door: (label: string, context: TypedContext) => door(label, context).optional(),
	};
}

/**
 * Further parameters of widgets of one type, which come before those of all types (docs/service.md#widget-options,
 * docs/service.md#validation-rules).
 */
export const typeTables: Readonly<Record<string, ParameterTable<TypedContext>>> = {
	radio: {
		custom_id: textParameter('Group', 'group', {
			placeholder: 'e.g. contract_type',
			description: 'The signer can select one radio button of a group',
			...forTypes('radio'),
		}),
		options: optionsOf('radio', {
			index: {
				field: numberField('Place in Group', 'optionIndex', {
					typeOptions: { minValue: 0 },
					default: 0,
					description:
						'Which radio button of its group it is: 0 for the first, 1 for the second, and so on',
					...forTypes('radio'),
				}),
				door: position,
			},
		}),
		default: {
			field: textField('Selected Place', 'defaultOption', {
				placeholder: 'e.g. 0 for the first',
				description:
					'Place in Group of the button that is selected at first, the same in the whole group; empty for none',
				...forTypes('radio'),
			}),
			door: position,
		},
	},
	select: {
		options: neededOptions('select', {
			select: {
				field: tableField('Options', 'selectOptions', {
					row: { displayName: 'Option', name: 'option', values: panelFields(selectTable) },
					sortable: true,
					description: 'What the signer can choose from',
					...forTypes('select'),
				}),
				read: (rows) => rowsOrNone(rows, 'option') ?? [],
				door: (_, context) =>
					z
						.array(openObject('An option', doorsOf(selectTable, context)), {
							message: 'The options of a select widget must be a list',
						})
						.min(1, { message: 'Options: add at least one' }),
				rows: { name: 'Option', tables: [selectTable] },
			},
		}),
	},
	check: {
		default: {
			field: switchField('Checked by Default', 'checked', {
				description: 'Whether the box is checked at first',
				...forTypes('check'),
			}),
			read: (checked) => checked ?? false,
			door: (label, { timeZone }) => filledValue(label, timeZone, 'check'),
		},
		options: {
			field: switchField('Show Yes/No', 'showYesNo', {
				description: 'Whether the signer gets Yes and No instead of a box; it must be editable',
				...forTypes('check'),
			}),
			label: 'Options',
			read: (on) => whenOn(on, YES_NO),
			door: () => optional(openWord('The "options" of a check widget', [YES_NO])),
			words: [YES_NO],
		},
	},
	text: {
		options: optionsOf('text', {
			validation_rule: {
				field: choiceField('Validation Rule', 'validationRule', {
					default: '',
					description: 'What the text must be',
					...forTypes('text'),
					options: textRules,
				}),
				door: (label) => validation(label, textRules),
				words: textRules.map(({ value }) => value).filter(Boolean),
			},
		}),
	},
	date: {
		options: {
			...optionsOf('date', {
				validation_rule: {
					field: switchField('Older Than 18 Years', 'olderThan18', {
						description: 'Whether the date must be more than 18 years ago, as a date of birth',
						...forTypes('date'),
					}),
					label: 'Validation Rule',
					door: (label) => validation(label, [AGE]),
					words: [AGE],
				},
			}),
			read: (on) => whenOn(on, { validation_rule: AGE }),
		},
	},
};

const fieldsFor = (...types: string[]) =>
	types.flatMap((type) => panelFields(typeTables[type] ?? {}));

/** The panel's fields of a widget, in the order of their use. */
export const widgetFields = [
	...panelFields(placeTable),
	...fieldsFor('radio', 'select'),
	...panelFields(valueTable),
	...fieldsFor('check', 'text', 'date'),
	...panelFields(useTable),
];

/** The parameters that widgets of all types may have (docs/service.md#widgets). */
export const commonTable = { ...placeTable, ...valueTable, ...useTable };

/** The further parameters of a type, which may have doors of their own for common ones. */
export const tableOf = (type: string): ParameterTable<TypedContext> =>
	Object.hasOwn(typeTables, type) ? (typeTables[type] ?? {}) : {};

/** All tables. The common one is the last, so its names are those that the service's errors get. */
export const widgetTables = [...Object.values(typeTables), commonTable];
