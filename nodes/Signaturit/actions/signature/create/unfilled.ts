import type { ExecuteCall } from '../../../transport/call';
import { delays } from '../../../transport/deadline';
import { showValue } from '../../../transport/errors/shown';
import { templatesNamed } from '../../../transport/lists/templatesNamed';
import type { Described } from '../../sending/creation';

/**
 * Adds a hint about custom data that no field of the templates is called: a model cannot see the fields. It says nothing
 * when a template is not found soon, or of files, whose form fields are not read.
 */
export async function hintAtUnfilled(
	call: ExecuteCall,
	{ fields, files, contents: { templates = [] } }: Described,
): Promise<void> {
	const keys = Object.keys(fields.data ?? {});
	if (keys.length === 0 || templates.length === 0 || files.length > 0) return;
	const stops = [AbortSignal.timeout(delays.tool.end), call.stop ?? []].flat();
	const reader = call.with({ stop: AbortSignal.any(stops) });
	const found = await templatesNamed(reader, templates).catch(() => []);
	if (found.length < templates.length) return;
	const widgets = found.flatMap((template) => template.widgets);
	const unfilled = keys.filter(
		(name) => !widgets.some((widget) => [widget.key, widget.name].includes(name)),
	);
	if (unfilled.length === 0) return;
	const known = widgets.flatMap(({ key, name }) => key ?? name ?? []);
	call.hint(
		'warning',
		`Signaturit tells of no field ${unfilled.map(showValue).join(', ')} in the template, so it may have filled nothing. It tells of: ${known.join(', ') || 'none'}`,
	);
}
