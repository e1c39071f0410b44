import type { INodeProperties } from 'n8n-workflow';
import { placeFields } from './placeFields';

/** Types whose value the signer fills in. Their value can be preset or fixed. */
const fillable = ['check', 'date', 'image', 'radio', 'select', 'text'];

const choiceFields: INodeProperties[] = [
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
];

const valueFields: INodeProperties[] = [
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
	...choiceFields,
	...valueFields,
];
