// Everything the nodes can change at the service, and what is said when that fails.

import { z } from 'zod';
import {
	groupSchema,
	emptyAnswer,
	emptyObject,
	noError,
	requestOrDocument,
	withId,
	withShape,
	type Expected,
} from './expected';
import { endpoints, type ServicePath } from './endpoints';
import { problemBeforeSending } from './errors/connection';
import { saysItsEnd, TIMED_OUT, type Answer } from './exchange';
import type { Problem, Remedy } from './errors/refusal';
import { about, problemOfAnswer, statusOf } from './errors/problem';
import { leavesUnknown, type RequestFacts } from './errors/statusTexts';

export interface Write {
	method: 'POST' | 'PATCH' | 'DELETE';
	path: ServicePath;
	/** The answer when it is done. Any other answer leaves it unknown. */
	done: Expected;
	/** Completes "It is unknown whether …", e.g. `the signature request was canceled`. */
	deed: string;
	/** The advice when it is unknown, and who can mend that: a model may look, unless people could get it twice. */
	advice: string;
	remedy: Remedy;
	/**
	 * How often it may be sent again after a 429: a gateway may have passed it on before it counted. `looked for`: its
	 * sender first looks for the created object (`sending/once.ts`).
	 */
	repeat: 'looked for' | 'once' | 'freely';
	/** The method to use after a 405, with which the service has done nothing. */
	otherwise?: 'GET';
}

const { subscription, teamUser, teamSeat, teamGroup } = endpoints;
const events = 'subscription to events';
const seat = withId('the seat');
const group = withShape('the group', groupSchema);
/** Where people could get something twice. */
const remedy = 'nobody';
const lookAtTeam = 'Look at the team before you run this again.';
const removed = { deed: 'the user was removed', advice: lookAtTeam };
const added = {
	done: group,
	deed: 'the user was added',
	advice: lookAtTeam,
	repeat: 'freely',
} as const;

const trail = {
	done: emptyAnswer,
	deed: 'the audit trail was asked for',
	advice: 'Look whether it can be downloaded before you run this again.',
	repeat: 'freely',
} as const;

/** Everything that the nodes can change at the service, and how each is known to be done. */
export const writes = {
	createSignature: creation(endpoints.signature.list, 'signature request', 'created'),
	createEmail: creation(endpoints.certifiedEmail.list, 'certified email', 'sent'),
	createSms: creation(endpoints.certifiedSms.list, 'certified SMS', 'sent'),
	/** POST /v3/files.json, for a whole file or for a part of it. */
	upload: (deed: string, done: Expected) => {
		const advice = 'Run this again only if the file may be certified twice.';
		const different = { done, deed, advice, remedy } as const;
		return change('POST', endpoints.certifiedFile.upload, 'file', different)();
	},
	cancel: change('PATCH', endpoints.signature.cancel, 'signature request', {
		deed: 'the signature request was canceled',
		advice: 'Look at its status before you run this again.',
	}),
	rename: change('POST', endpoints.signature.name, 'signature request', {
		deed: 'the signature request was renamed',
		advice: 'Look at its name in Signaturit before you run this again.',
		repeat: 'freely',
	}),
	remind: (id: string) =>
		change('POST', endpoints.signature.reminder, 'reminder', {
			done: requestOrDocument(id),
			deed: 'the reminder was sent',
			remedy,
			advice: 'Look at the events of the request before you run this again.',
		})(id),
	changeSigner: change('POST', endpoints.signature.signer, 'signer', {
		done: withId('the ID of the new document'),
		deed: 'the signer was changed',
		remedy,
		advice: 'Look at the documents of the request before you run this again.',
	}),
	/** Its answer is not documented (docs/service.md#cancel-delete-and-rename). */
	delete: change('DELETE', endpoints.signature.delete, 'signature request', {
		advice: 'Look whether it still exists before you run this again.',
	}),
	/** The documentation says POST in one place and GET in another (docs/service.md#audit-trails). */
	generateAuditTrail: change('POST', endpoints.signature.generateAuditTrail, 'audit trail', {
		...trail,
		otherwise: 'GET',
	}),
	generateDocumentTrail: change(
		'POST',
		endpoints.signature.generateDocumentTrail,
		'audit trail',
		trail,
	),
	/** The documentation says POST in one place and GET in another (docs/service.md#retry-of-an-event-hook). */
	retryHook: change('POST', endpoints.eventHook.retry, 'event hook', {
		done: emptyObject,
		deed: 'the event was posted again',
		advice: 'Look into the list of event hooks before you run this again.',
		otherwise: 'GET',
	}),
	/** The answers to PATCH and DELETE are not documented (docs/service.md#account-wide-subscriptions). */
	createSubscription: change('POST', subscription.list, events),
	updateSubscription: change('PATCH', subscription.one, events, { done: noError }),
	deleteSubscription: change('DELETE', subscription.one, events),
	subscribe: change('POST', subscription.list, events, {
		advice: 'Publish the workflow again: a subscription that exists is found and used.',
	})(),
	changeSubscription: change('PATCH', subscription.one, events, {
		done: noError,
		advice: 'Publish the workflow again.',
	}),
	unsubscribe: change('DELETE', subscription.one, events, {
		deed: 'the subscription to events was ended',
		advice: 'Publish the workflow and unpublish it again.',
	}),
	createBranding: change('POST', endpoints.branding.list, 'branding'),
	updateBranding: change('PATCH', endpoints.branding.one, 'branding'),
	createContact: change('POST', endpoints.contact.list, 'contact'),
	updateContact: change('PATCH', endpoints.contact.one, 'contact'),
	/** Its answer is not documented (docs/service.md#stored-contacts). */
	deleteContact: change('DELETE', endpoints.contact.one, 'contact'),
	/** Its answer is not documented (docs/service.md#devices). */
	deleteDevice: change('DELETE', endpoints.device.one, 'device', {
		advice: 'Look at the devices in Signaturit before you run this again.',
	}),
	/** The form of its answer is not documented (docs/service.md#photo-id). */
	validatePhotoId: change('POST', endpoints.photoId.validate, 'identity document', {
		done: withShape('an object', z.record(z.unknown())),
		deed: 'the identity document was validated',
		remedy,
		advice: 'Run this again only if it may be validated twice.',
	}),
	/** The answer to a removal from the team is not documented (docs/service.md#team-groups). */
	inviteUser: change('POST', teamUser.list, 'user', {
		done: seat,
		deed: 'the user was invited',
		remedy,
	}),
	changeRole: change('PATCH', teamUser.one, 'role', { done: seat, advice: lookAtTeam }),
	removeUser: change('DELETE', teamUser.one, 'user', removed),
	removeSeat: change('DELETE', teamSeat.one, 'seat', { deed: 'the seat was removed' }),
	createGroup: change('POST', teamGroup.list, 'group', { done: group }),
	renameGroup: change('PATCH', teamGroup.one, 'group', { done: group }),
	deleteGroup: change('DELETE', teamGroup.one, 'group'),
	addManager: change('POST', teamGroup.managers, 'manager', added),
	removeManager: change('DELETE', teamGroup.managers, 'manager', removed),
	addMember: change('POST', teamGroup.members, 'member', added),
	removeMember: change('DELETE', teamGroup.members, 'member', removed),
} as const;

