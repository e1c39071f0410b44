import { pdf } from '../../../../nodes/Signaturit/transport/files/fileFormat';
import type { TrackedRecord } from '../../../../nodes/Signaturit/transport/shapes';
import { selectFiles } from '../../../../nodes/Signaturit/trigger/emit/files';

const record = (id: string, ...types: string[]): TrackedRecord =>
	({ id, events: types.map((type) => ({ type })) }) as TrackedRecord;

const fieldsOf = (files: ReturnType<typeof selectFiles>) => files.map(({ field }) => field);

describe('selectFiles', () => {
	it('selects the chosen kinds of files once the document is completed', () => {
		const completed = [record('d 1', 'document_signed', 'document_completed')];
		expect(selectFiles('signature', 's/1', completed, ['signedPdf', 'auditTrail'], false)).toEqual([
			{
				kind: 'signedPdf',
				recordId: 'd 1',
				field: 'signed',
				path: '/v3/signatures/s%2F1/documents/d%201/download/signed',
				format: pdf,
				fileName: 'd 1 – signed.pdf',
			},
			{
				kind: 'auditTrail',
				recordId: 'd 1',
				field: 'auditTrail',
				path: '/v3/signatures/s%2F1/documents/d%201/download/audit_trail',
				format: pdf,
				fileName: 'd 1 – audit trail.pdf',
			},
		]);
		expect(selectFiles('signature', 's', completed, [], false)).toEqual([]);
	});

	it('takes the status completed for the event that the history does not have yet', () => {
		const ahead = [{ ...record('d1', 'document_signed'), status: 'completed' }];
		const files = selectFiles('signature', 's', ahead, ['signedPdf', 'auditTrail'], false);
		expect(fieldsOf(files)).toEqual(['signed', 'auditTrail']);
	});

	it.each(['certifiedEmail', 'certifiedSms'] as const)(
		'selects no signed PDF of a %s, whatever has happened',
		(resource) => {
			const types = ['document_completed', 'certification_completed', 'audit_trail_completed'];
			const files = selectFiles(resource, 'e', [record('c1', ...types)], ['signedPdf'], false);
			expect(files).toEqual([]);
		},
	);

	it('selects no file while the document is not completed', () => {
		const signed = [record('d1', 'email_delivered', 'document_signed')];
		expect(selectFiles('signature', 's', signed, ['signedPdf', 'auditTrail'], false)).toEqual([]);
	});

	it('selects an audit trail that was generated before the document was completed', () => {
		const early = [record('d1', 'audit_trail_completed')];
		const files = selectFiles('signature', 's', early, ['signedPdf', 'auditTrail'], false);
		expect(fieldsOf(files)).toEqual(['auditTrail']);
	});

	it('numbers the binary fields by document when there may be several documents', () => {
		const records = [
			record('d1', 'document_completed'),
			record('d2', 'document_declined'),
			record('d3', 'document_completed'),
		];
		const files = selectFiles('signature', 's', records, ['signedPdf', 'auditTrail'], true);
		expect(fieldsOf(files)).toEqual(['signed_1', 'auditTrail_1', 'signed_3', 'auditTrail_3']);
	});

	it.each([
		['certifiedEmail', 'emails'],
		['certifiedSms', 'sms'],
	] as const)(
		'selects only the audit trail, and only after certification, for the resource %s',
		(resource, folder) => {
			const done = [record('c1', 'certification_completed')];
			const [file] = selectFiles(resource, 'p1', done, ['signedPdf', 'auditTrail'], false);
			expect(file?.path).toBe(`/v3/${folder}/p1/certificates/c1/download/audit_trail`);
			expect(selectFiles(resource, 'p1', [record('c1')], ['auditTrail'], false)).toEqual([]);
		},
	);
});
