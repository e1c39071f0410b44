// The buttons of the requests page: when each is possible, and what it does.

import { conflict } from '../domain/refusal';
import { isOpen, readyOf, type SigningItem } from '../domain/signatures/documents';
import type { SignatureRequest } from '../domain/signatures/model';
import { BOUNCE_REASON, signWithExamples } from '../world/acting';
import type { World } from '../world/world';

interface Action<Subject> {
	label: string;
	/** What the page says afterwards. */
	done: string;
	possible(subject: Subject): boolean;
	run(world: World, subject: Subject): void;
}

/** By the last part of the address that its button posts to. */
export type Actions<Subject> = ReadonlyMap<string, Action<Subject>>;

const someReady = (items: SigningItem[]): boolean => readyOf(items).length > 0;

/** What can be done with a signer's documents. Only those that can be signed now take part. */
export const SIGNER_ACTIONS: Actions<SigningItem[]> = new Map(
	Object.entries<Action<SigningItem[]>>({
		sign: {
			label: 'Sign with examples',
			done: 'Signed, with an example in every field.',
			possible: someReady,
			run: (world, items) => signWithExamples(world, readyOf(items), {}),
		},
		decline: {
			label: 'Decline',
			done: 'Declined.',
			possible: someReady,
			run: ({ ends }, items) => ends.decline(readyOf(items), undefined),
		},
		bounce: {
			label: 'Bounce',
			done: 'The mail has bounced.',
			possible: (items) => someReady(items) && items[0]?.signer.channel === 'email',
			run: ({ ends }, items) => ends.bounce(readyOf(items), BOUNCE_REASON),
		},
	}),
);

/** What can be done with a whole request. */
export const REQUEST_ACTIONS: Actions<SignatureRequest> = new Map(
	Object.entries<Action<SignatureRequest>>({
		expire: {
			label: 'Expire',
			done: 'The request has expired.',
			possible: (request) => request.documents.some(isOpen),
			run: ({ ends }, request) => ends.expire(request),
		},
	}),
);

/** Runs an action and what follows from it. @throws Refusal conflict when it is not possible now. */
export async function act<Subject>(
	world: World,
	action: Action<Subject>,
	subject: Subject,
): Promise<void> {
	await world.jobs.idle();
	if (!action.possible(subject))
		throw conflict('The request has changed: this is not possible now.');
	action.run(world, subject);
	await world.jobs.idle();
}
