/**
 * Something about this machine or the arguments stands in the way, and the message says what to do about it.
 * Whoever reports it shows the message alone: a stack trace would only bury it.
 */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}
