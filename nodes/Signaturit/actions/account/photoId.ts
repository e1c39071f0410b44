import { z } from 'zod';
import { choiceField, textField } from '../../input/fields';
import { DEFAULT_FIELD, fileSchema } from '../../input/files';
import { readFiles } from '../../input/readFiles';
import { choice, field, validated } from '../../input/schemas';
import { accountWrites } from '../../transport/accountWrites';
import { write } from '../../transport/request';
import type { Operation, Resource } from '../operation';
import { jsonItems } from '../outcome';

const photos = (name: string) =>
	z.array(fileSchema(name)).max(1, `${name}: name one binary field of the item`);

const inputSchema = z.object({
	front: photos('Front').min(1, 'Front: name one binary field of the item'),
	back: photos('Back'),
	document_type: choice('Document Type', ['ID', 'DL', 'RP', 'PA']),
	document_country: field(
		z
			.string()
			.trim()
			.toUpperCase()
			.regex(/^[A-Z]{3}$/),
		'Country must be a code of three letters, e.g. ESP',
	),
});

/** POST /v3/photoid/validate.json; the answer is given out as it is, for its form is not documented. */
const validate: Operation = {
	name: 'Validate',
	action: 'Validate an identity document by its photos',
	description: 'Read the data from photos of an identity document and have them validated',
	fields: [
		textField('Front', 'front', {
			required: true,
			default: DEFAULT_FIELD,
			hint: 'The name of the input binary field with the photo of the front. If it is the only file, leave it as it is.',
		}),
		textField('Back', 'back', {
			hint: 'The name of the input binary field with the photo of the back. Leave it empty if the document needs none.',
		}),
		choiceField('Document Type', 'document_type', {
			options: [
				{ name: 'Driver License', value: 'DL' },
				{ name: 'ID Card', value: 'ID' },
				{ name: 'Passport', value: 'PA' },
				{ name: 'Residence Permit', value: 'RP' },
			],
			default: 'ID',
		}),
		textField('Country', 'document_country', {
			default: 'ESP',
			placeholder: 'e.g. ESP',
			description: 'The country of the document, as a code of three letters (ISO 3166-1 alpha-3)',
		}),
	],
	async run(item) {
		const value = (name: string) => this.getNodeParameter(name, item);
		const { front, back, ...fields } = validated(inputSchema, {
			front: await readFiles.call(this, value('front'), item),
			back: await readFiles.call(this, value('back'), item),
			document_type: value('document_type'),
			document_country: value('document_country'),
		});
		const named = { front, back };
		const files = (['front', 'back'] as const).flatMap((side) =>
			named[side].map((photo) => ({ ...photo, field: side })),
		);
		return jsonItems(await write(this, accountWrites.validatePhotoId(), { fields, files }));
	},
};

export const photoId: Resource = {
	name: 'Photo ID',
	value: 'photoId',
	operations: { validatePhotoId: validate },
};
