// The panel's fields for one widget, and the words that each type takes.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { choiceOf } from '../../../input/fieldDoors';
import {
	choiceField,
	numberField,
	switchField,
	tableField,
	textField,
	option,
} from '../../../input/fields';
import { free } from '../../../input/words';

const forTypes = (...type: string[]) => ({ displayOptions: { show: { type } } });

const WIDTH = 'Width (% of Page Width)';
const HEIGHT = 'Height (% of Page Height)';
const onPage = { place: ['position'] };
const atWord = { place: ['word'] };
/** The places at which a widget has the size that is entered. */
const measured = ['position', 'word'];
/**
 * Check boxes have other defaults. The fields with these defaults need other names, because n8n fills a new row with
 * the defaults of all fields, also of those that it hides.
 */
const exceptBoxes = ['date', 'dcf', 'image', 'radio', 'select', 'signature', 'text'];

/** A usual place, so that nothing has to be measured. */
const corner = (side: 'Left' | 'Right', which: string) => ({
	name: `Bottom ${side} of the Last Page`,
	value: `bottom${side}`,
	description: `Where the ${which} of two signers signs; all PDF files need the same number of pages`,
});

const placeField = choiceField('Place', 'place', {
	default: 'bottomLeft',
	description: 'Where the widget is put in the document',
	options: [
		corner('Left', 'first'),
		corner('Right', 'second'),
		option(
			'At a Position on a Page',
			'position',
			'The place is measured from the top-left corner of the page',
		),
		option(
			'At a Word in the Document',
			'word',
			'The place is measured from the word; there is one widget for each occurrence',
		),
	],
});

/** The value of Place, as expressions may give it too. */
export const placeChoice = choiceOf(placeField);

const placeFields: INodeProperties[] = [
	placeField,
	numberField('Page', 'page', {
		typeOptions: { minValue: 1 },
		default: 1,
		description: 'Number of the page, starting at 1. Each file that has the page gets the widget.',
		displayOptions: { show: onPage },
	}),
	textField('Word', 'word', {
		placeholder: 'e.g. Signature',
		description: 'A single word of the document, without spaces or symbols such as _, @ and -',
		displayOptions: { show: atWord },
	}),
	percent('Left (% of Page Width)', 'left', 1, 10, 'From the left edge of the page', onPage),
	percent('Top (% of Page Height)', 'top', 1, 80, 'From the top of the page', onPage),
	percent('Left (From Word, 1–100)', 'wordLeft', 1, 1, 'From the left edge of the word', atWord),
	percent('Top (From Word, 1–100)', 'wordTop', 1, 1, 'From the top of the word', atWord),
	percent(WIDTH, 'width', 0, 25, 'How wide it is', { place: measured, type: exceptBoxes }),
	percent(HEIGHT, 'height', 0, 8, 'How high it is', { place: measured, type: exceptBoxes }),
	percent(WIDTH, 'boxWidth', 0, 3, 'How wide it is', { place: measured, type: ['check'] }),
	percent(HEIGHT, 'boxHeight', 0, 2, 'How high it is', { place: measured, type: ['check'] }),
];

function percent(
	displayName: string,
	name: string,
	minValue: number,
	initially: number,
	description: string,
	show: Record<string, string[]>,
) {
	const typeOptions = { minValue, maxValue: 100 };
	const more = { typeOptions, default: initially, description, displayOptions: { show } };
	return numberField(displayName, name, more);
}

/** The rules for the text of a widget (docs/service.md#validation-rules). */
export const textRules = [
	option('Any Text', ''),
	option('Email', 'email'),
	option('Phone With Prefix', 'phone'),
	option('Spanish DNI or NIE', 'dni'),
	option('Spanish IBAN', 'iban'),
	option('Spanish ZIP Code', 'zip'),
];

/** Types whose value the signer fills in. Their value can be preset or fixed. */
const fillable = ['check', 'date', 'image', 'radio', 'select', 'text'];

