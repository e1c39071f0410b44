// Reads what a signer has sent from the signing page, and lists all its mistakes.

import { z } from 'zod';

import { isDrawing } from '../domain/fields/drawing';
import { fieldFaults, type Field } from '../domain/fields/fields';
import { UploadedFile } from '../domain/files/uploadedFile';
import type { Attachment } from '../domain/signatures/model';
import type { SignerInput } from '../domain/signatures/signingFlow';
import { isImage } from '../pdf/stamps';
import { file, sparseList, text } from '../validation/primitives';
import { read } from '../validation/read';
import { CODE_ID, demandId, fieldId, type SigningForm } from './fieldView';

/** Browsers send a part without a name and without bytes for a file that was not chosen. */
const chosenFile = z.preprocess(
	(value) => (value instanceof UploadedFile && value.name !== '' ? value : undefined),
	file.optional(),
);

/** Nothing when the name is typed. Only the page's script draws, and it draws nothing else. */
const drawing = text().refine((path) => path === '' || isDrawing(path), 'must be a drawing');

const submission = z.object({
	values: sparseList(text()).default([]),
	drawings: sparseList(drawing).default([]),
	files: sparseList(chosenFile).default([]),
	demands: sparseList(chosenFile).default([]),
	code: text().optional(),
});

export interface Submission {
	given: SignerInput;
	/** By element id. */
	faults: Record<string, string>;
}

/** Reads what a signer has sent, and lists everything that is wrong with it. */
export async function readSubmission(
	body: unknown,
	form: SigningForm,
	now: Date,
): Promise<Submission> {
	const input = read(submission, body, true);
	const fileOf = (index: number) => input.files[index];
	const values = Object.fromEntries(
		form.fields.map((field, index) => [
			field.name,
			(isFile(field) ? fileOf(index)?.name : input.values[index]?.trim()) ?? '',
		]),
	);
	const drawings: Record<string, string> = {};
	form.fields.forEach((field, index) => {
		const drawn = field.kind === 'signature' && input.drawings[index];
		if (drawn) drawings[field.name] = drawn;
	});
	const faults: Record<string, string> = {};
	const found = fieldFaults(form.fields, { ...values, ...drawings }, now);
	const images: Record<string, Uint8Array> = {};
	for (const [index, field] of form.fields.entries()) {
		const fault = found[field.name] ?? (await imageFault(field, fileOf(index)));
		if (fault) faults[fieldId(index)] = `${field.label} ${fault}.`;
		const image = field.kind === 'image' && fileOf(index);
		if (image) images[field.name] = image.bytes;
	}
	for (const [index, demand] of form.demands.entries()) {
		const given = input.demands[index];
		if (!given) faults[demandId(index)] = `${demand.label} must be attached.`;
		else if (demand.kind !== 'file' && !(await isImage(given.bytes))) {
			faults[demandId(index)] = `${demand.label} must be a PNG or JPEG image.`;
		}
	}
	if (form.signer.code !== undefined && input.code?.trim() !== form.signer.code) {
		faults[CODE_ID] = 'The acceptance code is not the one from the SMS.';
	}
	const attachments = attachmentsOf(form, input.demands);
	return { given: { values, images, drawings, attachments }, faults };
}

const isFile = (field: Field): boolean => field.kind === 'image' || field.kind === 'certificate';

const imageFault = async (
	field: Field,
	given: UploadedFile | undefined,
): Promise<string | undefined> =>
	field.kind === 'image' && given && !(await isImage(given.bytes))
		? 'must be a PNG or JPEG image'
		: undefined;

function attachmentsOf(
	form: SigningForm,
	files: (UploadedFile | undefined)[],
): Map<string, Attachment[]> {
	const attachments = new Map<string, Attachment[]>();
	form.demands.forEach(({ kind, document }, index) => {
		const given = files[index];
		if (!given) return;
		const others = attachments.get(document.id) ?? [];
		attachments.set(document.id, [...others, { kind, name: given.name, bytes: given.bytes }]);
	});
	return attachments;
}
