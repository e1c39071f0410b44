export type ErrorDetails = string[] | Record<string, unknown>;

/** A refusal in the documented shape (specification, Errors). */
export class ApiError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
		readonly details?: ErrorDetails,
	) {
		super(message);
	}

	toBody(): Record<string, unknown> {
		return {
			status_code: this.statusCode,
			message: this.message,
			...(this.details && { error_details: this.details }),
		};
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

export const notFound = (what: string): ApiError => new ApiError(404, `${what} not found`);
