// The error for a problem with this machine or with the arguments.

/**
 * A problem with this machine or with the arguments. The message says what to do about it, and is shown
 * without a stack trace.
 */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}
