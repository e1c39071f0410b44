import type { INodeProperties } from 'n8n-workflow';
import {
	choiceField,
	numberField,
	switchField,
	tableField,
	textField,
} from '../../../input/fields';

/** A field of widgets at one of these places. */
const forPlaces = (...place: string[]) => ({ displayOptions: { show: { place } } });

/** A field of widgets of one of these types. */
const forTypes = (...type: string[]) => ({ displayOptions: { show: { type } } });

/** A usual place, so that nothing has to be measured. */
const corner = (side: 'Left' | 'Right', which: string) => ({
	name: `Bottom ${side} of the Last Page`,
	value: `bottom${side}`,
	description: `Where the ${which} of two signers signs; all PDF files need the same number of pages`,
});

/** The panel's fields for the place of a widget: a usual one, a position on a page, or every occurrence of a word. */
const placeFields: INodeProperties[] = [
	choiceField('Place', 'place', {
		default: 'bottomLeft',
		description: 'Where the widget is put in the document',
		options: [
			corner('Left', 'first'),
			corner('Right', 'second'),
			{
				name: 'At a Position on a Page',
				value: 'position',
				description: 'The place is measured from the top-left corner of the page',
			},
			{
				name: 'At a Word in the Document',
				value: 'word',
				description: 'The place is measured from the word; there is one widget for each occurrence',
			},
		],
	}),
	numberField('Page', 'page', {
		typeOptions: { minValue: 1 },
		default: 1,
		description: 'Number of the page, starting at 1',
		...forPlaces('position'),
	}),
	textField('Word', 'word', {
		placeholder: 'e.g. Signature',
		description: 'A single word of the document, without spaces or symbols such as _, @ and -',
		...forPlaces('word'),
	}),
	percent(
		'Left',
		'left',
		1,
		10,
		"Distance from the left edge of the page, in percent of the page's width (1 to 100)",
		['position'],
	),
	percent(
		'Top',
		'top',
		1,
		80,
		"Distance from the top of the page, in percent of the page's height (1 to 100)",
		['position'],
	),
	percent('Left', 'wordLeft', 1, 1, 'Distance from the left edge of the word (1 to 100)', ['word']),
	percent('Top', 'wordTop', 1, 1, 'Distance from the top of the word (1 to 100)', ['word']),
	percent('Width', 'width', 0, 25, "In percent of the page's width", ['position', 'word']),
	percent('Height', 'height', 0, 8, "In percent of the page's height", ['position', 'word']),
];

/** A part of the page in percent, at least `minValue`, for widgets at one of these places. */
function percent(
	displayName: string,
	name: string,
	minValue: number,
	initially: number,
	description: string,
	place: string[],
): INodeProperties {
	return numberField(displayName, name, {
		typeOptions: { minValue, maxValue: 100 },
		default: initially,
		description,
		...forPlaces(...place),
	});
}

/** Types whose value the signer fills in. Their value can be preset or fixed. */
const fillable = ['check', 'date', 'image', 'radio', 'select', 'text'];

const contentFields: INodeProperties[] = [
	textField('Group', 'group', {
		placeholder: 'e.g. contract_type',
		description: 'The signer can select one radio button of a group',
		...forTypes('radio'),
	}),
	numberField('Option Index', 'optionIndex', {
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Position of this radio button in its group, starting at 0',
		...forTypes('radio'),
	}),
	textField('Default Option', 'defaultOption', {
		placeholder: 'e.g. 0',
		description:
			'Option Index of the radio button that is selected at first; the same in the whole group. Leave it empty to select none.',
		...forTypes('radio'),
	}),
	tableField('Options', 'selectOptions', {
		row: {
			displayName: 'Option',
			name: 'option',
			values: [
				textField('Value', 'value', { placeholder: 'e.g. Monthly' }),
				switchField('Selected by Default', 'default', {
					description: 'Whether this option is selected at first; one can be',
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
		options: [
			{ name: 'Any Text', value: '' },
			{ name: 'Email', value: 'email' },
			{ name: 'Phone With Prefix', value: 'phone' },
			{ name: 'Spanish DNI or NIE', value: 'dni' },
			{ name: 'Spanish IBAN', value: 'iban' },
			{ name: 'Spanish ZIP Code', value: 'zip' },
		],
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
		description: 'Whether the signer must fill it in; a required box must be checked',
		...forTypes(...fillable, 'signature'),
	}),
];

/** The panel's fields of a widget. Its type and place decide which of them are shown. */
export const widgetFields: INodeProperties[] = [
	choiceField('Type', 'type', {
		default: 'signature',
		description:
			'What the recipient fills in; a signer with widgets needs a signature or a digital certificate',
		options: [
			{ name: 'Checkbox', value: 'check' },
			{ name: 'Date', value: 'date' },
			{ name: 'Digital Certificate', value: 'dcf' },
			{ name: 'Image', value: 'image' },
			{ name: 'Radio Button', value: 'radio' },
			{ name: 'Select', value: 'select', description: 'A list to choose from' },
			{ name: 'Signature', value: 'signature' },
			{ name: 'Text', value: 'text' },
		],
	}),
	...placeFields,
	...contentFields,
];
