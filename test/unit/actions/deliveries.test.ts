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
	it('has what the next node needs at the top, then what else the service says, and long lists at the end', () => {
		const signature = {
			...signatureOf('completed', 'declined'),
			decliner_email: ADA.email,
			url: 'https://sign',
			reused: false,
		};
		const simple = simplified('signature', signature);
		expect(simple).toEqual({
			signatureId: 's',
			outcome: 'declined',
			status: 'declined',
			signed: 1,
			total: 2,
			signers: [{ ...ADA, status: 'declined', declined: true }],
			documentIds: ['d0', 'd1'],
			createdAt: '2026-03-01T10:00:00+0000',
			url: 'https://sign',
			reused: false,
			data: { crm_id: '2445' },
			documents: ['completed', 'declined'].map((status, index) => ({
				id: `d${index}`,
				...ADA,
				status,
				createdAt: '2026-03-01T10:00:00+0000',
				file: { name: 'contract.pdf', pages: 3, size: 41_230 },
			})),
		});
		const first = ['signatureId', 'outcome', 'status', 'signed', 'total', 'signers'];
		expect(Object.keys(simple).slice(0, 6)).toEqual(first);
		expect(Object.keys(simple).slice(-2)).toEqual(['data', 'documents']);
	});

	it('names the decliner whose address stands in the document', () => {
		const { documents, ...request } = signatureOf('declined', 'declined');
		const [first, second] = documents;
		const other = { ...second, email: 'grace@example.com', decliner_email: 'grace@example.com' };
		const simple = simplified('signature', { ...request, documents: [first, other] });
		expect(simple).toMatchObject({ signers: [{}, { declined: true }] });
		expect(JSON.stringify(simple.documents)).not.toContain('decliner');
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
			const names = Object.keys(simplified('signature', signature));
			expect(simplified('signature', signature)).toHaveProperty('reference', 'c-1');
			expect(names.indexOf('reference')).toBe(4);
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
			signed: 0,
			total: 1,
		});
		expect(simplified('signature', claimed)).not.toHaveProperty('outcome');
	});

	it('leaves an answer that cannot be read as it is, with its documents as a list', () => {
		const odd = { id: 's', documents: { status: 'ready' } };
		expect(simplified('signature', odd)).toEqual({ id: 's', documents: [{ status: 'ready' }] });
	});

	it('reads a single document as a list of one', () => {
		const simple = simplified('signature', { id: 's', documents: documentOf('ready') });
		expect(simple).toMatchObject({ total: 1, documents: [{ id: 'd0' }], data: {} });
	});

	it('accepts a request in which fields are missing', () => {
		expect(simplified('signature', { id: 's', documents: [{ id: 'd', file: null }] })).toEqual({
			signatureId: 's',
			signed: 0,
			total: 1,
			signers: [{}],
			documentIds: ['d'],
			data: {},
			documents: [{ id: 'd' }],
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
		expect(simplified('certifiedSms', certified(...statuses))).toMatchObject({
			status,
			sent: statuses.filter((each) => each === 'sent').length,
			total: statuses.length,
		});
	});

	it('keeps the main fields of each certificate', () => {
		expect(simplified('certifiedSms', certified('sent')).certificates).toEqual([
			{ id: 'c', phone: '34600000000', name: ADA.name, status: 'sent' },
		]);
	});

	it('counts people, of whom each may have a certificate for each file', () => {
		const { certificates } = certified('sent', 'sent', 'error', 'sent', 'in_queue');
		const names = ['Ada', 'Ada', 'Mary', 'Mary', 'Sofia'];
		const perFile = certificates.map((one, index) => ({
			...one,
			name: names[index],
			phone: '34600000000',
		}));
		const item = simplified('certifiedSms', { ...certified('sent'), certificates: perFile });
		expect(item).toMatchObject({ status: 'error', sent: 1, total: 3 });
		expect(item.certificates).toHaveLength(5);
	});

	it('has the ids, the state and the time at the top', () => {
		expect(Object.keys(simplified('certifiedSms', certified('sent')))).toEqual([
			'certifiedSmsId',
			'status',
			'sent',
			'total',
			'certificateIds',
			'data',
			'certificates',
		]);
	});
});
