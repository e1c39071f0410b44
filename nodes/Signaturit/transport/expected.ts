import { z } from 'zod';
import type { ServicePath } from './endpoints';
import { jsonOf, unreadable } from './exchange';
import { hasError } from './fault';
import { laxText, nonEmptyText, recordSchema } from './shapes';

/** What an endpoint answers when all is well. */
export interface Expected {
	/** In messages, e.g. `a signature request`. */
	what: string;
	/** What is wrong with an answer, as a sentence; `undefined` if it is as expected. */
	flaw(answer: unknown): string | undefined;
}

const identifiedSchema = z.object({ id: z.string().min(1) });

/** An object with an id: this one, any if absent. */
export function withId(what: string, id?: string): Expected {
	return {
		what,
		flaw: (answer) => {
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
		flaw: (answer) =>
			schema.safeParse(answer).success ? undefined : 'The answer has another form.',
	};
}

/** The request, or one of its documents: the sources disagree (docs/service.md#reminders). */
export function requestOrDocument(id: string): Expected {
	const request = withId('a signature request', id);
	const flaw = (answer: unknown) => (isDocument(answer) ? undefined : request.flaw(answer));
	return { ...request, flaw };
}

const md5Schema = z.object({ md5: z.string() });

/**
 * A certified file. If it has an MD5, it must be this one.
 *
 * @param id the id it must have; any if absent
 */
export function certifiedFileWith(md5: string, id?: string): Expected {
	const identified = withId('the certified file', id);
	return {
		...identified,
		flaw: (answer) => {
			const actual = md5Schema.safeParse(answer).data?.md5 ?? md5;
			const isOther = actual.toLowerCase() !== md5;
			return identified.flaw(answer) ?? (isOther ? `Its MD5 is ${actual}, not ${md5}.` : undefined);
		},
	};
}

/** Nothing. */
export const emptyAnswer: Expected = {
	what: 'an empty answer',
	flaw: (answer) => (answer === undefined ? undefined : 'The answer is not empty.'),
};

/** Nothing, or an object without content. */
export const emptyObject: Expected = {
	...emptyAnswer,
	flaw: (answer) =>
		z.object({}).strict().safeParse(answer).success ? undefined : emptyAnswer.flaw(answer),
};

/** An answer that is not documented: nothing, or JSON that tells of no error. */
export const noError: Expected = {
	what: 'an answer without an error',
	flaw: (answer) => {
		if (answer === unreadable) return 'The answer is not JSON.';
		return hasError(answer) ? 'The answer tells of an error.' : undefined;
	},
};

function isDocument(answer: unknown): boolean {
	const { email, status } = recordSchema.safeParse(answer).data ?? {};
	return (email ?? status) !== undefined;
}

/** What lists show of a branding, a contact, or a seat or group of the team. */
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

/** Names of what nobody else may see, in lower case and without any other sign than letters. */
const SECRET = /token|secret|passw|apikey|authorization|bearer|jwt/;

/**
 * The text of an answer without what stands under the name of a token, at any depth: those about the team hold access
 * tokens of its users (docs/service.md#access-tokens). To be called before anything else looks at the text: what is
 * removed here can reach no item, no message and no log.
 */
export function withoutTokens(path: ServicePath, text: string): string {
	if (!path.startsWith('/v3/team/')) return text;
	const body = jsonOf(text);
	if (body === undefined || body === unreadable) return text;
	const isSecret = (key: string) => SECRET.test(key.replace(/[^a-z]/gi, '').toLowerCase());
	return JSON.stringify(body, (key, value: unknown) => (isSecret(key) ? undefined : value));
}
