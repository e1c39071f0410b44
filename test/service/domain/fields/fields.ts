// The fields that a signer fills in, and what is wrong with the values given.

import type { SigningItem } from '../signatures/documents';
import type { SignatureRequest, Signer, ValidationRule, Widget } from '../signatures/model';
import { RULE_EXAMPLES, ruleFault } from './fieldRules';

/** A field that a signer fills in on the signing page. */
export interface Field {
	name: string;
	label: string;
	kind:
		| 'text'
		| 'date'
		| 'check'
		| 'yes_no'
		| 'radio'
		| 'select'
		| 'image'
		| 'signature'
		| 'certificate';
	required: boolean;
	default: string;
	/** For a select its values, for a radio group its indices. */
	choices: string[];
	rule?: ValidationRule;
}

/** The name of a widget's field; the radio widgets of a group share one. */
export const fieldName = (widget: Widget): string =>
	widget.group ? `group-${widget.group.id}` : widget.id;

function kindOf(widget: Widget): Field['kind'] {
	if (widget.type === 'digital certificate') return 'certificate';
	if (widget.type === 'check' && widget.yesNo) return 'yes_no';
	return widget.type;
}

function toField(widget: Widget, group: Widget[]): Field {
	return {
		name: fieldName(widget),
		label: widget.label,
		kind: kindOf(widget),
		required: widget.required,
		default: widget.default,
		choices: widget.group
			? [...new Set(group.map((item) => String(item.group?.index)))]
			: (widget.choices ?? []),
		rule: widget.rule,
	};
}

/** The widgets that a signer gets from the template of a document. */
export function templateWidgets(request: SignatureRequest, item: SigningItem): Widget[] {
	if (item.signer.role === 'validator') return [];
	return (item.document.file.template?.widgets ?? []).map((widget) => ({
		id: `template-${widget.key}`,
		type: widget.type as Widget['type'],
		label: widget.name,
		page: widget.page + 1,
		left: widget.left,
		top: widget.top,
		default: request.fill[widget.key] ?? widget.defaultValue,
		editable: widget.editable,
		required: widget.required,
	}));
}

/** The field of signers without a widget to sign in (docs/service.md#widgets). */
const SIGNATURE: Field = {
	name: 'signature',
	label: 'Your signature',
	kind: 'signature',
	required: true,
	default: '',
	choices: [],
};

/** All fields of a signer in these documents, each once. */
export function fieldsOf(signer: Signer, items: SigningItem[]): Field[] {
	const widgets = [
		...signer.widgets,
		...items.flatMap((item) => templateWidgets(item.request, item)),
	].filter((widget) => widget.editable);
	const fields = new Map<string, Field>();
	for (const widget of widgets) {
		const group = widgets.filter((other) => widget.group?.id === other.group?.id);
		const name = fieldName(widget);
		if (!fields.has(name)) fields.set(name, toField(widget, group));
	}
	const signs = widgets.some(({ type }) => type === 'signature' || type === 'digital certificate');
	if (signer.role === 'signer' && !signs) fields.set(SIGNATURE.name, SIGNATURE);
	return [...fields.values()];
}

/** What is wrong with the values, by field name. */
export function fieldFaults(
	fields: Field[],
	values: Record<string, string>,
	now: Date,
): Record<string, string> {
	const faults: Record<string, string> = {};
	for (const field of fields) {
		const fault = fieldFault(field, values[field.name] ?? '', now);
		if (fault) faults[field.name] = fault;
	}
	return faults;
}

function fieldFault(field: Field, value: string, now: Date): string | undefined {
	const empty = value === '' || (field.kind === 'check' && value !== '1');
	if (empty) {
		if (!field.required) return undefined;
		return field.kind === 'check' ? 'must be checked' : 'must be filled';
	}
	if ((field.kind === 'select' || field.kind === 'radio') && !field.choices.includes(value)) {
		return 'must be one of the choices';
	}
	if (field.kind === 'yes_no' && value !== 'yes' && value !== 'no') return 'must be yes or no';
	if (field.kind === 'date' && Number.isNaN(Date.parse(value))) return 'must be a date';
	if (field.kind === 'certificate' && !/\.(pfx|p12)$/i.test(value)) {
		return 'must be a .pfx or .p12 file';
	}
	return field.rule && ruleFault(field.rule, value, now);
}

/** A valid value for every field, by field name. */
export function exampleValues(signer: Signer, fields: Field[]): Record<string, string> {
	return Object.fromEntries(fields.map((field) => [field.name, exampleOf(signer, field)]));
}

function exampleOf(signer: Signer, field: Field): string {
	if (field.kind === 'signature') return signer.name;
	if (field.default !== '') return field.default;
	if (field.rule) return RULE_EXAMPLES[field.rule];
	if (!field.required) return '';
	const examples: Partial<Record<Field['kind'], string>> = {
		check: '1',
		yes_no: 'yes',
		date: '2020-01-31',
		image: 'image.png',
		certificate: 'certificate.p12',
	};
	return examples[field.kind] ?? field.choices[0] ?? signer.name;
}
