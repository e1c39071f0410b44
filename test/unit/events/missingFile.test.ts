import { NodeApiError, type INode } from 'n8n-workflow';
import {
	explained,
	hasAttachments,
	isRefusedFile,
	whyMissing,
} from '../../../nodes/Signaturit/events/missingFile';

const record = (status?: string, ...types: string[]) => ({
	status,
	events: types.map((type) => ({ type, createdAt: undefined })),
});
const document = (file: Parameters<typeof whyMissing>[1], ...known: Parameters<typeof record>) =>
	whyMissing('signature', file, record(...known));

const NOBODY = 'so nobody has signed it yet';
const BUSY = 'so the signature is still being applied';
const NOT_SIGNED = 'so it was not signed';
const COMPLETED = 'It can be downloaded after the event document_completed (Document Completed).';
const AUDITED =
	'It can be downloaded after the event audit_trail_completed (Audit Trail Completed).';
const GENERATE = `The operation Generate Audit Trail makes one. ${AUDITED}`;
const NEVER = 'Only a completed document has a signed PDF.';

describe('a document', () => {
	it.each(['file_added', 'photo_added', 'photo_id_added', 'voice_added'])(
		'has attachments after the event %s',
		(type) => {
			expect(hasAttachments(record('ready', 'document_opened', type))).toBe(true);
			expect(hasAttachments(record('ready', 'document_opened'))).toBe(false);
		},
	);
});

describe('a missing file of a document', () => {
	it.each([
		['in_queue', `"In Queue", ${NOBODY}`, COMPLETED],
		['ready', `"Ready", ${NOBODY}`, COMPLETED],
		['signing', `"Signing", ${BUSY}`, COMPLETED],
		['canceled', `"Canceled", ${NOT_SIGNED}`, NEVER],
		['declined', `"Declined", ${NOT_SIGNED}`, NEVER],
		['expired', `"Expired", ${NOT_SIGNED}`, NEVER],
		['error', `"Error", ${NOT_SIGNED}`, NEVER],
	])('that is %s is explained when it is the signed PDF', (status, reason, description) => {
		expect(document('signed', status)).toEqual({
			message: `The signed PDF is not available: the document is ${reason}`,
			description,
		});
	});

	it.each([
		['in_queue', `"In Queue", ${NOBODY}`, AUDITED],
		['ready', `"Ready", ${NOBODY}`, AUDITED],
		['signing', `"Signing", ${BUSY}`, AUDITED],
		['completed', '"Completed", and its audit trail is still being made', AUDITED],
		['canceled', `"Canceled", ${NOT_SIGNED}`, GENERATE],
		['declined', `"Declined", ${NOT_SIGNED}`, GENERATE],
		['expired', `"Expired", ${NOT_SIGNED}`, GENERATE],
		['error', `"Error", ${NOT_SIGNED}`, AUDITED],
	])('that is %s is explained when it is the audit trail', (status, reason, description) => {
		expect(document('audit_trail', status)).toEqual({
			message: `The audit trail is not available: the document is ${reason}`,
			description,
		});
	});

	it('is explained when it is what the signer attached, and that is nothing', () => {
		expect(document('attachments', 'completed', 'document_completed')).toEqual({
			message:
				'The attachments are not available: the document is "Completed", and its signer has attached nothing',
			description:
				'A document has attachments only if its signer attached a file, a photo or a recording.',
		});
	});

	it.each(['file_added', 'photo_added', 'photo_id_added', 'voice_added'])(
		'is not explained when it is the attachments and there is an event %s',
		(type) => {
			expect(document('attachments', 'ready', type)).toBeUndefined();
		},
	);

	it.each([
		['signed', 'completed', 'document_completed'],
		['signed', 'completed', 'document_signed'],
		['signed', 'signing', 'document_completed'],
		['audit_trail', 'completed', 'audit_trail_completed'],
		['audit_trail', 'declined', 'audit_trail_completed'],
		['sent', 'ready', 'email_processed'],
		['sent', 'completed', 'document_completed'],
	] as const)('is not explained when it should be there (%s, %s, %s)', (file, status, type) => {
		expect(document(file, status, type)).toBeUndefined();
	});

	it.each(['signed', 'audit_trail'] as const)(
		'is not explained by a status that is not known (%s)',
		(file) => {
			expect(document(file, 'another')).toBeUndefined();
			expect(document(file)).toBeUndefined();
		},
	);
});

describe.each(['certifiedEmail', 'certifiedSms'] as const)(
	'a missing audit trail of a certificate (%s)',
	(kind) => {
		it.each([
			['in_queue', '"In Queue", so it is not certified yet'],
			['sent', '"Sent", so it is not certified yet'],
			['error', '"Error", so the message could not be sent'],
		])('is explained when its status is %s', (status, reason) => {
			expect(whyMissing(kind, 'audit_trail', record(status))).toEqual({
				message: `The audit trail is not available: the certificate is ${reason}`,
				description:
					'It can be downloaded after the event certification_completed (Certification Completed).',
			});
		});

		it('is not explained when it should be there', () => {
			const known = record('sent', 'certification_completed');
			expect(whyMissing(kind, 'audit_trail', known)).toBeUndefined();
			expect(whyMissing(kind, 'audit_trail', record())).toBeUndefined();
		});
	},
);

describe('the error of a download', () => {
	const node = { name: 'Signaturit' } as INode;
	const error = (httpCode: string) =>
		new NodeApiError(node, {}, { message: 'Not found', description: 'Details', httpCode });
	const about = (of: unknown, known: Parameters<typeof whyMissing>[2]) =>
		explained(node, of, 'signature', 'signed', known);

	it.each([
		['204', true, true],
		['400', true, false],
		['401', false, false],
		['403', true, false],
		['404', true, true],
		['409', true, false],
		['500', false, false],
	])('with status %s may mean that there is no file: %s; means it: %s', (code, may, does) => {
		const refused = error(code);
		expect(isRefusedFile(refused)).toBe(may);
		expect(about(refused, record('completed'))).toEqual({ error: refused, isMissing: does });
		expect(about(refused, record('ready'))).toMatchObject(
			may ? { error: { httpCode: code }, isMissing: true } : { error: refused, isMissing: false },
		);
		expect(about(refused, record('ready')).error === refused).toBe(!may);
	});

	it('may not mean that there is no file when it is no answer', () => {
		const lost = new Error('404');
		expect(isRefusedFile(lost)).toBe(false);
		expect(about(lost, record('ready'))).toEqual({ error: lost, isMissing: false });
	});

	it("says why there is no file, and keeps the service's words beneath", () => {
		expect(about(error('404'), record('ready')).error).toMatchObject({
			message: `The signed PDF is not available: the document is "Ready", ${NOBODY}`,
			description: `${COMPLETED}\nSignaturit answered: Not found\nDetails`,
			httpCode: '404',
		});
	});
});
