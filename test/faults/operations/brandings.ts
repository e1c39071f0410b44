import { byId } from '../../workflow/engine/fixtures';
import { placeOf, type WriteRow } from './row';
import { bodiesAbout, keys } from './subjects';

/** Branding: Create and Update, whose subjects are told apart by a text on a button. */
const text = (key: string) => ({ texts: { send_button: key } });

export const brandings: WriteRow[] = [
	{
		operation: 'branding:createBranding',
		place: placeOf('POST /v3/brandings.json'),
		convincing: ['another id'],
		subjects: async (_, count) =>
			keys(count).map((key) => ({
				key,
				parameters: { resource: 'branding', operation: 'createBranding', ...text(key) },
			})),
		timesDone: (evidence, subject) => [bodiesAbout(evidence, subject).length],
	},
	{
		operation: 'branding:updateBranding',
		place: placeOf('PATCH /v3/brandings/{brandingId}.json'),
		subjects: async ({ control }, count) => {
			const ids = await control.seed({ kind: 'brandings', count });
			return keys(count).map((key, index) => ({
				key,
				parameters: {
					resource: 'branding',
					operation: 'updateBranding',
					brandingId: byId(String(ids[index])),
					...text(key),
				},
			}));
		},
		timesDone: (evidence, subject) => [bodiesAbout(evidence, subject).length],
	},
];
