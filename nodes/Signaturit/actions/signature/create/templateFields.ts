// Which fields of the chosen templates a request fills, and which custom data fit none.

// Which fields of the templates the values of a request fill.
import type { IDataObject } from 'n8n-workflow';
import { textIf } from '../../../input/hints';
import type { ExecuteCall } from '../../../transport/call';
import { delays } from '../../../transport/deadline';
import { showValue } from '../../../transport/errors/shown';
import type { FormFields } from '../../../transport/form';
import { templatesNamed } from '../../../transport/lists/numberedList';
import type { FullTemplate } from '../../../transport/shapes';
import type { Described } from '../../sending/creation';

const pairsIn = ({ data = {} }: FormFields) => Object.entries(data as object);

/**
 * Adds a hint about custom data whose key no field of the templates has: a model cannot see the fields. It adds none
 * when a template is not found soon, or when there are files: their form fields are not read.
 */
export async function hintAtUnfilled(
	call: ExecuteCall,
	{ fields, files, contents: { templates = [] } }: Described,
): Promise<void> {
	if (pairsIn(fields).length === 0 || templates.length === 0 || files.length > 0) return;
	const stops = [AbortSignal.timeout(delays.tool.end), call.stop ?? []].flat();
	const reader = call.with({ stop: AbortSignal.any(stops) });
	const found = await templatesNamed(reader, templates).catch(() => []);
	if (found.length === templates.length) call.tell(...unfilledHints(fields, found));
}

/** A hint about the custom data whose key no field of these templates has. */
export function unfilledHints(fields: FormFields, found: readonly FullTemplate[]): string[] {
	const widgets = found.flatMap((template) => template.widgets);
	const unfilled = pairsIn(fields).flatMap(([name]) =>
		widgets.some((widget) => [widget.key, widget.name].includes(name)) ? [] : showValue(name),
	);
	const known = widgets.flatMap(({ key, name }) => key ?? name ?? []);
	return textIf(
		unfilled.length > 0,
		`Signaturit tells of no field ${unfilled.join(', ')} in the template, so it may have filled nothing. It tells of: ${known.join(', ') || 'none'}`,
	);
}

/** The fields of a template that the request fills, with those that have a value in the template, and the others. */
export function fieldsOfTemplate({ id, name, widgets }: FullTemplate, fields: FormFields) {
	const values = new Map<string | undefined, unknown>(pairsIn(fields));
	const filled: IDataObject[] = [];
	const leftEmpty: string[] = [];
	for (const widget of widgets) {
		const field = widget.name ?? widget.key;
		if (field === undefined) continue;
		const value = values.get(widget.key) ?? values.get(widget.name);
		if (value !== undefined) filled.push({ field, value: String(value) });
		else if (widget.default_value)
			filled.push({ field, value: widget.default_value, isDefault: true });
		else leftEmpty.push(field);
	}
	return { templateId: id, templateName: name, filled, leftEmpty };
}
