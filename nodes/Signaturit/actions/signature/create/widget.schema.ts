// The rules for a recipient's widgets: their places, pages, options, groups and types.

import { z } from 'zod';
import { textIf } from '../../../input/hints';
import { doorsOf, knownWords } from '../../../input/parameters';
import { schemaFor, withRules, type FieldSchema } from '../../../input/schemas';
import { openObject, type KnownFields } from '../../../input/words';
import type { FormValue } from '../../../transport/form';
import { isPlainObject } from '../../../transport/shapes';
import { showValue } from '../../../transport/errors/shown';
import { typeChoice, typeWords, type TypedContext, type WidgetContext } from './widgetPlace';
import { commonTable, tableOf, typeTables } from './widgetTable';

const commonSchema = (context: TypedContext) =>
	openObject('A widget', doorsOf(commonTable, context));

/** A widget with further parameters of its type, or that no page of the vendor has. */
export type Widget = z.output<ReturnType<typeof commonSchema>> &
	Readonly<Record<string, FormValue>>;

/** A widget of any type. One of an undocumented type may have any fields. */
const typedWidget = (request: WidgetContext) => {
	const schemaOf = (type: string) => {
		const context = { ...request, type };
		const shape = { ...doorsOf(commonTable, context), ...doorsOf(tableOf(type), context) };
		return openObject(`A widget of the type ${type}`, shape) as FieldSchema<Widget>;
	};
	const schemas = new Map(typeWords.map((type) => [type, schemaOf(type)]));
	const other = commonSchema(request) as FieldSchema<Widget>;
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

/** The words of a parameter, and those in it if it is an object. */
const wordsIn = (one: string | KnownFields): string[] =>
	typeof one === 'string'
		? [one]
		: Object.entries(one).flatMap(([key, words = []]) => [
				key,
				...words.filter((word) => typeof word === 'string'),
			]);

const ofTypes = Object.entries(typeTables).map(([type, table]) => {
	const words = Object.entries(knownWords(table)).flatMap(
		([key, known]) => known?.flatMap(wordsIn) ?? key,
	);
	return { type, words: words.filter((word) => !Object.hasOwn(commonTable, word)) };
});

/** The types whose widgets alone may have a word; none if that is not documented. */
export const onlyIn = (word: string): string[] =>
	ofTypes.flatMap(({ type, words }) => (words.includes(word) ? type : []));
