import { simplified } from '../../../nodes/Signaturit/actions/deliveries';
import { ADA } from '../../people';

const documentOf = (status: string, index = 0) => ({
	id: `d${index}`,
	created_at: '2026-03-01T10:00:00+0000',
	...ADA,
	status,
	events: [{ type: 'email_processed', created_at: '2026-03-01T10:00:00+0000' }],
	file: { name: 'contract.pdf', pages: 3, size: 41_230 },
});
const signatureOf = (...statuses: string[]) => ({
	id: 's',
	created_at: '2026-03-01T10:00:00+0000',
	data: [{ key: 'crm_id', value: '2445' }],
	documents: statuses.map(documentOf),
});

describe('a simplified signature request', () => {
	it('has what the next node needs at the top, long lists at the end, and in other what nobody knows', () => {
		const signature = {
			...signatureOf('completed', 'declined'),
			decliner_email: ADA.email,
			sent_by: { user_id: 'u' },
			total: 9,
		};
		const simple = simplified('signature', signature);
		expect(simple).toEqual({
			signatureId: 's',
			outcome: 'declined',
			status: 'declined',
			fileName: 'contract.pdf',
			createdAt: '2026-03-01T10:00:00Z',
			data: { crm_id: '2445' },
			signers: [
				{
					...ADA,
					status: 'declined',
					declined: true,
					documents: ['completed', 'declined'].map((status, index) => ({
						documentId: `d${index}`,
						number: index + 1,
						status,
						fileName: 'contract.pdf',
						pages: 3,
						size: 41_230,
						createdAt: '2026-03-01T10:00:00Z',
					})),
				},
			],
			other: { sent_by: { user_id: 'u' }, total: 9 },
		});
		const first = ['signatureId', 'outcome', 'status', 'fileName'];
		expect(Object.keys(simple).slice(0, 4)).toEqual(first);
		expect(Object.keys(simple).slice(-3)).toEqual(['data', 'signers', 'other']);
	});

	it('names the first file, and all of them if they are several', () => {
		const { documents, ...request } = signatureOf('ready', 'ready');
		const [first, second] = documents;
		const annex = { ...second, file: { name: 'annex.pdf' } };
		const simple = simplified('signature', { ...request, documents: [first, annex] });
		expect(simple).toMatchObject({
			fileName: 'contract.pdf',
			fileNames: ['contract.pdf', 'annex.pdf'],
		});
	});

	it('numbers the documents as their files, in the order of the service', () => {
		const { documents, ...request } = signatureOf('ready', 'ready', 'ready');
		const [first, second, third] = documents;
		const ben = { ...second, name: 'Ben', email: 'ben@example.com' };
		expect(simplified('signature', { ...request, documents: [first, ben, third] })).toMatchObject({
			signers: [{ documents: [{ number: 1 }, { number: 3 }] }, { documents: [{ number: 2 }] }],
		});
	});

	it('has times in UTC, and leaves out what is no time', () => {
		const madrid = { ...signatureOf('ready'), created_at: '2026-03-01T11:00:00+0100' };
		expect(simplified('signature', madrid).createdAt).toBe('2026-03-01T10:00:00Z');
		const odd = { ...signatureOf('ready'), created_at: 'yesterday' };
		expect(simplified('signature', odd)).not.toHaveProperty('createdAt');
	});

	it('names the decliner whose address stands in the document', () => {
		const { documents, ...request } = signatureOf('declined', 'declined');
		const [first, second] = documents;
		const other = { ...second, email: 'grace@example.com', decliner_email: 'grace@example.com' };
		const simple = simplified('signature', { ...request, documents: [first, other] });
		expect(simple).toMatchObject({ signers: [{}, { declined: true }] });
		expect(JSON.stringify(simple)).not.toContain('decliner');
	});

	it('has the reason of a decline that only the history tells', () => {
		const { documents, ...request } = signatureOf('declined');
		const event = { type: 'document_declined', created_at: '2026-03-01T10:00:00+0000' };
		const events = [{ ...event, decline_reason: 'Wrong price' }];
		const simple = simplified('signature', {
			...request,
			documents: [{ ...documents[0], events }],
		});
		expect(simple).toMatchObject({ signers: [{ declineReason: 'Wrong price' }] });
	});

	it('has the Reference at the top, whether it is stored or given', () => {
		const stored = { ...signatureOf('ready'), data: [{ key: 'n8n_own_reference', value: 'c-1' }] };
		const given = { ...signatureOf('ready'), reference: 'c-1' };
		for (const signature of [stored, given]) {
			const simple = simplified('signature', signature, {}, ['reference']);
			expect(simple).toHaveProperty('reference', 'c-1');
			expect(Object.keys(simple).indexOf('reference')).toBe(3);
		}
	});

	it('works out the state itself, whatever else the answer calls so', () => {
		const claimed = {
			...signatureOf('ready'),
			status: 'completed',
			signed: 9,
			total: 9,
			outcome: 'x',
		};
		expect(simplified('signature', claimed)).toMatchObject({
			status: 'ready',
			other: { status: 'completed', signed: 9 },
		});
		expect(simplified('signature', claimed)).not.toHaveProperty('outcome');
	});

	it('has an answer that cannot be read as it is, beside its ID', () => {
		const odd = { id: 's', documents: { status: 'ready' } };
		const other = { documents: { status: 'ready' } };
		expect(simplified('signature', odd)).toEqual({ signatureId: 's', other });
	});

	it('reads a single document as a list of one', () => {
		const simple = simplified('signature', { id: 's', documents: documentOf('ready') });
		expect(simple).toMatchObject({ signers: [{ documents: [{ documentId: 'd0' }] }], data: {} });
	});

	it('accepts a request in which fields are missing', () => {
		expect(simplified('signature', { id: 's', documents: [{ id: 'd', file: null }] })).toEqual({
			signatureId: 's',
			data: {},
			signers: [{ documents: [{ documentId: 'd', number: 1 }] }],
		});
	});
});

describe('a simplified certified SMS', () => {
	const certified = (...statuses: string[]) => ({
		id: 'e',
		certificates: statuses.map((status, index) => ({
			id: 'c',
			phone: `3460000000${index}`,
			name: ADA.name,
			status,
			events: [],
		})),
	});

	it.each([
		['sent', ['sent', 'sent']],
		['in_queue', ['sent', 'in_queue']],
		['error', ['sent', 'error', 'in_queue']],
	])('returns the status %s for certificates that are %j', (status, statuses) => {
		expect(simplified('certifiedSms', certified(...statuses))).toMatchObject({ status });
	});

	it('keeps the main fields of each certificate', () => {
		expect(simplified('certifiedSms', certified('sent')).certificates).toEqual([
			{ certificateId: 'c', phone: '34600000000', name: ADA.name, status: 'sent' },
		]);
	});

	it('has each certificate of a person, who may have one for each file', () => {
		const certificates = certified('sent', 'error').certificates.map((one, index) => ({
			...one,
			id: `c${index}`,
			phone: '34600000000',
		}));
		const item = simplified('certifiedSms', { ...certified('sent'), certificates });
		expect(item).toMatchObject({
			status: 'error',
			certificates: [{ certificateId: 'c0' }, { certificateId: 'c1' }],
		});
	});

	it('has the ids, the state and the time at the top', () => {
		expect(Object.keys(simplified('certifiedSms', certified('sent')))).toEqual([
			'certifiedSmsId',
			'status',
			'data',
			'certificates',
		]);
	});
});
