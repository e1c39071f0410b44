/** An account's user: the owner of a token. */
export interface User {
	id: string;
	token: string;
	administrator: boolean;
}

/** A person who gets a copy. */
export interface Copy {
	email: string;
	name: string;
}
