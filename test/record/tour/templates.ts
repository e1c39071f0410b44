// Signature requests that the recorder makes from a template of the account.

import type { Body, Fields } from '../encode';
import type { Recorder } from '../recorder';
import { harmless, RECORDER, recipient } from '../recorderTexts';
import { idOf, ifAny, requestIn, templatesIn } from '../wire';
import { post, uploaded, type Cast } from './requests';

/** How many requests `useTemplate` should create at most. */
export const TEMPLATE_FORMS = 7;

/** Requests from a template of the account, in every form that may be sent without a file. */
export async function useTemplate(
	{ ask, tape }: Recorder,
	{ signers, mark, files }: Cast,
): Promise<void> {
	const templates = ifAny(() => templatesIn(tape.answer('templates with widgets'))) ?? [];
	const widgetOf = (index: number) => templates[index]?.widgets.find(({ type }) => type === 'text');
	const chosen = templates.find((_, index) => widgetOf(index)) ?? templates[0];
	if (chosen === undefined) return;
	const filled = chosen.widgets.find(({ type }) => type === 'text');
	const fields = (template: string, data: Fields = {}) =>
		harmless(mark, [recipient(signers[0] ?? '')], {
			templates: [template],
			data: { [RECORDER.mark]: mark, ...data },
		});
	const forms: Record<string, Body> = {
		'a template': { as: 'multipart', fields: fields(chosen.name) },
		'the ID of a template': { as: 'multipart', fields: fields(chosen.id) },
		'urlencoded fields': { as: 'urlencoded', fields: fields(chosen.name) },
		JSON: { as: 'json', fields: fields(chosen.name) },
		'a file and a template': {
			as: 'multipart',
			fields: fields(chosen.name),
			files: [files.pdf],
		},
	};
	for (const [form, body] of Object.entries(forms)) await ask(`creation with ${form}`, post(body));
	for (const form of ['a template', 'the ID of a template']) {
		const created = ifAny(() => requestIn(tape.answer(`creation with ${form}`)));
		const [document] = created?.documents ?? [];
		if (document) await ask(`uploaded file of ${form}`, uploaded(document.id));
	}
	const dated = templates.find(({ widgets }) => widgets.some(({ type }) => type === 'date'));
	const date = dated?.widgets.find(({ type }) => type === 'date');
	if (dated && date) {
		const day = Object.fromEntries(wordsOf(date).map((word) => [word, '15-12-2018']));
		await ask(
			'creation with a date of a template',
			post({ as: 'multipart', fields: fields(dated.name, day) }),
		);
	}
	if (filled === undefined) return;
	const data = Object.fromEntries(wordsOf(filled).map((word) => [word, RECORDER.value]));
	const created = await ask(
		'creation with a filled widget',
		post({ as: 'multipart', fields: fields(chosen.name, data) }),
	);
	const id = idOf(created);
	if (id === undefined) return;
	await ask('request with a filled widget', { method: 'GET', path: `/v3/signatures/${id}.json` });
}

/** What may stand for a widget in custom data. */
const wordsOf = ({ key, name = key }: { key: string; name?: string }) => [key, name];
