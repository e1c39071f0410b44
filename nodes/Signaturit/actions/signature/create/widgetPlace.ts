// The parameters for the type, the place and the size of a widget, with their fields in the panel.

import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { anyText, numberFrom, wholeNumber } from '../../../input/doors';
import { choiceOf } from '../../../input/fieldDoors';
import { choiceField, numberField, option, textField } from '../../../input/fields';
import type { ParameterTable, Row } from '../../../input/parameters';
import { field, isBlank, optional, refusal, schemaFor, Unfound } from '../../../input/schemas';
import { openWord } from '../../../input/words';
import { bare } from '../../../transport/text';

/** What the values of a widget are validated with. */
export interface WidgetContext {
	/** The last page of its longest document; missing when it is not known. */
	lastPage?: number;
	/** The zone in which dates are turned into days. */
	timeZone: string;
}

export interface TypedContext extends WidgetContext {
	/** The type of the widget; missing if it is not documented. */
	type?: string;
}

/** Stands for the last page of each document. */
export const LAST_PAGE = 'last';

const onPage = { place: ['position'] };
const atWord = { place: ['word'] };
/** The places at which a widget has the size that is entered. */
const measured = ['position', 'word'];
/**
 * Check boxes have other defaults. The fields with these defaults need other names, because n8n fills a new row with
 * the defaults of all fields, also of those that it hides.
 */
const exceptBoxes = ['date', 'dcf', 'image', 'radio', 'select', 'signature', 'text'];

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
const typeChoices = widgetTypeField.options as INodePropertyOptions[];
export const typeWords = typeChoices.map(({ value }) => String(value));

/** A usual place, so that nothing has to be measured. */
const corner = (side: 'Left' | 'Right', which: string) => ({
	name: `Bottom ${side} of the Last Page`,
	value: `bottom${side}`,
	description: `Where the ${which} of two signers signs; all PDF files need the same number of pages`,
});

/** Not sent: it decides which of the other fields are. */
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

const WIDTH = 'Width (% of Page Width)';
const HEIGHT = 'Height (% of Page Height)';
const sized = { place: measured, type: exceptBoxes };
const sizedBox = { place: measured, type: ['check'] };

/** Reads another field of the panel where the widget is placed at a word. */
const orAtWord = (name: string) => (value: unknown, row: Row) =>
	row.place === 'word' ? row[name] : value;

/** Reads another field of the panel for a check box, if its row has the field. */
export const orOfBox = (name: string) => (value: unknown, row: Row) =>
	row.type === 'check' && row[name] !== undefined ? row[name] : value;

export const unlessAtWord = (value: unknown, { place }: Row) =>
	place === 'word' ? undefined : value;

const fromEdge = (label: string) => optional(numberFrom(label, 1, 100));
const size = (label: string) => optional(numberFrom(label, 0));

const WORD_RULE = 'must be a single word without spaces';

/** Stands in the place of an empty word in the panel: without a word, the widget would be placed by its coordinates. */
const NO_WORD = new Unfound(`Word ${WORD_RULE}`);

/** Each default of the panel is a usual one, so that nothing has to be measured. */
export const placeTable = {
	type: {
		...{ field: widgetTypeField, also: [placeField], words: typeWords },
		door: (label) => openWord(label, typeChoices),
	},
	page: {
		field: numberField('Page', 'page', {
			typeOptions: { minValue: 1 },
			default: 1,
			description:
				'Number of the page, starting at 1. Each file that has the page gets the widget.',
			displayOptions: { show: onPage },
		}),
		read: unlessAtWord,
		// An unknown last page is a problem of the request, not of each widget.
		door: (label, { lastPage = 1 }) =>
			optional(
				schemaFor<number>((page) =>
					page === LAST_PAGE ? z.literal(page).transform(() => lastPage) : wholeNumber(label, 1),
				),
			),
	},
	word_anchor: {
		field: textField('Word', 'word', {
			placeholder: 'e.g. Signature',
			description: 'A single word of the document, without spaces or symbols such as _, @ and -',
			displayOptions: { show: atWord },
		}),
		read: (word, { place }) => (place !== 'word' ? undefined : isBlank(word) ? NO_WORD : word),
		door: (label) =>
			optional(
				field<string>(anyText.transform(bare).pipe(z.string().regex(/^\S+$/)), (value) =>
					refusal(label, value, WORD_RULE),
				),
			),
	},
	left: {
		field: percent(
			...([
				'Left (% of Page Width)',
				'left',
				1,
				10,
				'From the left edge of the page',
				onPage,
			] as const),
		),
		...{ label: 'Left', read: orAtWord('wordLeft'), door: fromEdge },
	},
	top: {
		field: percent('Top (% of Page Height)', 'top', 1, 80, 'From the top of the page', onPage),
		also: [
			percent(
				'Left (From Word, 1–100)',
				'wordLeft',
				1,
				1,
				'From the left edge of the word',
				atWord,
			),
			percent('Top (From Word, 1–100)', 'wordTop', 1, 1, 'From the top of the word', atWord),
		],
		...{ label: 'Top', read: orAtWord('wordTop'), door: fromEdge },
	},
	width: {
		field: percent(WIDTH, 'width', 0, 25, 'How wide it is', sized),
		...{ label: 'Width', read: orOfBox('boxWidth'), door: size },
	},
	height: {
		field: percent(HEIGHT, 'height', 0, 8, 'How high it is', sized),
		also: [
			percent(WIDTH, 'boxWidth', 0, 3, 'How wide it is', sizedBox),
			percent(HEIGHT, 'boxHeight', 0, 2, 'How high it is', sizedBox),
		],
		...{ label: 'Height', read: orOfBox('boxHeight'), door: size },
	},
} satisfies ParameterTable<TypedContext>;
