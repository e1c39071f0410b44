import { z } from 'zod';
import { unreadable } from './exchange';
import { hasError } from './fault';
import { recordSchema } from './shapes';

/** What an endpoint answers when all is well. */
export interface Expected {
	/** In messages, e.g. `a signature request`. */
	what: string;
	/** What is wrong with an answer, as a sentence; `undefined` if it is as expected. */
	flaw(answer: unknown): string | undefined;
}

const identifiedSchema = z.object({ id: z.string().min(1) });

/** An object with an id, whatever it is. */
export function withId(what: string): Expected {
	return {
		what,
		flaw: (answer) => (idOf(answer) === undefined ? 'The answer has no ID.' : undefined),
	};
}

/** An object with the id that was asked for. */
export function withThisId(what: string, id: string): Expected {
	return {
		what,
		flaw: (answer) => withId(what).flaw(answer) ?? (isId(answer, id) ? undefined : otherId(answer)),
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
	const request = withThisId('a signature request', id);
	return {
		what: request.what,
		flaw: (answer) => (isDocument(answer) ? undefined : request.flaw(answer)),
	};
}

/**
 * A certified file. If it has an MD5, it must be this one.
 *
 * @param id the id it must have; any if absent
 */
export function certifiedFileWith(md5: string, id?: string): Expected {
	const what = 'the certified file';
	const identified = id === undefined ? withId(what) : withThisId(what, id);
	return {
		what,
		flaw: (answer) => {
			const { data } = z.object({ md5: z.string() }).safeParse(answer);
			const isOther = data !== undefined && data.md5.toLowerCase() !== md5;
			return (
				identified.flaw(answer) ?? (isOther ? `Its MD5 is ${data.md5}, not ${md5}.` : undefined)
			);
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
	what: emptyAnswer.what,
	flaw: (answer) =>
		answer === undefined || z.object({}).strict().safeParse(answer).success
			? undefined
			: 'The answer is not empty.',
};

/** An answer that is not documented: nothing, or JSON that tells of no error. */
export const noError: Expected = {
	what: 'an answer without an error',
	flaw: (answer) => {
		if (answer === unreadable) return 'The answer is not JSON.';
		return hasError(answer) ? 'The answer tells of an error.' : undefined;
	},
};

function idOf(answer: unknown): string | undefined {
	return identifiedSchema.safeParse(answer).data?.id;
}

/** The service writes ids in lower case. */
function isId(answer: unknown, id: string): boolean {
	return idOf(answer)?.toLowerCase() === id.toLowerCase();
}

function otherId(answer: unknown): string {
	return `The answer is about another ID, "${idOf(answer)}".`;
}

function isDocument(answer: unknown): boolean {
	const { data } = recordSchema.safeParse(answer);
	return (data?.email ?? data?.status) !== undefined;
}
