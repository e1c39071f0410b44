import { z } from 'zod';
import { storedFile } from '../../workflow/engine/engine';
import { post } from './creations';
import type { WriteRow } from './row';
import { keys } from './subjects';

const bodySchema = z.object({ front: z.object({ name: z.string() }) });

/** Photo ID: Validate. Its answer is not documented, so that any object may be one. */
export const validatePhotoId: WriteRow = {
	operation: 'photoId:validatePhotoId',
	place: post(/photoid\/validate\.json/),
	passesFor: ['empty object', 'another id'],
	subjects: async (_, count) =>
		await Promise.all(
			keys(count).map(async (key) => ({
				key,
				parameters: {
					resource: 'photoId',
					operation: 'validatePhotoId',
					front: 'data',
					back: '',
					document_type: 'ID',
					document_country: 'ESP',
				},
				item: {
					json: {},
					binary: { data: await storedFile(Buffer.from('a photo'), key, 'image/jpeg') },
				},
			})),
		),
	timesDone: ({ carriedOut }, { key }) => [
		carriedOut.filter(({ body }) => bodySchema.safeParse(body).data?.front.name === key).length,
	],
};
