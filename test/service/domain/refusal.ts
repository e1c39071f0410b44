export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict';
export type RefusalDetails = string[] | Record<string, unknown>;

/** Why the service does not do what it is asked, in words for the client. */
export class Refusal extends Error {
	constructor(
		readonly kind: RefusalKind,
		message: string,
		readonly details?: RefusalDetails,
	) {
		super(message);
	}
}

/** What was sent breaks a rule. */
export const invalid = (message: string, details?: RefusalDetails): Refusal =>
	new Refusal('invalid', message, details);

/** The user may not do it, or not in the state that the request is in. */
export const forbidden = (message: string): Refusal => new Refusal('forbidden', message);

export const notFound = (what: string): Refusal => new Refusal('not_found', `${what} not found`);

/** A person cannot do it now; only pages and the control interface answer this. */
export const conflict = (message: string): Refusal => new Refusal('conflict', message);
