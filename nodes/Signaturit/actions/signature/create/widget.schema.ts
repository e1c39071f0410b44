// The rules for a recipient's widgets: their places, pages, options and groups.

import { z } from 'zod';
import { filledValue } from '../../../input/customData';
import { anyText, filledText, flag, numberFrom, text, wholeNumber } from '../../../input/doors';
import { textIf } from '../../../input/hints';
import { openObject, openWord } from '../../../input/words';
import {
	field,
	optional,
	refusal,
	schemaFor,
	Unfound,
	withRules,
	type FieldSchema,
} from '../../../input/schemas';
import type { FormValue } from '../../../transport/form';
import { isPlainObject } from '../../../transport/shapes';
import { showValue } from '../../../transport/errors/shown';
import { bare } from '../../../transport/text';
import { textRules, typeChoice, typeChoices, typeWords } from './widgetFields';

/** Stands for the last page of each document. */
export const LAST_PAGE = 'last';

export interface WidgetContext {
	/** The last page of its longest document; missing when it is not known. */
	lastPage?: number;
	/** The zone in which dates are turned into days. */
	timeZone: string;
}

/** The page of a widget, counted from 1. An unknown last page is a problem of the request, not of each widget. */
const pageSchema = ({ lastPage = 1 }: WidgetContext) =>
	schemaFor<number>((page) =>
		page === LAST_PAGE ? z.literal(page).transform(() => lastPage) : wholeNumber('Page', 1),
	);

const WORD_RULE = 'must be a single word without spaces';

/** Stands in the place of an empty word in the panel: without a word, the widget would be placed by its coordinates. */
export const NO_WORD = new Unfound(`Word ${WORD_RULE}`);

/** The fields that every widget may have, in the service's words (docs/service.md#widgets). */
const commonShape = (request: WidgetContext) => ({
	page: optional(pageSchema(request)),
	left: optional(numberFrom('Left', 1, 100)),
	top: optional(numberFrom('Top', 1, 100)),
	height: optional(numberFrom('Height', 0)),
	width: optional(numberFrom('Width', 0)),
	default: filledValue('Default Value', request.timeZone),
	editable: optional(flag('Editable')),
	required: optional(flag('Required')),
	word_anchor: optional(
		field(anyText.transform(bare).pipe(z.string().regex(/^\S+$/)), (value) =>
			refusal('Word', value, WORD_RULE),
		),
	),
});

const validation = (what: string, rules: Parameters<typeof openWord>[1]) =>
	openObject(`The "options" of ${what}`, {
		// The dropdown has an empty value for any text.
		validation_rule: optional(openWord('Validation Rule', rules)).transform(
			(rule) => rule || undefined,
		),
	}).optional();

const selectOptions = z
	.array(
		openObject('An option', {
			value: filledText('Value'),
			default: optional(flag('Selected by Default')),
		}),
		{ message: 'The options of a select widget must be a list' },
	)
	.min(1, { message: 'Options: add at least one' });

/** Further fields of a widget, by type. `dcf` has two documented names; this one is sent (docs/service.md#widgets). */
const typeShapes = (request: WidgetContext): Readonly<Record<string, z.ZodRawShape>> => ({
	text: { options: validation('a text widget', textRules) },
	date: {
		default: filledValue('Default Value', request.timeZone, 'date'),
		options: validation('a date widget', ['age']),
	},
	check: {
		default: filledValue('Checked by Default', request.timeZone, 'check'),
		options: optional(openWord('The "options" of a check widget', ['show_yes_no_option'])),
	},
	radio: {
		custom_id: text('Group'),
		default: optional(wholeNumber('Selected Place', 0)),
		options: openObject('The "options" of a radio widget', {
			index: optional(wholeNumber('Place in Group', 0)),
		}).optional(),
	},
	select: { options: openObject('The "options" of a select widget', { select: selectOptions }) },
});

export interface Widget {
	type: string;
	page?: number;
	left?: number;
	top?: number;
	height?: number;
	width?: number;
	default?: string | number;
	editable?: boolean;
	word_anchor?: string;
	custom_id?: string;
	options?: FormValue;
	readonly [field: string]: FormValue;
}

