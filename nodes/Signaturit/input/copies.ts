import { z } from 'zod';
import { isObject, twofold } from './lists';
import { emailSchema, strictObject, text } from './schemas';

const copySchema = z.preprocess(
	(entry) => (typeof entry === 'string' ? { email: entry } : entry),
	strictObject('A copy', { email: emailSchema, name: text('Name') }),
);

/** The people of `copiesFields`: rows, or a list as JSON. One alone needs no list. */
export const copiesSchema = (name: string) =>
	twofold(
		name,
		z.preprocess(
			(value) => (isObject(value) ? [value] : value),
			z.array(copySchema, {
				message: `${name} must be a JSON list such as [{ "email": "…", "name": "…" }]`,
			}),
		),
	);