const contentFields: INodeProperties[] = [
	textField('Group', 'group', {
		placeholder: 'e.g. contract_type',
		description: 'The signer can select one radio button of a group',
		...forTypes('radio'),
	}),
	numberField('Place in Group', 'optionIndex', {
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Which radio button of its group it is: 0 for the first, 1 for the second, and so on',
		...forTypes('radio'),
	}),
	textField('Selected Place', 'defaultOption', {
		placeholder: 'e.g. 0 for the first',
		description:
			'Place in Group of the button that is selected at first, the same in the whole group; empty for none',
		...forTypes('radio'),
	}),
	tableField('Options', 'selectOptions', {
		row: {
			displayName: 'Option',
			name: 'option',
			values: [
				textField('Value', 'value', { placeholder: 'e.g. Monthly' }),
				switchField('Selected by Default', 'default', {
					description: 'Whether this option is selected at first; at most one can be',
				}),
			],
		},
		sortable: true,
		description: 'What the signer can choose from',
		...forTypes('select'),
	}),
	textField('Default Value', 'defaultValue', {
		description:
			'What the field holds at first. If it is not editable, this is stamped on the document.',
		...forTypes('date', 'image', 'text'),
	}),
	switchField('Checked by Default', 'checked', {
		description: 'Whether the box is checked at first',
		...forTypes('check'),
	}),
	switchField('Show Yes/No', 'showYesNo', {
		description: 'Whether the signer gets Yes and No instead of a box; it must be editable',
		...forTypes('check'),
	}),
	choiceField('Validation Rule', 'validationRule', {
		default: '',
		description: 'What the text must be',
		...forTypes('text'),
		options: textRules,
	}),
	switchField('Older Than 18 Years', 'olderThan18', {
		description: 'Whether the date must be more than 18 years ago, as a date of birth',
		...forTypes('date'),
	}),
	switchField('Editable', 'editable', {
		default: true,
		description: 'Whether the signer can fill it in; if not, its value is stamped on the document',
		displayOptions: { show: { type: fillable }, hide: { place: ['word'] } },
	}),
	switchField('Required', 'required', {
		default: true,
		description: 'Whether the signer must fill it in',
		...forTypes(...fillable.filter((type) => type !== 'check'), 'signature'),
	}),
	switchField('Must Be Checked', 'boxRequired', {
		description: 'Whether the signer must check the box',
		...forTypes('check'),
	}),
];

const LABEL = 'its label must be in the text of the document already';

const widgetTypeField = choiceField('Type', 'type', {
	default: 'signature',
	description:
		'What the recipient fills in; a signer with widgets needs a signature or a digital certificate',
	options: [
		option('Checkbox', 'check', `A box; ${LABEL}`),
		option('Date', 'date'),
		option('Digital Certificate', 'dcf'),
		option('Image', 'image'),
		option('Radio Button', 'radio'),
		option('Select', 'select', 'A list to choose from'),
		option('Signature', 'signature'),
		option('Text', 'text', `A line to write in; ${LABEL}`),
	],
});

/** The type of a widget, in the service's words. */
export const typeChoice = choiceOf(widgetTypeField);
export const typeChoices = widgetTypeField.options as INodePropertyOptions[];
export const typeWords = typeChoices.map(({ value }) => String(value));

export const widgetFields: INodeProperties[] = [widgetTypeField, ...placeFields, ...contentFields];

/** The fields of a widget and their words (docs/service.md#widgets). */
export const widgetWords = {
	...free('page', 'left', 'top', 'height', 'width', 'default', 'editable', 'required'),
	...free('word_anchor', 'custom_id'),
	type: typeWords,
	options: [
		'show_yes_no_option',
		{
			...free('index'),
			select: [free('value', 'default')],
			validation_rule: [...textRules.map(({ value }) => value), 'age'],
		},
	],
};

/**
 * Words that only widgets of some types may have (docs/service.md#widget-options, docs/service.md#validation-rules). An
 * empty rule means any text.
 */
export const onlyIn: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(textRules.flatMap(({ value }) => (value ? [[value, ['text']]] : []))),
	age: ['date'],
	validation_rule: ['text', 'date'],
	index: ['radio'],
	custom_id: ['radio'],
	select: ['select'],
	show_yes_no_option: ['check'],
};
