// The answers that the service gives when all is well.

import { z } from 'zod';
import { unreadable } from './exchange';
import { hasError } from './errors/problem';
import { laxText, nonEmptyText } from './lax';
import { recordSchema } from './shapes';

/** The answer of an endpoint when all is well. */
export interface Expected {
	/** Its name in messages, e.g. `a signature request`. */
	what: string;
	/** The problem with an answer, as a sentence; `undefined` if it is as expected. */
	mismatch(answer: unknown): string | undefined;
}

const identifiedSchema = z.object({ id: nonEmptyText });

/** An object with this id; any id if absent. */
export function withId(what: string, id?: string): Expected {
	return {
		what,
		mismatch: (answer) => {
			const { data } = identifiedSchema.safeParse(answer);
			if (!data) return 'The answer has no ID.';
			// The service writes ids in lower case.
			const isOther = id !== undefined && data.id.toLowerCase() !== id.toLowerCase();
			return isOther ? `The answer is about another ID, "${data.id}".` : undefined;
		},
	};
}

/** An object with these properties, e.g. the status of an SMS, which has no id. */
export function withShape(what: string, schema: z.ZodTypeAny): Expected {
	return {
		what,
		mismatch: (answer) =>
			schema.safeParse(answer).success ? undefined : 'The answer has another form.',
	};
}

/** The request, or one of its documents: the sources disagree (docs/service.md#reminders). */
export function requestOrDocument(id: string): Expected {
	const request = withId('a signature request', id);
	return {
		...request,
		mismatch: (answer) => {
			const { email, status } = recordSchema.safeParse(answer).data ?? {};
			return (email ?? status) === undefined ? request.mismatch(answer) : undefined;
		},
	};
}

/** An upload that is not complete says so (docs/service.md#chunks). */
const incompleteUpload = z.object({
	completed: z.union([z.enum(['false', '0']), z.literal(false), z.literal(0)]),
});

const md5Schema = z.object({ md5: z.string() });

/** A certified file with this id; any id if absent. If it has an MD5, it must be this one. */
export function certifiedFileWith(md5: string, id?: string): Expected {
	const identified = withId('the certified file', id);
	return {
		...identified,
		mismatch: (answer) => {
			if (incompleteUpload.safeParse(answer).success)
				return 'The answer says that parts of the file are missing.';
			const actual = md5Schema.safeParse(answer).data?.md5 ?? md5;
			const isOther = actual.toLowerCase() !== md5;
			return (
				identified.mismatch(answer) ?? (isOther ? `Its MD5 is ${actual}, not ${md5}.` : undefined)
			);
		},
	};
}

export const emptyAnswer: Expected = {
	what: 'a confirmation',
	mismatch: (answer) => (answer === undefined ? undefined : 'The answer should be empty.'),
};

const emptySchema = z.object({}).strict();

/** Nothing, or an object without content. */
export const emptyObject: Expected = {
	...emptyAnswer,
	mismatch: (answer) =>
		emptySchema.safeParse(answer).success ? undefined : emptyAnswer.mismatch(answer),
};

/** An answer that is not documented: nothing, or JSON without an error. */
export const noError: Expected = {
	what: 'a confirmation',
	mismatch: (answer) => {
		if (answer === unreadable) return 'The answer is not JSON.';
		return hasError(answer) ? 'The answer tells of an error.' : undefined;
	},
};

/** The entry of a list for a branding, a contact, or a seat or group of the team. */
export const accountEntrySchema = z.object({
	id: nonEmptyText,
	name: laxText,
	email: laxText,
	role: laxText,
	status: laxText,
	created_at: laxText,
});

export type AccountEntry = z.infer<typeof accountEntrySchema>;

/** A group of the team, as the reference describes it: without an id (docs/service.md#team-groups). */
export const groupSchema = z.object({ name: z.string() });