/** The defaults of a method: POST may create something twice, and the answer to DELETE is not documented. */
function change<Ids extends string[] = []>(
	method: Write['method'],
	path: ServicePath | ((...ids: Ids) => ServicePath),
	noun: string,
	different: Partial<Write> = {},
): (...ids: Ids) => Write {
	const [participle, place, end] = {
		POST: ['created', `into the list of ${noun.replace(/^\w+/, '$&s')}`, ', or there may be two'],
		PATCH: ['changed', `at the ${noun}`, ''],
		DELETE: ['deleted', `into the list of ${noun.replace(/^\w+/, '$&s')}`, ''],
	}[method];
	return (...ids) => ({
		method,
		path: typeof path === 'string' ? path : path(...ids),
		done: method === 'DELETE' ? noError : withId(`the ${noun}`, ids[0]),
		deed: `the ${noun} was ${participle}`,
		advice: `Look ${place} before you run this again${end}.`,
		remedy: 'model',
		repeat: method === 'POST' ? 'once' : 'freely',
		...different,
	});
}

function creation(path: ServicePath, noun: string, participle: string): Write {
	return change('POST', path, noun, {
		done: withId(`a ${noun}`),
		deed: `the ${noun} was ${participle}`,
		advice: 'Look for it in Signaturit before you run this again, or it may be sent twice.',
		remedy,
		repeat: 'looked for',
	})();
}

/** The problem after a request that writes has been answered; `undefined` if it is done. */
export function problemOfWrite(
	write: Write,
	answer: Answer,
	body: unknown,
	names?: RequestFacts['names'],
): Problem | undefined {
	const status = statusOf(answer, body);
	if (status < 300) {
		const isCutOff = body === undefined && !saysItsEnd(answer);
		const mismatch =
			write.done.mismatch(body) ??
			(isCutOff ? 'The answer is empty, and does not say where it ends.' : undefined);
		const reason = `Signaturit did not answer with ${write.done.what}. ${mismatch}`;
		return mismatch === undefined ? undefined : unknownProblem(write, reason);
	}
	const request = { ...about(write.path, answer), writes: true, names };
	const said = problemOfAnswer(status, answer.text, request);
	if (leavesUnknown(status)) {
		const unknown = unknownProblem(write, [said.message, said.description], status);
		return { ...unknown, advice: [write.advice, ...[said.advice ?? []].flat()] };
	}
	return { ...said, verdict: 'refused' };
}

/** The problem after a request that writes was not answered, by its `connectionCode`. */
export function problemOfLostWrite(write: Write, code: string | undefined): Problem {
	const unsent = problemBeforeSending(code);
	if (unsent) return { ...unsent, verdict: 'refused' };
	if (code === TIMED_OUT) {
		const unknown = unknownProblem(write, 'No answer arrived in time.');
		return { ...unknown, advice: [write.advice, 'The option Timeout gives more time.'] };
	}
	const reason = `The connection broke off before the answer was complete${code ? ` (${code})` : ''}.`;
	return unknownProblem(write, reason);
}

/** Says that it is unknown whether something was done, and what to do. `status`: of an answer that is not a success. */
export function unknownProblem(
	{ deed, advice, remedy }: Pick<Write, 'deed' | 'advice' | 'remedy'>,
	reason: string | Array<string | undefined>,
	status?: number,
): Problem {
	return {
		message: `It is unknown whether ${deed}`,
		...{ advice, advisesFirst: true, remedy },
		description: [reason].flat().filter(Boolean).join('\n'),
		...(status !== undefined && { httpCode: String(status) }),
		verdict: 'unknown',
	};
}
