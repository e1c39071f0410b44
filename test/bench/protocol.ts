// The types of what the bench's processes tell each other.

/** The URL of the local service, and its two tokens. */
export interface Service {
	url: string;
	token: string;
	controlToken: string;
}

/** What a process sends to its parent: a result, or why there is none. */
export type Message = { result: unknown } | { failure: string };
