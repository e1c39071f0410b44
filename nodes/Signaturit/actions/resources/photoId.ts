// The resource Photo ID, which has photos of an identity document validated.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { filledText } from '../../input/doors';
import { openWordOf } from '../../input/fieldDoors';
import { choiceField, option, textField } from '../../input/fields';
import { DEFAULT_FIELD, fileSchema, readFiles } from '../../input/files';
import { field, refusal, validated } from '../../input/schemas';
import type { ExecuteCall } from '../../transport/call';
import { writes } from '../../transport/writes';
import type { Resource } from '../operation';
import { plainForm } from '../plainForm';

const documentType = choiceField('Document Type', 'document_type', {
	options: [
		option('Driver License', 'DL'),
		option('ID Card', 'ID'),
		option('Passport', 'PA'),
		option('Residence Permit', 'RP'),
	],
	default: 'ID',
});

const photos = (name: string) =>
	z.array(fileSchema(name)).max(1, `${name}: enter the name of one binary field`);

const identityDocument = () =>
	z.object({
		front: photos('Front').min(1, 'Front: enter the name of one binary field'),
		back: photos('Back'),
		document_type: openWordOf(documentType),
		document_country: filledText('Country').pipe(
			field(
				z
					.string()
					.trim()
					.toUpperCase()
					.regex(/^[A-Z]{3}$/),
				(value) => refusal('Country', value, 'must be a code of three letters, e.g. ESP'),
			),
		),
	});

async function readPhotos(call: ExecuteCall, entered: IDataObject, item: number) {
	const { front, back, ...fields } = validated(identityDocument(), {
		...entered,
		front: await readFiles(call, entered.front, item),
		back: await readFiles(call, entered.back, item),
	});
	const files = Object.entries({ front, back }).flatMap(([side, photos]) =>
		photos.map((photo) => ({ ...photo, field: side })),
	);
	return { fields, files };
}

const photoIdFields = [
	textField('Front', 'front', {
		required: true,
		default: DEFAULT_FIELD,
		hint: 'The name of the input binary field with the photo of the front. If it is the only file, leave it as it is.',
	}),
	textField('Back', 'back', {
		hint: 'The name of the input binary field with the photo of the back. Leave it empty if the document needs none.',
	}),
	documentType,
	textField('Country', 'document_country', {
		default: 'ESP',
		placeholder: 'e.g. ESP',
		description: 'The country of the document, as a code of three letters (ISO 3166-1 alpha-3)',
	}),
];

/** POST /v3/photoid/validate.json; the form of its answer is not documented (docs/service.md#photo-id). */
export const photoId: Resource = {
	name: 'Photo ID',
	value: 'photoId',
	operations: {
		validatePhotoId: plainForm(writes.validatePhotoId, [], {
			name: 'Validate',
			action: 'Validate an identity document by its photos',
			description: 'Read the data from photos of an identity document and have them validated',
			fields: photoIdFields,
			content: readPhotos,
		}),
	},
};
