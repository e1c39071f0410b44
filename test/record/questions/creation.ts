import { z } from 'zod';

import {
	all,
	apartFrom,
	check,
	described,
	every,
	hasShape,
	hasStatus,
	isRefused,
	succeeds,
	topic,
	undecided,
} from '../question';
import type { Tape } from '../tape';
import { idOf, requestIn, requestsIn, type SignatureRequest } from '../wire';
import { faultyCreation, requestsSeen } from './seen';

const hasDeclined = ({ documents }: SignatureRequest): boolean =>
	documents.some(({ status }) => status === 'declined');

const ofCreation = (tape: Tape): SignatureRequest => requestIn(tape.answer('creation'));

/** The signature object (docs/service.md#signature-object). */
export const signatureObject = topic('signature-object', {
	'`GET /v3/signatures/{id}.json` answers one request: `id`, `created_at`, `data`, `documents`. It has no status of its own.':
		(tape) => {
			const answer = tape.answer('listed request');
			return all(
				hasShape(
					answer,
					z.object({
						id: z.string(),
						created_at: z.string(),
						data: z.array(z.unknown()),
						documents: z.array(z.unknown()),
					}),
				),
				check(!('status' in requestIn(answer)), 'it has a status'),
			);
		},
	"`documents` is a list. The reference's example of a creation shows a single object instead; both are read.":
		(tape) => {
			const list = z.object({ documents: z.array(z.unknown()) });
			return all(hasShape(tape.answer('creation'), list), hasShape(tape.answer('request'), list));
		},
	'`data` is a list of `{key, value}`, empty when there is none.': (tape) =>
		all(
			hasShape(
				tape.answer('request'),
				z.object({
					data: z.array(z.object({ key: z.string(), value: z.string() }).strict()).min(1),
				}),
			),
			hasShape(
				tape.answer('listed request'),
				z.object({ data: z.array(z.object({ key: z.string(), value: z.string() }).strict()) }),
			),
		),
	'`decliner_email` appears only when somebody has declined.': (tape) =>
		all(
			every(
				requestsSeen(tape).filter((request) => !hasDeclined(request)),
				'request that nobody has declined',
				(request) => !('decliner_email' in request),
				() => 'a request that nobody has declined has it',
			),
			every(
				requestsIn(tape.answer('requests that are declined')),
				'declined request',
				(request) => 'decliner_email' in request,
				() => 'a declined request does not have it',
			),
		),
	'`decliner_email` stands at the top level.': (tape) =>
		every(
			requestsIn(tape.answer('requests that are declined')),
			'declined request',
			(request) => typeof request.decliner_email === 'string',
			() => 'a declined request has none there',
		),
});

