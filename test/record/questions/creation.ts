// Questions about a new signature request: its parameters, its first answer and its delivery.

import { z } from 'zod';

import {
	accepted,
	all,
	apartFrom,
	check,
	described,
	every,
	hasShape,
	hasStatus,
	isRefusedAtAll,
	leaveOpen,
	needed,
	partOf,
	questionsOf,
	succeeds,
} from '../question';
import { idOf, requestIn, type SignatureRequest } from '../wire';
import {
	createdRequest,
	declinedRequests,
	hasDeclined,
	knownStatus,
	otherCreation,
	readAgain,
	requestsSeen,
	valuesAt,
} from './seen';

const pair = z.object({ key: z.string(), value: z.string() }).strict();

/** The status of each person's first document. @throws StillOpen when there is one person only */
function peopleIn({ documents }: SignatureRequest): string[] {
	const statuses = new Map<string, string>();
	for (const document of documents) {
		const { email = '' } = document;
		if (!statuses.has(email)) statuses.set(email, knownStatus(document));
	}
	return statuses.size > 1 ? [...statuses.values()] : leaveOpen('it needs two addresses');
}

export const creation = questionsOf({
	// The signature object (docs/service.md#signature-object)
	'request-get': (tape) => {
		const answer = tape.answer('listed request');
		return hasShape(
			answer,
			z.object({
				id: z.string(),
				created_at: z.string(),
				data: z.unknown().refine((part) => part !== undefined, 'it is missing'),
				documents: z.unknown().refine((part) => part !== undefined, 'it is missing'),
				status: z.undefined(),
			}),
		);
	},
	'request-documents-list': (tape) =>
		every(
			['creation', 'request'].map((name) => partOf(tape.answer(name), 'documents')),
			'documents',
			(part) => Array.isArray(part),
		),
	'request-data-pairs': (tape) =>
		every(
			['request', 'listed request'].map((name) => partOf(tape.answer(name), 'data')),
			'data',
			(part) => z.array(pair).safeParse(part).success,
		),
	'request-decliner-email': (tape) => {
		if (!declinedRequests(tape).some((request) => valuesAt('decliner_email', request).length > 0)) {
			leaveOpen('no declined request has one');
		}
		return every(
			requestsSeen(tape).filter((request) => !hasDeclined(request)),
			'request that nobody has declined',
			(request) => request.decliner_email === undefined,
		);
	},
	'request-decliner-email-place': (tape) =>
		every(
			declinedRequests(tape),
			'declined request',
			(request) => typeof request.decliner_email === 'string',
		),

	// Creation (docs/service.md#create-a-signature-request)
	'create-request': (tape) => {
		const id = idOf(accepted(tape.answer('creation')));
		return all(
			succeeds(tape.answer('creation with nothing special')),
			check(id !== undefined, 'it does not answer the request'),
			check(idOf(tape.answer('request')) === id, 'the request is not found by its id'),
		);
	},
	'create-parameters': apartFrom('`branding_id` and `events_url`', (tape) => {
		if (tape.answer('creation with an unknown parameter').status < 300) {
			leaveOpen('unknown parameters are accepted too, so nothing follows from those accepted');
		}
		accepted(tape.answer('creation with nothing special'));
		return all(succeeds(tape.answer('creation')), succeeds(tape.answer('creation by email')));
	}),
	'create-answer-in-queue': (tape) =>
		every(
			createdRequest(tape).documents,
			'documents',
			(document) => knownStatus(document) === 'in_queue',
			({ status }) => `a document with status ${status}`,
		),
	'create-answer-no-events': (tape) =>
		every(
			createdRequest(tape).documents,
			'documents',
			({ events }) => events.length === 0,
			({ events }) => `a document with ${events.length} events`,
		),
	'create-status-201': (tape) => hasStatus(accepted(tape.answer('creation')), 201),
	'create-template-names': (tape) =>
		all(
			succeeds(tape.answer('creation with a template')),
			succeeds(tape.answer('creation with the ID of a template')),
		),
	'create-files-and-templates': (tape) => {
		const answer = otherCreation(tape, 'a file and a template', 'a template');
		if (answer.status >= 300) return described(answer);
		return check(needed(requestIn, answer).documents.length === 2, 'it has not two documents');
	},
	'create-signing-mode': (tape) => {
		const alone = peopleIn(readAgain(tape));
		const together = peopleIn(needed(requestIn, tape.answer('request by email')));
		return check(
			alone.some((status) => status !== 'ready') && !together.includes('in_queue'),
			`by default ${alone.join()}, with parallel ${together.join()}`,
		);
	},
	'create-order-of-recipients': (tape) => {
		const statuses = peopleIn(readAgain(tape));
		if (statuses.filter((status) => status === 'ready').length !== 1) {
			leaveOpen('it is not the turn of one signer');
		}
		return check(statuses[0] === 'ready', statuses.join());
	},

	// Delivery (docs/service.md#delivery-and-messages)
	'delivery-type': apartFrom('`sms`', (tape) =>
		all(
			isRefusedAtAll(otherCreation(tape, 'an unknown delivery type')),
			check(
				needed(requestIn, tape.answer('request by email')).documents.some(({ events }) =>
					events.some(({ type }) => type === 'email_processed'),
				),
				'without it, no email_processed was seen',
			),
		),
	),
	'delivery-url-answer': (tape) =>
		all(
			check(URL.canParse(String(createdRequest(tape).url)), 'no url at the top level'),
			every(
				readAgain(tape).documents,
				'documents',
				({ events }) => events.every(({ type }) => !/^(email|sms)_/.test(type)),
				({ events }) => `events ${events.map(({ type }) => type).join()}`,
			),
		),
	'delivery-url-only-at-creation': (tape) =>
		check(readAgain(tape).url === undefined, 'it has a url later too'),

	// Links of signers (docs/service.md#signing-links)
	'link-of-documents': apartFrom('production', (tape) => {
		const { id, url, documents } = createdRequest(tape);
		if (typeof url !== 'string' || !url.startsWith('https://')) {
			leaveOpen('only the real service has such links');
		}
		const links = documents.map(
			(document) => `https://app.sandbox.signaturit.com/document/${id}/${document.id}`,
		);
		return check(links.includes(url), 'the `url` has another form');
	}),
});
