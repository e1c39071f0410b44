/** Anything that may be an email address, or a web address with what follows its host. */
const PRIVATE = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+|(?<=https?:\/\/[^\s/"'<>]+)\/[^\s"'<>]*/g;

/** What an error says, for a log: without email addresses, and of web addresses only the host. */
export function quietly(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return text.replace(PRIVATE, '…');
}
