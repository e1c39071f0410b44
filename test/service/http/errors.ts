import { Refusal, type RefusalDetails, type RefusalKind } from '../domain/refusal';

const STATUSES: Record<RefusalKind, number> = {
	invalid: 400,
	forbidden: 403,
	not_found: 404,
	conflict: 409,
};

/** A request that is too large or has a media type that is not supported. */
export class RequestError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
	) {
		super(message);
	}
}

/** A refused token, in the shape of OAuth 2.0 libraries. */
export class OAuthError extends Error {
	constructor(
		readonly error: string,
		readonly description: string,
	) {
		super(description);
	}

	toBody(): Record<string, unknown> {
		return { error: this.error, error_description: this.description };
	}
}

/** The status that a refusal is answered with; undefined for any other error. */
export function refusalStatus(error: unknown): number | undefined {
	if (error instanceof Refusal) return STATUSES[error.kind];
	return error instanceof RequestError ? error.statusCode : undefined;
}

/** The body of an error (docs/service.md#error-body). */
export const errorBody = (
	status: number,
	message: string,
	details?: RefusalDetails,
): Record<string, unknown> => ({
	status_code: status,
	message,
	...(details && { error_details: details }),
});