/** A widget of any type. One of an undocumented type may have any fields. */
const typedWidget = (request: WidgetContext) => {
	const common = { ...commonShape(request), type: openWord('Type', typeChoices) };
	const schemaOf = (name: string, shape: z.ZodRawShape = {}) =>
		openObject(name, { ...common, ...shape }) as FieldSchema<Widget>;
	const shapes = typeShapes(request);
	const schemas = new Map(
		typeWords.map((type) => [type, schemaOf(`A widget of the type ${type}`, shapes[type])]),
	);
	const other = schemaOf('A widget');
	return (type: unknown) => schemas.get(typeChoice.safeParse(type).data ?? '') ?? other;
};

/**
 * The widgets of one recipient, in the service's words and by its rules (docs/service.md#widgets,
 * docs/service.md#widget-options, docs/service.md#validation-rules).
 */
export const widgetsSchema = (request: WidgetContext) => {
	const typed = typedWidget(request);
	const widget = schemaFor((value) =>
		isPlainObject(value)
			? withRules(typed(value.type), (one) => widgetProblems(one, request.lastPage))
			: z.never({ message: 'A widget must be an object' }),
	);
	return z
		.array(widget, { message: 'Widgets must be a list' })
		.refine(
			(widgets) => !areLost(widgets),
			'Widgets are all the same. An expression for all of them goes into Recipients (JSON)',
		)
		.superRefine((widgets, context) => {
			for (const [index, message] of groupProblems(widgets)) {
				context.addIssue({ code: 'custom', path: [index], message });
			}
		});
};

/** Length of `={{x}}`. From an expression in place of rows, n8n makes as many equal rows as it has characters. */
const SHORTEST_EXPRESSION = 6;

function areLost(widgets: readonly Widget[]): boolean {
	const kinds = new Set(widgets.map((widget) => JSON.stringify(widget)));
	return widgets.length >= SHORTEST_EXPRESSION && kinds.size === 1;
}

/**
 * Names the values that the place of a widget lacks, or must not have. A widget may reach over the edges of its page
 * (docs/service.md#widgets).
 */
function widgetProblems(widget: Widget, lastPage = Infinity): string[] {
	const { word_anchor, editable, page = 0, left, top, height, width, type } = widget;
	const isAtWord = word_anchor !== undefined;
	const onPage = { ...(type !== 'dcf' && { Page: widget.page }), Left: left, Top: top };
	const needed = Object.entries(isAtWord ? { Height: height, Width: width } : onPage);
	const why = isAtWord ? 'when the widget is placed at a word' : 'to place the widget';
	const pages = `${lastPage} page${lastPage === 1 ? '' : 's'}`;
	return [
		...needed.flatMap(([name, value]) => textIf(value === undefined, `${name} is needed ${why}`)),
		...textIf(
			isAtWord && editable === false,
			'Editable cannot be turned off when the widget is placed at a word',
		),
		...textIf(
			!isAtWord && page > lastPage,
			`Page ${page} does not exist: the longest file has ${pages}`,
		),
		...textIf(
			type === 'check' && widget.options !== undefined && editable === false,
			'Show Yes/No works only when the widget is editable',
		),
	];
}

/** Problems of radio widgets that share a group, each with the position of the widget in the list. */
function groupProblems(widgets: readonly Widget[]): [number, string][] {
	return widgets.flatMap((widget, index): [number, string][] => {
		if (widget.type !== 'radio' || widget.custom_id === undefined) return [];
		const { custom_id: name } = widget;
		const first = widgets.find((other) => other.type === 'radio' && other.custom_id === name);
		if (first?.default === widget.default) return [];
		return [[index, `Selected Place must be the same in the whole group ${showValue(name)}`]];
	});
}

/** The fields that a rule about all recipients reads. After a problem, a recipient may be anything. */
const signersSchema = z
	.array(
		z.object({
			type: z.string().nullish(),
			widgets: z.array(z.object({ type: z.string() })).nullish(),
		}),
	)
	.catch([]);

/** Whether one of these widgets is a signature. A digital certificate is one too (docs/service.md#widgets). */
export const hasSignature = (widgets: ReadonlyArray<{ type: string }>) =>
	widgets.some(({ type }) => ['signature', 'dcf'].includes(typeChoice.safeParse(type).data ?? ''));

/** Whether the signers have widgets, and none of them is a signature (docs/service.md#widgets). */
export function lacksSignature(recipients: unknown): boolean {
	const signers = signersSchema.parse(recipients).filter(({ type }) => type !== 'validator');
	const widgets = signers.flatMap((signer) => signer.widgets ?? []);
	// An undocumented type may be a signature.
	const areKnown = widgets.every(({ type }) => typeChoice.safeParse(type).success);
	return widgets.length > 0 && areKnown && !hasSignature(widgets);
}
