/** Where the local service is, and its two tokens. */
export interface Service {
	url: string;
	token: string;
	controlToken: string;
}

/** What a process answers to the one that started it: a result, or why there is none. */
export type Message = { result: unknown } | { failure: string };
