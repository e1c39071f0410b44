import { accountEndpoints } from './accountEndpoints';
import { withId } from './expected';
import type { Write } from './writes';

/** What the nodes can change of the account itself, as `writes`. */
export const accountWrites = {
	createBranding: {
		method: 'POST',
		path: accountEndpoints.branding.list,
		done: withId('a branding'),
		deed: 'the branding was created',
		advice: 'Look into the list of brandings before you run this again.',
		repeat: 'once',
	},
	updateBranding: (id: string): Write => ({
		method: 'PATCH',
		path: accountEndpoints.branding.one(id),
		done: withId('the changed branding', id),
		deed: 'the branding was changed',
		advice: 'Look at the branding before you run this again.',
		repeat: 'freely',
	}),
} as const;
