import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { Answer, SeenFile } from '../client';
import {
	accepted,
	all,
	apartFrom,
	check,
	described,
	every,
	hasShape,
	hasStatus,
	isPdf,
	isRefusedAtAll,
	needed,
	partOf,
	refusal,
	succeeds,
	topic,
	leaveOpen,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { STATUSES } from '../tour/account';
import { requestIn, requestsIn } from '../wire';
import { declinedRequests, knownStatus, needsFilterByData, requestsSeen } from './seen';

const documentsOf = (tape: Tape, name: string) => needed(requestIn, tape.answer(name)).documents;

/** Documents (docs/service.md#documents). */
export const documents = topic('documents', {
	'A request has one document for each signer and file.': (tape) => {
		const { recipients = [] } = (tape.exchange('creation').call.body?.fields ?? {}) as {
			recipients?: unknown[];
		};
		const found = documentsOf(tape, 'request').length;
		return check(
			found === recipients.length * 2,
			`${found} documents for ${recipients.length} signers and 2 files`,
		);
	},
	'A document has `id`, `created_at`, `email`, `name`, `status`, `events` (`created_at`, `type`) and `file` (`name`, `pages`, `size`).':
		(tape) => {
			const text = z.string();
			const event = z.object({ created_at: text, type: text });
			const file = z.object({ name: text, pages: z.number(), size: z.number() });
			const fields = { id: text, created_at: text, email: text, name: text, status: text };
			const one = z.object({ ...fields, events: z.array(event), file });
			const answer = tape.answer('request');
			if (!Array.isArray(partOf(answer, 'documents'))) leaveOpen('`documents` is no list');
			return hasShape(answer, z.object({ documents: z.array(one) }));
		},
	'The size of a file is in bytes.': (tape) => {
		const sent = tape.exchange('creation').call.body?.files?.[0]?.bytes.length;
		const { size } = documentsOf(tape, 'request')[0]?.file ?? {};
		return check(size === sent, `size ${String(size)} for ${sent ?? 0} bytes`);
	},
	'DOC and DOCX files have no page count.': (tape) => {
		const [document] = documentsOf(tape, 'Word request');
		return check(document?.file?.pages === undefined, 'the Word file has a page count');
	},
	"A DOC or DOCX file is downloaded as a PDF. The local service's PDF shows the text of a DOCX and only the name of a DOC.":
		(tape) => isPdf(tape.answer('sent Word file')),
});

/** An answer is a file. Whether it is whole, and whether it comes at all, may be rows of their own. */
const isFile = (answer: Answer): CheckResult => check(answer.file !== undefined, described(answer));

/** Statuses (docs/service.md#document-statuses). */
export const statuses = topic('document-statuses', {
	'The statuses are `in_queue`, `ready`, `signing`, `completed`, `expired`, `canceled`, `declined` and `error`.':
		(tape) =>
			all(
				every(
					requestsSeen(tape).flatMap((request) => request.documents),
					'document',
					({ status }) => STATUSES.includes(status),
					({ status }) => `status ${status}`,
				),
				...STATUSES.map((status) => succeeds(tape.answer(`count of ${status}`))),
				check(
					tape.answer('count of a status that does not exist').status >= 400 ||
						leaveOpen('the filter takes any status'),
					'',
				),
			),
	"In a sequential request, documents wait `in_queue` until their signer's turn.": (tape) => {
		const [first, ...others] = documentsOf(tape, 'request');
		const waiting = others.filter(({ email }) => email !== first?.email);
		return every(
			waiting.filter((document) => knownStatus(document) !== 'ready'),
			'second signer who waits',
			({ status }) => status === 'in_queue',
			({ status }) => `the second signer's document is ${status}`,
		);
	},
	'One decline ends the whole request.': (tape) => {
		return every(
			declinedRequests(tape).flatMap((request) => request.documents),
			'declined request',
			(document) => !['in_queue', 'ready'].includes(knownStatus(document)),
			({ status }) => `another document of the request is ${status}`,
		);
	},
});

/** Downloads (docs/service.md#downloads). */
export const downloads = topic('downloads', {
	'`GET /v3/signatures/{id}/documents/{id}/download/signed` answers the signed PDF.': (tape) =>
		isFile(accepted(tape.answer('signed PDF'))),
	'`GET /v3/signatures/{id}/documents/{id}/download/sent` answers the PDF as it was sent.': (
		tape,
	) => isFile(tape.answer('sent PDF')),
	"`GET /v3/documents/{id}/download/uploaded` answers the file as it was uploaded. The ID is the document's.":
		(tape) => isSentFile(tape, 'uploaded PDF', 'creation'),
	'A DOC or DOCX file is downloaded there as itself. The reference says *the uploaded PDF file*, so a PDF in its place is taken too.':
		apartFrom('DOC', (tape) => isSentFile(tape, 'uploaded Word file', 'creation with a Word file')),
	"Of a document that was made from a template, it answers the template's file.": apartFrom(
		'which file it is: it is the same for two requests',
		(tape) => {
			const first = tape.answer('uploaded file of a template');
			const second = tape.answer('uploaded file of the ID of a template');
			return all(
				isFile(first),
				check(first.file?.sha256 === second.file?.sha256, 'two requests have different files'),
			);
		},
	),
	'Files are `application/pdf` or `application/zip`.': apartFrom('ZIP', (tape) => {
		fileOf(tape, 'sent PDF');
		const type = tape.answer('sent PDF').headers['content-type'] ?? 'none';
		return check(type.startsWith('application/pdf'), `type ${type}`);
	}),
	'A PDF begins with `%PDF-` and ends with `%%EOF`, in its first and last kilobyte, as readers look for them.':
		(tape) =>
			every(
				['sent PDF', 'audit trail that was generated'].map((name) => fileOf(tape, name)),
				'files',
				({ isWholePdf }) => isWholePdf,
				({ size }) => `a file of ${size} bytes that is no whole PDF`,
			),
	'A file that is downloaded twice has the same bytes both times. We count on it only when an answer does not say where it ends.':
		(tape) =>
			check(
				fileOf(tape, 'sent PDF').sha256 === tape.answer('sent PDF again').file?.sha256,
				'the bytes are others the second time',
			),
	"`Content-Disposition` gives the file's name, in quotes or not.": (tape) => {
		fileOf(tape, 'sent PDF');
		const header = tape.answer('sent PDF').headers['content-disposition'] ?? 'none';
		return check(/filename\*?=/i.test(header), 'the header has no file name');
	},
	'A download that fails answers JSON.': (tape) =>
		every(
			FAILING.map((name) => tape.answer(name)).filter(({ status }) => status >= 400),
			'download that fails',
			({ body }) => typeof body === 'object' && body !== null,
			(answer) => `${described(answer)} without JSON`,
		),
	'A download answers 404 while the file does not exist yet, and so do attachments when there are none.':
		(tape) => all(...FAILING.map((name) => hasStatus(tape.answer(name), 404))),
});

/** A download has the bytes of the first file that was sent. */
function isSentFile(tape: Tape, name: string, creation: string): CheckResult {
	const [sent] = tape.exchange(creation).call.body?.files ?? [];
	const answer = tape.answer(name);
	const sha256 = createHash('sha256')
		.update(sent?.bytes ?? '')
		.digest('hex');
	return check(answer.file?.sha256 === sha256, `${described(answer)} that is not the one sent`);
}

const FAILING = ['signed PDF of an open request', 'attachments of an open request'];

const fileOf = (tape: Tape, name: string): SeenFile =>
	tape.answer(name).file ?? leaveOpen(`"${name}" is no file`);

/** Audit trails (docs/service.md#audit-trails). */
export const auditTrails = topic('audit-trails', {
	'`GET /v3/signatures/{id}/documents/{id}/download/audit_trail` answers the audit trail, a PDF.': (
		tape,
	) => isPdf(accepted(tape.answer('audit trail that was generated'))),
	'`POST /v3/signatures/{id}/generate/audit_trail` starts the generation of the audit trails. Its answer is empty.':
		(tape) => {
			const answer = tape.answer('generation of the audit trail');
			return check(answer.status < 300 && answer.body === '', described(answer));
		},
	'`POST /v3/signatures/{id}/documents/{id}/generate/audit_trail` does it for one document: the newer edition has this address instead. After a 404 of the one, the other is asked.':
		apartFrom('what the nodes do', (tape) => {
			const answer = tape.answer('generation of the audit trail of a document');
			if ([404, 405].includes(answer.status)) return described(answer);
			return answer.status < 300 || leaveOpen(`it may be generated already: ${described(answer)}`);
		}),
	'That answer is a 202.': (tape) =>
		hasStatus(accepted(tape.answer('generation of the audit trail')), 202),
	"`GET /v3/signatures/{id}/generate/audit_trail` does the same: the reference's example has GET. We try it only after 405.":
		(tape) => succeeds(tape.answer('generation by GET')),
	'The audit trail of a completed document is generated automatically, some time after the signed PDF. The newer edition says to generate it before a download.':
		apartFrom('how long it takes', (tape) =>
			every(
				documentsOf(tape, 'completed request').filter(({ status }) => status === 'completed'),
				'completed document',
				({ events }) => events.some(({ type }) => type === 'audit_trail_completed'),
				() => 'a completed document has no audit_trail_completed',
			),
		),
	'Declined, canceled and expired documents get an audit trail only by `generate/audit_trail`, which also causes the event `audit_trail_completed`.':
		apartFrom('declined and expired documents', (tape) => {
			const types =
				documentsOf(tape, 'request at its end')[0]?.events.map(({ type }) => type) ?? [];
			return all(
				isRefusedAtAll(tape.answer('audit trail after a cancel')),
				succeeds(tape.answer('audit trail that was generated')),
				check(types.includes('audit_trail_completed'), `events ${types.join()}`),
			);
		}),
});

/** What only some requests have (docs/service.md#change-of-signer). */
export const changesOfDocuments = [
	...topic('change-of-signer', {
		'It works only after an error in the delivery of the email.': (tape) => {
			const answer = tape.answer('new signer of an open request');
			return check(answer.status >= 400, described(answer));
		},
		'At any other time, and after a cancel, it answers 403.': (tape) =>
			all(
				hasStatus(refusal(tape.answer('new signer of an open request')), 403),
				hasStatus(tape.answer('new signer after a cancel'), 403),
			),
	}),
	...topic('repetition-and-idempotency', {
		'A creation that was carried out but not answered is found in the list by its custom data.':
			apartFrom('the lost answer', (tape) => {
				needsFilterByData(tape);
				const { length } = needed(requestsIn, tape.answer('requests by custom data'));
				if (length === 0) leaveOpen('the list finds none by custom data');
				return check(length === 1, `the list finds ${length}`);
			}),
		'No answer names the templates that a request was made from.': (tape) => {
			const answer = tape.answer('request with a filled widget');
			const keys = Object.keys(needed(requestIn, answer));
			return check(!keys.some((key) => key.includes('template')), `it has ${keys.join()}`);
		},
	}),
];
