import type { IExecuteFunctions, INode } from 'n8n-workflow';
import {
	explained,
	hasAttachments,
	whyMissing,
} from '../../../nodes/Signaturit/events/missingFile';
import { Call } from '../../../nodes/Signaturit/transport/call';
import type { DeliveryKind, DownloadName } from '../../../nodes/Signaturit/transport/endpoints';
import { apiError, mayBeState } from '../../../nodes/Signaturit/transport/errors/errors';
import type { TrackedRecord } from '../../../nodes/Signaturit/transport/shapes';
import { ADA } from '../../people';

const record = (status?: string, ...types: string[]): TrackedRecord => ({
	...{ id: 'd1', email: ADA.email, name: ADA.name, phone: undefined },
	file: { name: 'contract.pdf', pages: 1, size: 1 },
	...{ createdAt: undefined, declineReason: undefined, declinerEmail: undefined },
	...{ attachments: undefined, deliveryId: undefined },
	status,
	events: types.map((type) => ({ type, createdAt: undefined })),
});
const one = (resource: DeliveryKind, file: DownloadName, of: TrackedRecord) => ({
	...{ resource, file, record: of },
	delivery: { id: 's1', data: {}, records: [of] },
});
const missing = (resource: DeliveryKind, file: DownloadName, ...known: [string?, ...string[]]) =>
	whyMissing(one(resource, file, record(...known)), 'UTC');
const document = (file: DownloadName, ...known: [string?, ...string[]]) =>
	missing('signature', file, ...known);

const UNSIGNED = 'Ada Lovelace has not signed "contract.pdf" yet';
const BUSY = 'Ada Lovelace signed "contract.pdf", and Signaturit is still applying the signature';
const EARLY = '"contract.pdf" is still being prepared';
const CANCELED = '"contract.pdf" was canceled';
const DECLINED = 'Ada Lovelace declined "contract.pdf"';
const EXPIRED = '"contract.pdf" expired, without the signature of Ada Lovelace';
const FAILED = 'Signaturit could not process "contract.pdf"';
const COMPLETED = 'It can be downloaded after the event document_completed (Document Completed).';
const AUDITED =
	'It can be downloaded after the event audit_trail_completed (Audit Trail Completed).';
const GENERATE = `The operation Generate Audit Trail makes one. ${AUDITED}`;
const NEW = 'Nobody can sign it any more. The operation Create sends a new one';

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
		['in_queue', EARLY, COMPLETED],
		['ready', UNSIGNED, COMPLETED],
		['signing', BUSY, COMPLETED],
		['canceled', CANCELED, `${NEW}.`],
		['declined', DECLINED, `${NEW}.`],
		['expired', EXPIRED, `${NEW}; its option Expires After (Days) says for how long.`],
		['error', FAILED, 'The operation Create sends a new one.'],
	])('that is %s is explained when it is the signed PDF', (status, sentence, advice) => {
		expect(document('signed', status)).toEqual({
			message: `The signed PDF is not available: ${sentence}.`,
			advice,
			remedy: 'nobody',
		});
	});

	it.each([
		['in_queue', EARLY, AUDITED],
		['ready', UNSIGNED, AUDITED],
		['signing', BUSY, AUDITED],
		['completed', 'Ada Lovelace signed "contract.pdf", and its audit trail is being made', AUDITED],
		['canceled', CANCELED, GENERATE],
		['declined', DECLINED, GENERATE],
		['expired', EXPIRED, GENERATE],
		['error', FAILED, 'The operation Create sends a new one.'],
	])('that is %s is explained when it is the audit trail', (status, sentence, advice) => {
		expect(document('audit_trail', status)).toEqual({
			message: `The audit trail is not available: ${sentence}.`,
			advice,
			remedy: 'nobody',
		});
	});

	it.each([
		['ready', `${UNSIGNED}, and nothing is attached`],
		['declined', `${DECLINED}, and nothing is attached`],
		['completed', 'Ada Lovelace signed "contract.pdf", and nothing is attached'],
	])('that is %s is explained when it is what the signer attached', (status, sentence) => {
		expect(document('attachments', status)).toEqual({
			message: `The attachments are not available: ${sentence}.`,
			advice: 'There are attachments only if the signer attaches a file, a photo or a recording.',
			remedy: 'nobody',
		});
	});

	it.each(['sent', 'uploaded'] as const)(
		'is explained while it is being prepared when it is the file that was %s',
		(file) => {
			expect(document(file, 'in_queue')).toMatchObject({
				message: expect.stringContaining(`not available: ${EARLY}.`),
				remedy: 'later',
			});
		},
	);

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
			expect(missing(kind, 'audit_trail', status)).toEqual({
				message: `The audit trail is not available: the certificate is ${reason}.`,
				advice:
					'It can be downloaded after the event certification_completed (Certification Completed).',
				remedy: 'nobody',
			});
		});

		it('is not explained when it should be there', () => {
			expect(missing(kind, 'audit_trail', 'sent', 'certification_completed')).toBeUndefined();
			expect(missing(kind, 'audit_trail')).toBeUndefined();
		});
	},
);

describe('the error of a download', () => {
	const node = { name: 'Signaturit' } as INode;
	const call = new Call({
		getNode: () => node,
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions);
	const error = (httpCode: string) =>
		apiError(node, {
			...{ message: 'Not found', description: 'Details', httpCode, quotes: true },
			...{ remedy: 'model', advice: 'Check the spelling.' },
		});
	const about = (of: unknown, status: string) =>
		explained(call, of, one('signature', 'signed', record(status)));

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
		expect(mayBeState(refused)).toBe(may);
		expect(about(refused, 'completed').isMissing).toBe(does);
		expect(about(refused, 'ready')).toMatchObject(
			may ? { error: { httpCode: code }, isMissing: true } : { error: refused, isMissing: false },
		);
		expect(about(refused, 'ready').error === refused).toBe(!may);
	});

	it('may not mean that there is no file when it is no answer', () => {
		const lost = new Error('404');
		expect(mayBeState(lost)).toBe(false);
		expect(about(lost, 'ready')).toEqual({ error: lost, isMissing: false });
	});

	it("says why there is no file, and keeps the service's words as the second line", () => {
		expect(about(error('404'), 'ready').error).toMatchObject({
			message: `The signed PDF is not available: ${UNSIGNED}.`,
			description: `Signaturit answered: Not found\nDetails\n${COMPLETED}`,
			httpCode: '404',
		});
	});

	it('says how the document stands when that explains nothing, and advises no other spelling', () => {
		expect(about(error('404'), 'completed').error).toMatchObject({
			message: 'Not found',
			description: 'Details\nHow it stands now: Ada Lovelace signed "contract.pdf".',
		});
	});
});
