import type { Recorder } from '../recorder';
import { harmless, OWN, recipient } from '../own';
import { idOf, ifAny, templatesIn } from '../wire';
import { post, type Cast } from './requests';

/** Requests from a template of the account, in every form that may be sent without a file. */
export async function useTemplate(
	{ ask, tape }: Recorder,
	{ signers, mark, files }: Cast,
): Promise<void> {
	const templates = ifAny(() => templatesIn(tape.answer('templates with widgets'))) ?? [];
	const widgetOf = (index: number) => templates[index]?.widgets.find(({ type }) => type === 'text');
	const chosen = templates.find((_, index) => widgetOf(index)) ?? templates[0];
	if (chosen === undefined) return;
	const key = chosen.widgets.find(({ type }) => type === 'text')?.key;
	const fields = (template: string) =>
		harmless(mark, [recipient(signers[0] ?? '')], {
			templates: [template],
			data: { [OWN.mark]: mark, ...(key !== undefined && { [key]: OWN.value }) },
		});
	const created = await ask(
		'creation by template name',
		post({ as: 'urlencoded', fields: fields(chosen.name) }),
	);
	const id = idOf(created);
	if (id !== undefined) {
		await ask('request by template name', { method: 'GET', path: `/v3/signatures/${id}.json` });
	}
	await ask('creation as JSON', post({ as: 'json', fields: fields(chosen.id) }));
	await ask(
		'creation with a file and a template',
		post({ as: 'multipart', fields: fields(chosen.id), files: [files.pdf] }),
	);
}