/** Creation (docs/service.md#create-a-signature-request). */
export const creation = topic('create-a-signature-request', {
	'`POST /v3/signatures.json` creates a request and answers it.': (tape) => {
		const created = ofCreation(tape);
		return check(idOf(tape.answer('request')) === created.id, 'the request is not found by its id');
	},
	'The parameters are `files`, `templates`, `name`, `recipients`, `cc`, `subject`, `body`, `branding_id`, `callback_url`, `events_url`, `data`, `delivery_type`, `expire_time`, `reply_to`, `reminders`, `signing_mode` and `type`.':
		apartFrom('`branding_id` and `events_url`', (tape) => {
			if (tape.answer('creation with an unknown parameter').status < 300) {
				undecided('unknown parameters are accepted too, so nothing follows from those accepted');
			}
			return all(succeeds(tape.answer('creation')), succeeds(tape.answer('creation by email')));
		}),
	'In the answer all documents are `in_queue`, without events, and `file.pages` may be missing.': (
		tape,
	) =>
		every(
			ofCreation(tape).documents,
			'documents',
			({ status, events }) => status === 'in_queue' && events.length === 0,
			({ status, events }) => `a document with status ${status} and ${events.length} events`,
		),
	'A creation answers 201. Against it: two public programs take only 200 for a success, one takes 200 and 201. So any 2xx counts.':
		(tape) => hasStatus(tape.answer('creation'), 201),
	'Files may be PDF, DOC or DOCX.': apartFrom('DOC', (tape) =>
		all(
			succeeds(tape.answer('creation')),
			succeeds(tape.answer('creation with a Word file')),
			isRefused(faultyCreation(tape, 'a text as a PDF'), 400),
		),
	),
	'The service tells the format of a file by its content, not by its name.': (tape) =>
		isRefused(faultyCreation(tape, 'a text as a PDF'), 400),
	'A template is named by its id or by its hashtag, e.g. `#NDA`.': (tape) =>
		all(
			succeeds(tape.answer('creation by template name')),
			succeeds(tape.answer('creation as JSON')),
		),
	'A request needs at least one file or template.': (tape) =>
		isRefused(faultyCreation(tape, 'no file'), 400),
	'A request may have files and templates together.': (tape) => {
		const answer = tape.answer('creation with a file and a template');
		if (answer.status >= 300) return described(answer);
		return check(requestIn(answer).documents.length === 2, 'it has not two documents');
	},
	'`signing_mode` is `sequential` by default; with `parallel` all recipients get the request at once.':
		(tape) => {
			const [first, ...others] = peopleIn(tape, 'request');
			const together = peopleIn(tape, 'request by email');
			return check(
				first === 'ready' &&
					others.every((status) => status === 'in_queue') &&
					!together.includes('in_queue'),
				`by default ${[first, ...others].join()}, with parallel ${together.join()}`,
			);
		},
	'Sequential requests go to the recipients in the order of the list. The reference only says that the index does not give the order.':
		(tape) => {
			const statuses = peopleIn(tape, 'request');
			return check(statuses[0] === 'ready' && statuses[1] === 'in_queue', statuses.join());
		},
});

/** The status of each person's first document. @throws Undecided when there is one person only */
function peopleIn(tape: Tape, name: string): string[] {
	const { documents } = requestIn(tape.answer(name));
	const statuses = new Map<string, string>();
	for (const { email = '', status } of documents) {
		if (!statuses.has(email)) statuses.set(email, status);
	}
	return statuses.size > 1 ? [...statuses.values()] : undecided('it needs two addresses');
}

/** Delivery (docs/service.md#delivery-and-messages). */
export const delivery = topic('delivery-and-messages', {
	'`delivery_type` is `email` (the default), `sms` or `url`.': apartFrom('`sms`', (tape) =>
		all(
			isRefused(faultyCreation(tape, 'an unknown delivery type'), 400),
			check(
				requestIn(tape.answer('request by email')).documents.some(({ events }) =>
					events.some(({ type }) => type === 'email_processed'),
				),
				'without it, no email_processed was seen',
			),
		),
	),
	'With `sms`, every recipient needs a phone number.': (tape) =>
		isRefused(faultyCreation(tape, 'SMS without a phone'), 400),
	'With `url` nothing is sent. The answer has one `url` at the top level, to be opened in a browser.':
		(tape) =>
			all(
				check(URL.canParse(ofCreation(tape).url ?? ''), 'no url at the top level'),
				every(
					requestIn(tape.answer('request')).documents,
					'documents',
					({ events }) => events.every(({ type }) => !/^(email|sms)_/.test(type)),
					({ events }) => `events ${events.map(({ type }) => type).join()}`,
				),
			),
	'Only the answer to a creation has this `url`: a request that is read later does not show it.': (
		tape,
	) => check(!('url' in requestIn(tape.answer('request'))), 'it has a url later too'),
	'The name of a copy may be left out.': (tape) =>
		succeeds(tape.answer('creation with a copy without a name')),
});

/** Links of signers (docs/service.md#signing-links). */
export const signingLinks = topic('signing-links', {
	'The `url` of a request of delivery type `url` is `https://app.sandbox.signaturit.com/document/{signatureId}/{documentId}`, or the same at `app.signaturit.com`. So the link of every document can be built from its IDs.':
		apartFrom('production', (tape) => {
			const { id, url, documents } = ofCreation(tape);
			if (!url?.startsWith('https://')) undecided('only the real service has such links');
			const links = documents.map(
				(document) => `https://app.sandbox.signaturit.com/document/${id}/${document.id}`,
			);
			return check(links.includes(url), 'the `url` has another form');
		}),
});
