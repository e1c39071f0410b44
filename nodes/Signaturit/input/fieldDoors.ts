// How a field's properties in the panel decide which door its value takes.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { FormValue } from '../transport/form';
import { choice, emailSchema, filledText, flag, listOfEntries, text } from './doors';
import { optional, type FieldSchema } from './schemas';
import { openWord } from './words';

// The door of a field follows from its properties in the panel.

/** The schemas of fields by their names. */
export type Rules = Readonly<Record<string, FieldSchema<FormValue>>>;

/**
 * Validates the values of fields that are sent by the fields' properties: a switch and a choice may be missing, and so
 * may text unless the field is required. A field named `email` is an address. `rules` take precedence.
 */
export const schemaOf = (fields: readonly INodeProperties[], rules: Rules = {}) =>
	z.object(
		Object.fromEntries(
			fields.map((field) => [
				field.name,
				rules[field.name] ??
					(field.type === 'options' ? optional(openWordOf(field)) : ruleOf(field)),
			]),
		),
	);

const rulesOf = new WeakMap<INodeProperties, FieldSchema<FormValue>>();

/** The schema for the value of a field, by its properties. Made once: making it takes longer than using it. */
export function ruleOf(field: INodeProperties): FieldSchema<FormValue> {
	const rule = rulesOf.get(field) ?? newRuleOf(field);
	rulesOf.set(field, rule);
	return rule;
}

function newRuleOf(field: INodeProperties): FieldSchema<FormValue> {
	const { displayName, name, type, required } = field;
	if (type === 'boolean') return optional(flag(displayName));
	if (type === 'options') return optional(choiceOf(field));
	if (name === 'email') return required ? emailSchema : optional(emailSchema);
	return required ? filledText(displayName) : text(displayName);
}

/** A choice from the field's dropdown (`choice`), whose values are the service's words. */
export const choiceOf = ({ displayName, options = [] }: INodeProperties) =>
	choice(displayName, options as INodePropertyOptions[]);

/** As `choiceOf`, for a word that is sent: the service may have more of them than the dropdown (`openWord`). */
export const openWordOf = ({ displayName, options = [] }: INodeProperties) =>
	openWord(displayName, options as INodePropertyOptions[]);

/** Choices from the field's dropdown: takes lists, and text as `entriesOf` reads it. A blank has no choices. */
export const choicesOf = <Word extends string = string>(field: INodeProperties) => {
	const one = choice<Word>(field.displayName, (field.options ?? []) as INodePropertyOptions[]);
	return listOfEntries(field.displayName, one);
};
