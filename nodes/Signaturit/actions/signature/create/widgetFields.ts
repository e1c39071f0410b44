import type { INodeProperties } from 'n8n-workflow';

/** The panel's fields for the place of a widget: a usual one, a position on a page, or every occurrence of a word. */
const placeFields: INodeProperties[] = [
	{
		displayName: 'Place',
		name: 'place',
		type: 'options',
		options: [
			{
				name: 'Bottom Left of the Last Page',
				value: 'bottomLeft',
				description:
					'Where the first of two signers signs; all PDF files need the same number of pages',
			},
			{
				name: 'Bottom Right of the Last Page',
				value: 'bottomRight',
				description:
					'Where the second of two signers signs; all PDF files need the same number of pages',
			},
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
		default: 'bottomLeft',
		description: 'Where the widget is put in the document',
	},
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description: 'Number of the page, starting at 1',
		displayOptions: { show: { place: ['position'] } },
	},
	{
		displayName: 'Word',
		name: 'word',
		type: 'string',
		default: '',
		placeholder: 'e.g. Signature',
		description: 'A single word of the document, without spaces or special characters',
		displayOptions: { show: { place: ['word'] } },
	},
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
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue, maxValue: 100 },
		default: initially,
		description,
		displayOptions: { show: { place } },
	};
}

/** Types whose value the signer fills in. Their value can be preset or fixed. */
const fillable = ['check', 'date', 'image', 'radio', 'select', 'text'];

const contentFields: INodeProperties[] = [
	{
		displayName: 'Group',
		name: 'group',
		type: 'string',
		default: '',
		placeholder: 'e.g. contract_type',
		description: 'The signer can select one radio button of a group',
		displayOptions: { show: { type: ['radio'] } },
	},
	{
		displayName: 'Option Index',
		name: 'optionIndex',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Position of this radio button in its group, starting at 0',
		displayOptions: { show: { type: ['radio'] } },
	},
	{
		displayName: 'Default Option',
		name: 'defaultOption',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0',
		description:
			'Option Index of the radio button that is selected at first; the same in the whole group. Leave it empty to select none.',
		displayOptions: { show: { type: ['radio'] } },
	},
	{
		displayName: 'Options',
		name: 'selectOptions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Option',
		description: 'What the signer can choose from',
		displayOptions: { show: { type: ['select'] } },
		options: [
			{
				displayName: 'Option',
				name: 'option',
				values: [
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. Monthly',
					},
					{
						displayName: 'Selected by Default',
						name: 'default',
						type: 'boolean',
						default: false,
						description: 'Whether this option is selected at first; one can be',
					},
				],
			},
		],
	},
	{
		displayName: 'Default Value',
		name: 'defaultValue',
		type: 'string',
		default: '',
		description:
			'What the field holds at first. If it is not editable, this is stamped on the document.',
		displayOptions: { show: { type: ['date', 'image', 'text'] } },
	},
	{
		displayName: 'Checked by Default',
		name: 'checked',
		type: 'boolean',
		default: false,
		description: 'Whether the box is checked at first',
		displayOptions: { show: { type: ['check'] } },
	},
	{
		displayName: 'Show Yes/No',
		name: 'showYesNo',
		type: 'boolean',
		default: false,
		description: 'Whether the signer gets Yes and No instead of a box; it must be editable',
		displayOptions: { show: { type: ['check'] } },
	},
	{
		displayName: 'Validation Rule',
		name: 'validationRule',
		type: 'options',
		options: [
			{ name: 'Any Text', value: '' },
			{ name: 'Email', value: 'email' },
			{ name: 'Phone With Prefix', value: 'phone' },
			{ name: 'Spanish DNI or NIE', value: 'dni' },
			{ name: 'Spanish IBAN', value: 'iban' },
			{ name: 'Spanish ZIP Code', value: 'zip' },
		],
		default: '',
		description: 'What the text must be',
		displayOptions: { show: { type: ['text'] } },
	},
	{
		displayName: 'Older Than 18 Years',
		name: 'olderThan18',
		type: 'boolean',
		default: false,
		description: 'Whether the date must be more than 18 years ago, as a date of birth',
		displayOptions: { show: { type: ['date'] } },
	},
	{
		displayName: 'Editable',
		name: 'editable',
		type: 'boolean',
		default: true,
		description: 'Whether the signer can fill it in; if not, its value is stamped on the document',
		displayOptions: { show: { type: fillable }, hide: { place: ['word'] } },
	},
	{
		displayName: 'Required',
		name: 'required',
		type: 'boolean',
		default: true,
		description: 'Whether the signer must fill it in; a required box must be checked',
		displayOptions: { show: { type: [...fillable, 'signature'] } },
	},
];

/** The panel's fields of a widget. Its type and place decide which of them are shown. */
export const widgetFields: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
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
		default: 'signature',
		description:
			'What the recipient fills in; a signer with widgets needs a signature or a digital certificate',
	},
	...placeFields,
	...contentFields,
];
