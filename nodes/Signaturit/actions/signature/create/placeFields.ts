import type { INodeProperties } from 'n8n-workflow';

/** The panel's fields for the place of a widget: a usual one, a position on a page, or every occurrence of a word. */
export const placeFields: INodeProperties[] = [
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
	{
		displayName: 'Left',
		name: 'left',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 10,
		description:
			"Distance from the left edge of the page, in percent of the page's width (1 to 100)",
		displayOptions: { show: { place: ['position'] } },
	},
	{
		displayName: 'Top',
		name: 'top',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 80,
		description: "Distance from the top of the page, in percent of the page's height (1 to 100)",
		displayOptions: { show: { place: ['position'] } },
	},
	{
		displayName: 'Left',
		name: 'wordLeft',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 1,
		description: 'Distance from the left edge of the word (1 to 100)',
		displayOptions: { show: { place: ['word'] } },
	},
	{
		displayName: 'Top',
		name: 'wordTop',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 1,
		description: 'Distance from the top of the word (1 to 100)',
		displayOptions: { show: { place: ['word'] } },
	},
	{
		displayName: 'Width',
		name: 'width',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 25,
		description: "In percent of the page's width",
		displayOptions: { show: { place: ['position', 'word'] } },
	},
	{
		displayName: 'Height',
		name: 'height',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 8,
		description: "In percent of the page's height",
		displayOptions: { show: { place: ['position', 'word'] } },
	},
];
