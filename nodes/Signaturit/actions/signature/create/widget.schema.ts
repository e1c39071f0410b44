import { z } from 'zod';
import {
	anyText,
	choice,
	field,
	filledText,
	flag,
	numberBetween,
	optional,
	strictObject,
	wholeNumber,
} from '../../../input/schemas';
import { boundFaults, onPage, pageSchema, placeFaults } from './widgetPlace';

/** The value that a field holds at first. Expressions may give a number or a boolean. */
const valueText = optional(
	field(z.union([anyText, z.boolean().transform(String)]), 'Default Value must be text'),
);

/** That of a box, which is 1 or 0. */
const checkedText = z.preprocess((value) => {
	const checked = flag('').safeParse(value);
	return checked.success ? Number(checked.data) : value;
}, valueText);

/** What every widget may have, in the service's words (docs/service.md#widgets). */
const common = {
	page: pageSchema,
	left: optional(numberBetween('Left', 1, 100)),
	top: optional(numberBetween('Top', 1, 100)),
	height: optional(percentage('Height')),
	width: optional(percentage('Width')),
	default: valueText,
	editable: optional(flag('Editable')),
	required: optional(flag('Required')),
	// An empty word is a fault: without it, the widget would be placed by its coordinates.
	word_anchor: z.preprocess(
		(value) => value ?? undefined,
		field(
			anyText.pipe(z.string().regex(/^[\p{L}\p{M}\p{N}]+$/u)),
			'Word must be a single word without spaces or special characters',
		).optional(),
	),
};

const widgetOf = <Shape extends z.ZodRawShape>(what: string, shape: Shape) =>
	strictObject(what, common).extend(shape);

const typedWidget = z.discriminatedUnion(
	'type',
	[
		widgetOf('A signature widget', { type: z.literal('signature') }),
		widgetOf('An image widget', { type: z.literal('image') }),
		widgetOf('A digital certificate widget', { type: z.enum(['dcf', 'digital certificate']) }),
		widgetOf('A text widget', {
			type: z.literal('text'),
			options: validation('A text widget', ['dni', 'email', 'iban', 'phone', 'zip']),
		}),
		widgetOf('A date widget', {
			type: z.literal('date'),
			options: validation('A date widget', ['age']),
		}),
		widgetOf('A check widget', {
			type: z.literal('check'),
			default: checkedText,
			options: optional(choice('The "options" of a check widget', ['show_yes_no_option'])),
		}),
		widgetOf('A radio widget', {
			type: z.literal('radio'),
			custom_id: filledText('Group'),
			default: optional(wholeNumber('Default Option', 0)),
			options: strictObject('The "options" of a radio widget', {
				index: wholeNumber('Option Index', 0),
			}),
		}),
		widgetOf('A select widget', {
			type: z.literal('select'),
			options: strictObject('The "options" of a select widget', {
				select: z
					.array(
						strictObject('An option', {
							value: filledText('Value'),
							default: optional(flag('Selected by Default')),
						}),
						{ message: 'The options of a select widget must be a list' },
					)
					.min(1, { message: 'Options: add at least one' }),
			}),
		}),
	],
	{
		errorMap: (issue, { defaultError }) => {
			if (issue.code === 'invalid_type') return { message: 'A widget must be an object' };
			if (issue.code !== 'invalid_union_discriminator') return { message: defaultError };
			return { message: `Type must be one of: ${issue.options.map(String).join(', ')}` };
		},
	},
);

/** A widget as it is sent. */
type Widget = z.output<typeof typedWidget>;

/** The documentation uses two names for `dcf`, the one to send (docs/service.md#widgets). */
const namedWidget = z.preprocess(
	(widget) =>
		isNamed(widget) && widget.type === 'digital certificate' ? { ...widget, type: 'dcf' } : widget,
	typedWidget,
);

/** What the rules for widgets need to know of the request. */
export interface WidgetContext {
	/** The last page of its longest document; missing when it is not known. */
	lastPage?: number;
	/** Whether all of its documents have that last page. */
	isSameLast?: boolean;
}

const widgetSchema = ({ lastPage, isSameLast }: WidgetContext) =>
	z
		.preprocess((widget) => onPage(widget, isSameLast ? lastPage : undefined), namedWidget)
		.superRefine((widget, context) => {
			const faults = [
				...placeFaults(widget),
				...boundFaults(widget, lastPage),
				...typeFaults(widget),
			];
			for (const message of faults) context.addIssue({ code: 'custom', message });
		});

/**
 * The widgets of one recipient, in the service's words, by the service's rules for places,
 * options, validation rules and radio groups (docs/service.md#widgets, docs/service.md#widget-options,
 * docs/service.md#validation-rules).
 */
export const widgetsSchema = (request: WidgetContext) =>
	z
		.array(widgetSchema(request), { message: 'Widgets must be a list' })
		.superRefine((widgets, context) => {
			for (const [index, message] of [...groupFaults(widgets), ...duplicateFaults(widgets)]) {
				context.addIssue({ code: 'custom', path: [index], message });
			}
		});

function isNamed(widget: unknown): widget is { type: unknown } {
	return typeof widget === 'object' && widget !== null && 'type' in widget;
}

function percentage(name: string) {
	return field(
		numberBetween(name, 0, 100).refine((value) => value > 0),
		`${name} must be a percentage of the page, more than 0 and at most 100`,
	);
}

function validation(what: string, rules: readonly [string, ...string[]]) {
	return strictObject(`The "options" of ${what.toLowerCase()}`, {
		validation_rule: optional(choice('Validation Rule', rules)),
	}).optional();
}

function typeFaults(widget: Widget): string[] {
	if (widget.type === 'check' && widget.options !== undefined && widget.editable === false) {
		return ['Show Yes/No works only when the widget is editable'];
	}
	if (widget.type !== 'select') return [];
	const selected = widget.options.select.filter((option) => option.default === true);
	return selected.length > 1 ? ['Only one option can be selected by default'] : [];
}

/** Faults of radio widgets that share a group, each with the position of the widget in the list. */
function groupFaults(widgets: readonly Widget[]): [number, string][] {
	const radios = [...widgets.entries()].flatMap(([index, widget]) =>
		widget.type === 'radio' ? [{ index, widget }] : [],
	);
	return radios.flatMap(({ index, widget }): [number, string][] => {
		const group = radios.filter((other) => other.widget.custom_id === widget.custom_id);
		const [first] = group;
		if (first?.widget.default !== widget.default) {
			return [[index, `Default Option must be the same in the whole group "${widget.custom_id}"`]];
		}
		// What is no number is another fault.
		if (typeof widget.default !== 'number' || first?.index !== index) return [];
		if (group.some((other) => other.widget.options.index === widget.default)) return [];
		return [[index, `Default Option is none of the group "${widget.custom_id}"`]];
	});
}

/**
 * Faults of widgets that are equal to an earlier one. n8n makes many equal widgets of an expression that is
 * given for all of them.
 */
function duplicateFaults(widgets: readonly Widget[]): [number, string][] {
	const texts = widgets.map((widget) => JSON.stringify(widget));
	return texts.flatMap((text, index): [number, string][] => {
		const first = texts.indexOf(text);
		return first < index ? [[index, `It is the same as Widget ${first + 1}`]] : [];
	});
}
