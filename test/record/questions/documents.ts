// Questions about documents: their fields, statuses, downloads, audit trails and SMS statuses.

import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { Answer, SeenFile } from '../client';
import { STATUSES } from '../tour/account';
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
	leaveOpen,
	needed,
	partOf,
	questionsOf,
	refusal,
	succeeds,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { ifAny, requestIn, requestsIn } from '../wire';
import { declinedRequests, knownStatus, needsFilterByData, requestsSeen } from './seen';

const documentsOf = (tape: Tape, name: string) => needed(requestIn, tape.answer(name)).documents;

/** An answer is a file. Whether it is whole, and whether it comes at all, may be rows of their own. */
const isFile = (answer: Answer): CheckResult => check(answer.file !== undefined, described(answer));

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

const status = z.object({ sms_status: z.string(), phone_number: z.string() });

export const documents = questionsOf({
	// Documents (docs/service.md#documents)
	'document-per-signer-and-file': (tape) => {
		const { recipients = [] } = (tape.exchange('creation').call.body?.fields ?? {}) as {
			recipients?: unknown[];
		};
		const found = documentsOf(tape, 'request').length;
		return check(
			found === recipients.length * 2,
			`${found} documents for ${recipients.length} signers and 2 files`,
		);
	},
	'document-fields': (tape) => {
		const text = z.string();
		const event = z.object({ created_at: text, type: text });
		const file = z.object({ name: text, pages: z.number(), size: z.number() });
		const fields = { id: text, created_at: text, email: text, name: text, status: text };
		const one = z.object({ ...fields, events: z.array(event), file });
		const answer = tape.answer('request');
		if (!Array.isArray(partOf(answer, 'documents'))) leaveOpen('`documents` is no list');
		return hasShape(answer, z.object({ documents: z.array(one) }));
	},
	'document-size-bytes': (tape) => {
		const sent = tape.exchange('creation').call.body?.files?.[0]?.bytes.length;
		const { size } = documentsOf(tape, 'request')[0]?.file ?? {};
		return check(size === sent, `size ${String(size)} for ${sent ?? 0} bytes`);
	},
	'document-word-no-pages': (tape) => {
		const [document] = documentsOf(tape, 'Word request');
		return check(document?.file?.pages === undefined, 'the Word file has a page count');
	},
	'document-word-as-pdf': (tape) => isPdf(tape.answer('sent Word file')),

	// Statuses (docs/service.md#document-statuses)
	'status-words': (tape) =>
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
	'status-waits-in-queue': (tape) => {
		const [first, ...others] = documentsOf(tape, 'request');
		const waiting = others.filter(({ email }) => email !== first?.email);
		return every(
			waiting.filter((document) => knownStatus(document) !== 'ready'),
			'second signer who waits',
			({ status }) => status === 'in_queue',
			({ status }) => `the second signer's document is ${status}`,
		);
	},
	'status-one-decline-ends': (tape) =>
		every(
			declinedRequests(tape).flatMap((request) => request.documents),
			'declined request',
			(document) => !['in_queue', 'ready'].includes(knownStatus(document)),
			({ status }) => `another document of the request is ${status}`,
		),

	// Downloads (docs/service.md#downloads)
	'download-signed': (tape) => isFile(accepted(tape.answer('signed PDF'))),
	'download-sent': (tape) => isFile(tape.answer('sent PDF')),
	'download-uploaded': (tape) => isSentFile(tape, 'uploaded PDF', 'creation'),
	'download-uploaded-word': apartFrom('DOC', (tape) =>
		isSentFile(tape, 'uploaded Word file', 'creation with a Word file'),
	),
	'download-uploaded-template': apartFrom(
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
	'download-types': apartFrom('ZIP', (tape) => {
		fileOf(tape, 'sent PDF');
		const type = tape.answer('sent PDF').headers['content-type'] ?? 'none';
		return check(type.startsWith('application/pdf'), `type ${type}`);
	}),
	'download-pdf-begin-and-end': (tape) =>
		every(
			['sent PDF', 'audit trail that was generated'].map((name) => fileOf(tape, name)),
			'files',
			({ isWholePdf }) => isWholePdf,
			({ size }) => `a file of ${size} bytes that is no whole PDF`,
		),
	'download-says-its-end': (tape) => {
		fileOf(tape, 'sent PDF');
		const { headers } = tape.answer('sent PDF');
		const isChunked = headers['transfer-encoding'] === 'chunked';
		return check(isChunked || headers['content-length'] !== undefined, 'no length, and no chunks');
	},
	'download-file-name': (tape) => {
		fileOf(tape, 'sent PDF');
		const header = tape.answer('sent PDF').headers['content-disposition'] ?? 'none';
		return check(/filename\*?=/i.test(header), 'the header has no file name');
	},
	'download-errors-json': (tape) =>
		every(
			FAILING.map((name) => tape.answer(name)).filter(({ status }) => status >= 400),
			'download that fails',
			({ body }) => typeof body === 'object' && body !== null,
			(answer) => `${described(answer)} without JSON`,
		),
	'download-404-not-yet': (tape) =>
		all(...FAILING.map((name) => hasStatus(tape.answer(name), 404))),

	// Audit trails (docs/service.md#audit-trails)
	'trail-download': (tape) => isPdf(accepted(tape.answer('audit trail that was generated'))),
	'trail-generate': (tape) => {
		const answer = tape.answer('generation of the audit trail');
		return check(answer.status < 300 && answer.body === '', described(answer));
	},
	'trail-generate-document': apartFrom('what the nodes do', (tape) => {
		const answer = tape.answer('generation of the audit trail of a document');
		if ([404, 405].includes(answer.status)) return described(answer);
		return answer.status < 300 || leaveOpen(`it may be generated already: ${described(answer)}`);
	}),
	'trail-generate-202': (tape) =>
		hasStatus(accepted(tape.answer('generation of the audit trail')), 202),
	'trail-generate-get': (tape) => succeeds(tape.answer('generation by GET')),
	'trail-automatic': apartFrom('how long it takes', (tape) =>
		every(
			documentsOf(tape, 'completed request').filter(({ status }) => status === 'completed'),
			'completed document',
			({ events }) => events.some(({ type }) => type === 'audit_trail_completed'),
		),
	),
	'trail-ended-generate-only': apartFrom('declined and expired documents', (tape) => {
		const types = documentsOf(tape, 'request at its end')[0]?.events.map(({ type }) => type) ?? [];
		return all(
			isRefusedAtAll(tape.answer('audit trail after a cancel')),
			succeeds(tape.answer('audit trail that was generated')),
			check(types.includes('audit_trail_completed'), `events ${types.join()}`),
		);
	}),

	// What only some requests have (docs/service.md#change-of-signer)
	'signer-after-error-only': (tape) => {
		const answer = tape.answer('new signer of an open request');
		return check(answer.status >= 400, described(answer));
	},
	'signer-otherwise-403': (tape) =>
		all(
			hasStatus(refusal(tape.answer('new signer of an open request')), 403),
			hasStatus(tape.answer('new signer after a cancel'), 403),
		),
	'repeat-found-by-data': apartFrom('the lost answer', (tape) => {
		needsFilterByData(tape);
		const { length } = needed(requestsIn, tape.answer('requests by custom data'));
		if (length === 0) leaveOpen('the list finds none by custom data');
		return check(length === 1, `the list finds ${length}`);
	}),
	'repeat-templates-unnamed': (tape) => {
		const answer = tape.answer('request with a filled widget');
		const keys = Object.keys(needed(requestIn, answer));
		return check(!keys.some((key) => key.includes('template')), `it has ${keys.join()}`);
	},

	// The status of an SMS (docs/service.md#sms-status)
	'sms-status-get': (tape) => hasShape(tape.answer('SMS status of a document'), status),
	'sms-status-words': (tape) =>
		every(
			['SMS status of a document', 'status of sms']
				.map((name) => status.safeParse(ifAny(() => tape.answer(name))?.body).data)
				.flatMap((found) => found?.sms_status ?? []),
			'status of an SMS',
			(word) => ['processed', 'delivered'].includes(word),
			(word) => `the status ${word}`,
		),
	'sms-status-without-sms': (tape) => hasStatus(tape.answer('SMS status without an SMS'), 404),
	'sms-status-certified': (tape) => hasShape(tape.answer('status of sms'), status),
});
