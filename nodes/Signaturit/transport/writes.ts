import { endpoints, type ServicePath } from './endpoints';
import { faultBeforeSending } from './errors';
import { saysItsEnd, TIMED_OUT, type Answer } from './exchange';
import {
	emptyAnswer,
	emptyObject,
	noError,
	requestOrDocument,
	withId,
	type Expected,
} from './expected';
import { about, faultOfAnswer, statusOf, type Fault } from './fault';
import { isDoubtful } from './statusTexts';

/** A request that changes something at the service. */
export interface Write {
	method: 'POST' | 'PATCH' | 'DELETE';
	path: ServicePath;
	/** What the service answers when it has done it. Any other answer leaves it unknown. */
	done: Expected;
	/** What it does; completes "It is unknown whether …". */
	deed: string;
	/** What to do when it is unknown. */
	advice: string;
	/**
	 * How often it may be sent again after a 429: a gateway may count requests after it has passed them on. `looked
	 * for`: whoever sends it looks first whether it was done (`sending/createOnce.ts`).
	 */
	repeat: 'looked for' | 'once' | 'freely';
	/** The method to use after a 405, with which the service has done nothing. */
	otherwise?: 'GET';
}

/** Everything that the nodes can change at the service, and how each is known to be done. */
export const writes = {
	createSignature: creation(endpoints.signature.list, 'signature request', 'created'),
	createEmail: creation(endpoints.certifiedEmail.list, 'certified email', 'sent'),
	createSms: creation(endpoints.certifiedSms.list, 'certified SMS', 'sent', 'once'),
	/** POST /v3/files.json, for a whole file or for a part of it. */
	upload: (deed: string, done: Expected): Write => ({
		method: 'POST',
		path: endpoints.certifiedFile.upload,
		done,
		deed,
		advice: 'Run this again only if the file may be certified twice.',
		repeat: 'once',
	}),
	cancel: (id: string): Write => ({
		method: 'PATCH',
		path: endpoints.signature.cancel(id),
		done: withId('the canceled signature request', id),
		deed: 'the signature request was canceled',
		advice: 'Look at its status before you run this again.',
		repeat: 'freely',
	}),
	rename: (id: string): Write => ({
		method: 'POST',
		path: endpoints.signature.name(id),
		done: withId('the renamed signature request', id),
		deed: 'the signature request was renamed',
		advice: 'Look at its name in Signaturit before you run this again.',
		repeat: 'freely',
	}),
	remind: (id: string): Write => ({
		method: 'POST',
		path: endpoints.signature.reminder(id),
		done: requestOrDocument(id),
		deed: 'the reminder was sent',
		advice: 'Look at the events of the request before you run this again.',
		repeat: 'once',
	}),
	changeSigner: (id: string, documentId: string): Write => ({
		method: 'POST',
		path: endpoints.signature.signer(id, documentId),
		done: withId('the ID of the new document'),
		deed: 'the signer was changed',
		advice: 'Look at the documents of the request before you run this again.',
		repeat: 'once',
	}),
	/** Its answer is not documented (docs/service.md#cancel-delete-and-rename). */
	delete: (id: string): Write => ({
		method: 'DELETE',
		path: endpoints.signature.delete(id),
		done: noError,
		deed: 'the signature request was deleted',
		advice: 'Look whether it still exists before you run this again.',
		repeat: 'freely',
	}),
	/** The documentation says POST in one place and GET in another (docs/service.md#audit-trails). */
	generateAuditTrail: (id: string): Write => ({
		method: 'POST',
		path: endpoints.signature.generateAuditTrail(id),
		done: emptyAnswer,
		deed: 'the audit trail was asked for',
		advice: 'Look whether it can be downloaded before you run this again.',
		repeat: 'freely',
		otherwise: 'GET',
	}),
	/** The documentation says POST in one place and GET in another (docs/service.md#retry-of-an-event-hook). */
	retryHook: (id: string): Write => ({
		method: 'POST',
		path: endpoints.eventHook.retry(id),
		done: emptyObject,
		deed: 'the event was posted again',
		advice: 'Look into the list of event hooks before you run this again.',
		repeat: 'once',
		otherwise: 'GET',
	}),
	subscribe: {
		method: 'POST',
		path: endpoints.subscription.list,
		done: withId('a subscription'),
		deed: 'the subscription to events was made',
		advice: 'Publish the workflow again: a subscription that exists is found and used.',
		repeat: 'once',
	},
	/** Its answer is not documented (docs/service.md#account-wide-subscriptions). */
	changeSubscription: (id: string): Write => ({
		method: 'PATCH',
		path: endpoints.subscription.one(id),
		done: noError,
		deed: 'the subscription to events was changed',
		advice: 'Publish the workflow again.',
		repeat: 'freely',
	}),
	/** Its answer is not documented (docs/service.md#account-wide-subscriptions). */
	unsubscribe: (id: string): Write => ({
		method: 'DELETE',
		path: endpoints.subscription.one(id),
		done: noError,
		deed: 'the subscription to events was ended',
		advice: 'Publish the workflow and unpublish it again.',
		repeat: 'freely',
	}),
} as const;

function creation(
	path: ServicePath,
	thing: string,
	participle: string,
	repeat: Write['repeat'] = 'looked for',
): Write {
	return {
		method: 'POST',
		path,
		done: withId(`a ${thing}`),
		deed: `the ${thing} was ${participle}`,
		advice: 'Look for it in Signaturit before you run this again, or it may be sent twice.',
		repeat,
	};
}

/** What is wrong after a request that writes has been answered; `undefined` if it is done. */
export function faultOfWrite(write: Write, answer: Answer, body: unknown): Fault | undefined {
	const status = statusOf(answer, body);
	if (status < 300) {
		const isCutOff = body === undefined && !saysItsEnd(answer);
		const flaw =
			write.done.flaw(body) ??
			(isCutOff ? 'The answer is empty, and does not say where it ends.' : undefined);
		const reason = `Signaturit did not answer with ${write.done.what}. ${flaw}`;
		return flaw === undefined ? undefined : unknownFault(write, reason);
	}
	const said = faultOfAnswer(status, answer.text, { ...about(write.path, answer), writes: true });
	if (isDoubtful(status)) return unknownFault(write, [said.message, said.description], status);
	return { ...said, verdict: 'refused' };
}

/** What is wrong after a request that writes was not answered, by the `connectionCode` of its failure. */
export function faultOfLostWrite(write: Write, code: string | undefined): Fault {
	const unsent = faultBeforeSending(code);
	if (unsent) return { ...unsent, verdict: 'refused' };
	const reason =
		code === TIMED_OUT
			? 'No answer arrived in time. The option Timeout gives more time.'
			: `The connection broke off before the answer was complete${code ? ` (${code})` : ''}.`;
	return unknownFault(write, reason);
}

/**
 * Says that it is unknown whether something was done, and what to do.
 *
 * @param status of the answer, if it is no success
 */
export function unknownFault(
	{ deed, advice }: Write,
	reason: string | Array<string | undefined>,
	status?: number,
): Fault {
	return {
		message: `It is unknown whether ${deed}. ${advice}`,
		description: [reason].flat().filter(Boolean).join('\n'),
		...(status !== undefined && { httpCode: String(status) }),
		verdict: 'unknown',
	};
}
