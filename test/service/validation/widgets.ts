// Which parameters a recipient's widget takes, by its type.

import { z } from 'zod';

import { choice, filledText, flag, integer, list, number, refuserIn, text } from './primitives';

/** Validation rules and the widget types they apply to (docs/service.md#validation-rules). */
const RULES = {
	email: 'text',
	phone: 'text',
	zip: 'text',
	dni: 'text',
	iban: 'text',
	age: 'date',
} as const;

const selectOption = z.object({ value: filledText(), default: flag.optional() }).strict();

const optionsMap = z
	.object({
		validation_rule: choice('email', 'phone', 'zip', 'dni', 'age', 'iban').optional(),
		index: integer(0).optional(),
		select: list(selectOption).optional(),
	})
	.strict();

const fields = z
	.object({
		type: choice(
			'date',
			'image',
			'check',
			'radio',
			'select',
			'text',
			'signature',
			'digital certificate',
			'dcf',
		),
		page: integer(1).optional(),
		left: number(1, 100).optional(),
		top: number(1, 100).optional(),
		height: number(0).optional(),
		width: number(0).optional(),
		default: text().optional(),
		editable: flag.optional(),
		required: flag.optional(),
		word_anchor: filledText().pipe(z.string().regex(/^\S+$/, 'must have no spaces')).optional(),
		custom_id: filledText().optional(),
		options: z.union([z.string(), optionsMap]).optional(),
	})
	.strict();
type Fields = z.output<typeof fields>;

const PLACE = ['page', 'left', 'top'] as const;

/** Whether this is the widget for a digital certificate, which has two names (docs/service.md#widgets). */
export const isCertificate = ({ type }: { type: Fields['type'] }): boolean =>
	type === 'dcf' || type === 'digital certificate';

type Refuse = (field: string, message: string) => void;

function checkPlace(widget: Fields, refuse: Refuse): void {
	if (widget.word_anchor === undefined) {
		const needed = isCertificate(widget) ? (['left', 'top'] as const) : PLACE;
		for (const field of needed) {
			if (widget[field] === undefined) refuse(field, 'is required');
		}
		return;
	}
	for (const field of ['height', 'width'] as const) {
		if (widget[field] === undefined) refuse(field, 'is required with word_anchor');
	}
	if (widget.editable === false) refuse('editable', 'cannot be disabled with word_anchor');
}

function checkOptions(widget: Fields, refuse: Refuse): void {
	const { type, options } = widget;
	if (options === undefined || options === '') {
		if (type === 'select') refuse('options', 'is required for select widgets');
		return;
	}
	if (typeof options === 'string') {
		if (type !== 'check' || options !== 'show_yes_no_option') {
			refuse('options', 'as text must be show_yes_no_option on a check widget');
		} else if (widget.editable === false) {
			refuse('options', 'show_yes_no_option works only for editable widgets');
		}
		return;
	}
	if (!['radio', 'select', 'check', 'text', 'date'].includes(type)) {
		refuse('options', `is not possible for ${type} widgets`);
	}
	const rule = options.validation_rule;
	if (rule && RULES[rule] !== type)
		refuse('options', `rule ${rule} applies to ${RULES[rule]} only`);
	if (options.index !== undefined && type !== 'radio') refuse('options', 'index is for radio only');
	if (options.select && type !== 'select') refuse('options', 'select is for select widgets only');
	if (type === 'select' && !options.select?.length) {
		refuse('options', 'needs at least one select value');
	}
}

/** One widget of a recipient (docs/service.md#widgets). */
export const widget = fields.superRefine((value, context) => {
	const refuse: Refuse = (field, message) => refuserIn(context)([field], message);
	checkPlace(value, refuse);
	checkOptions(value, refuse);
	if (value.type !== 'radio' && value.custom_id !== undefined) {
		refuse('custom_id', 'is for radio widgets only');
	}
});

export type WidgetInput = z.output<typeof widget>;

/** The widgets whose `default` differs from that of their radio group, by their positions. */
export function groupFaults(widgets: WidgetInput[]): number[] {
	const groups = new Map<string, WidgetInput>();
	return widgets.flatMap((item, position) => {
		if (item.type !== 'radio' || item.custom_id === undefined) return [];
		const first = groups.get(item.custom_id) ?? item;
		groups.set(item.custom_id, first);
		return first.default === item.default ? [] : [position];
	});
}
