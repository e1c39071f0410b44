// The errors by which the local service refuses what a client or person asks.

export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict';
export type RefusalDetails = string[] | Record<string, unknown>;

/** An error whose message is for the client: the service does not do what was asked. */
export class Refusal extends Error {
	constructor(
		readonly kind: RefusalKind,
		message: string,
		readonly details?: RefusalDetails,
	) {
		super(message);
	}
}

/** The input breaks a rule. */
export const invalid = (message: string, details?: RefusalDetails): Refusal =>
	new Refusal('invalid', message, details);

/** The user or the state of the request does not allow it. */
export const forbidden = (message: string): Refusal => new Refusal('forbidden', message);

export const notFound = (what: string): Refusal => new Refusal('not_found', `${what} not found`);

/** A person cannot do this now. Only pages and the control interface answer so. */
export const conflict = (message: string): Refusal => new Refusal('conflict', message);
