// Valid example input of a signer: a value for every field, and all required attachments.

import { invalid, notFound } from '../refusal';
import type { SigningItem } from '../signatures/documents';
import type { Attachment } from '../signatures/model';
import type { SignerInput } from '../signatures/signingFlow';
import { exampleValues, fieldFaults, fieldsOf } from './fields';

/** A PNG with a single pixel. */
export const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

/**
 * Valid input for every field of these documents, with the attachments that are required.
 *
 * @param values replace the example values, by field name.
 * @throws Refusal invalid for a value that breaks its field's rule or a name that no field has.
 */
export function exampleInput(
	items: SigningItem[],
	values: Record<string, string>,
	now: Date,
): SignerInput {
	const signer = items[0]?.signer;
	if (!signer) throw notFound('Document');
	const fields = fieldsOf(signer, items);
	const strangers = Object.keys(values).filter(
		(name) => !fields.some((field) => field.name === name),
	);
	const given = { ...exampleValues(signer, fields), ...values };
	const faults = fieldFaults(fields, given, now);
	for (const name of strangers) faults[name] = 'is no field of this signer';
	if (Object.keys(faults).length > 0) throw invalid('Invalid values', faults);
	const images = fields.filter((field) => field.kind === 'image' && given[field.name]);
	return {
		values: given,
		images: Object.fromEntries(images.map((field) => [field.name, PIXEL])),
		drawings: {},
		attachments: new Map(items.map((item) => [item.document.id, attachmentsOf(item)])),
	};
}

function attachmentsOf({ signer, document }: SigningItem): Attachment[] {
	return signer.demands(document.fileNumber).map(({ kind, label }) => ({
		kind,
		name: kind === 'file' ? `${label}.txt` : `${label}.png`,
		bytes: kind === 'file' ? Buffer.from(`${label} of ${signer.name}\n`) : PIXEL,
	}));
}
