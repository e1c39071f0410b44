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
	needed,
	partOf,
	succeeds,
	topic,
	leaveOpen,
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

/** The signature object (docs/service.md#signature-object). */
export const signatureObject = topic('signature-object', {
	'`GET /v3/signatures/{id}.json` answers one request: `id`, `created_at`, `data`, `documents`. It has no status of its own.':
		(tape) => {
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
	"`documents` is a list. The reference's example of a creation shows a single object instead; both are read.":
		(tape) =>
			every(
				['creation', 'request'].map((name) => partOf(tape.answer(name), 'documents')),
				'documents',
				(part) => Array.isArray(part),
				() => 'it is no list',
			),
	'`data` is a list of `{key, value}`, empty when there is none.': (tape) =>
		every(
			['request', 'listed request'].map((name) => partOf(tape.answer(name), 'data')),
			'data',
			(part) => z.array(pair).safeParse(part).success,
			() => 'it is no list of keys and values',
		),
	'`decliner_email` appears only when somebody has declined.': (tape) => {
		if (!declinedRequests(tape).some((request) => valuesAt('decliner_email', request).length > 0)) {
			leaveOpen('no declined request has one');
		}
		return every(
			requestsSeen(tape).filter((request) => !hasDeclined(request)),
			'request that nobody has declined',
			(request) => request.decliner_email === undefined,
			() => 'a request that nobody has declined has it',
		);
	},
	'`decliner_email` stands at the top level.': (tape) =>
		every(
			declinedRequests(tape),
			'declined request',
			(request) => typeof request.decliner_email === 'string',
			() => 'a declined request has none there',
		),
});

/** Creation (docs/service.md#create-a-signature-request). */
export const creation = topic('create-a-signature-request', {
	'`POST /v3/signatures.json` creates a request and answers it.': (tape) => {
		const id = idOf(accepted(tape.answer('creation')));
		return all(
			succeeds(tape.answer('creation with nothing special')),
			check(id !== undefined, 'it does not answer the request'),
			check(idOf(tape.answer('request')) === id, 'the request is not found by its id'),
		);
	},
	'The parameters are `files`, `templates`, `name`, `recipients`, `cc`, `subject`, `body`, `branding_id`, `callback_url`, `events_url`, `data`, `delivery_type`, `expire_time`, `reply_to`, `reminders`, `signing_mode` and `type`.':
		apartFrom('`branding_id` and `events_url`', (tape) => {
			if (tape.answer('creation with an unknown parameter').status < 300) {
				leaveOpen('unknown parameters are accepted too, so nothing follows from those accepted');
			}
			accepted(tape.answer('creation with nothing special'));
			return all(succeeds(tape.answer('creation')), succeeds(tape.answer('creation by email')));
		}),
	'In the answer all documents are `in_queue`, and `file.pages` may be missing.': (tape) =>
		every(
			createdRequest(tape).documents,
			'documents',
			(document) => knownStatus(document) === 'in_queue',
			({ status }) => `a document with status ${status}`,
		),
	'They have no events yet.': (tape) =>
		every(
			createdRequest(tape).documents,
			'documents',
			({ events }) => events.length === 0,
			({ events }) => `a document with ${events.length} events`,
		),
	'A creation answers 201. No source tells the status, so any 2xx counts.': (tape) =>
		hasStatus(accepted(tape.answer('creation')), 201),
	'Files may be PDF, DOC or DOCX.': apartFrom('DOC', (tape) =>
		succeeds(otherCreation(tape, 'a Word file')),
	),
	'The service tells the format of a file by its content, not by its name.': (tape) =>
		isRefusedAtAll(otherCreation(tape, 'a text as a PDF')),
	'A template is named by its id or by its hashtag, e.g. `#NDA`.': (tape) =>
		all(
			succeeds(tape.answer('creation with a template')),
			succeeds(tape.answer('creation with the ID of a template')),
		),
	'A request needs at least one file or template. The newer edition calls `files` required; an example of the reference has a template instead.':
		(tape) => isRefusedAtAll(otherCreation(tape, 'no file')),
	'A request may have files and templates together.': (tape) => {
		const answer = otherCreation(tape, 'a file and a template', 'a template');
		if (answer.status >= 300) return described(answer);
		return check(needed(requestIn, answer).documents.length === 2, 'it has not two documents');
	},
	'`signing_mode` is `sequential` by default; with `parallel` all recipients get the request at once.':
		(tape) => {
			const alone = peopleIn(readAgain(tape));
			const together = peopleIn(needed(requestIn, tape.answer('request by email')));
			return check(
				alone.some((status) => status !== 'ready') && !together.includes('in_queue'),
				`by default ${alone.join()}, with parallel ${together.join()}`,
			);
		},
	'Sequential requests go to the recipients in the order of the list. The reference only says that the index does not give the order, and the newer edition calls it unconfirmed.':
		(tape) => {
			const statuses = peopleIn(readAgain(tape));
			if (statuses.filter((status) => status === 'ready').length !== 1) {
				leaveOpen('it is not the turn of one signer');
			}
			return check(statuses[0] === 'ready', statuses.join());
		},
});

/** The status of each person's first document. @throws StillOpen when there is one person only */
function peopleIn({ documents }: SignatureRequest): string[] {
	const statuses = new Map<string, string>();
	for (const document of documents) {
		const { email = '' } = document;
		if (!statuses.has(email)) statuses.set(email, knownStatus(document));
	}
	return statuses.size > 1 ? [...statuses.values()] : leaveOpen('it needs two addresses');
}

/** Delivery (docs/service.md#delivery-and-messages). */
export const delivery = topic('delivery-and-messages', {
	'`delivery_type` is `email` (the default), `sms` or `url`.': apartFrom('`sms`', (tape) =>
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
	'With `sms`, every recipient needs a phone number.': (tape) =>
		isRefusedAtAll(otherCreation(tape, 'SMS without a phone')),
	'With `url` nothing is sent. The answer has one `url` at the top level, to be opened in a browser.':
		(tape) =>
			all(
				check(URL.canParse(String(createdRequest(tape).url)), 'no url at the top level'),
				every(
					readAgain(tape).documents,
					'documents',
					({ events }) => events.every(({ type }) => !/^(email|sms)_/.test(type)),
					({ events }) => `events ${events.map(({ type }) => type).join()}`,
				),
			),
	'Only the answer to a creation has this `url`: a request that is read later does not show it.': (
		tape,
	) => check(readAgain(tape).url === undefined, 'it has a url later too'),
	'The name of a copy may be left out.': (tape) =>
		succeeds(otherCreation(tape, 'a copy without a name')),
});

/** Links of signers (docs/service.md#signing-links). */
export const signingLinks = topic('signing-links', {
	'The `url` of a request of delivery type `url` is `https://app.sandbox.signaturit.com/document/{signatureId}/{documentId}`, or the same at `app.signaturit.com`. So the link of every document can be built from its IDs.':
		apartFrom('production', (tape) => {
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
