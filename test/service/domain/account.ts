// What an account has beside its requests: users, contacts, subscriptions, brandings, seats and groups.

/** What an account has beside its requests. */

/** An account's user: the owner of a token. */
export interface User {
	id: string;
	token: string;
	administrator: boolean;
}

/** A person that the account keeps (docs/service.md#stored-contacts). */
export interface Contact {
	id: string;
	createdAt: Date;
	email: string;
	name: string;
}

/** A URL that gets the events of the whole account (docs/service.md#account-wide-subscriptions). */
export interface Subscription {
	id: string;
	createdAt: Date;
	owner: User;
	url: string;
	/** Event types, or `*` for all. */
	events: string[];
}

/** How emails, SMS and the signing page look (docs/service.md#brandings). */
export interface Branding {
	id: string;
	createdAt: Date;
	/** What was given, by the names of the parameters. */
	look: Record<string, string | boolean | undefined>;
	texts: Record<string, string | undefined>;
	templates: Record<string, string | undefined>;
	smsTemplates: Record<string, string | undefined>;
}

/** A place in the team. Nobody has an inactive one. */
export interface Seat {
	id: string;
	createdAt: Date;
	role: 'admin' | 'member';
	status: 'active' | 'pending' | 'inactive';
	email?: string;
	name?: string;
	position?: string;
	/** Shown in answers, as the real service was seen to do (docs/service.md#access-tokens). */
	token?: string;
}

export interface TeamGroup {
	id: string;
	createdAt: Date;
	name: string;
	managers: Seat[];
	members: Seat[];
}
