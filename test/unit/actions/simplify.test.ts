import fc from 'fast-check';
import {
	simplifiedCertified,
	simplifiedSignature,
} from '../../../nodes/Signaturit/actions/simplify';

const documentOf = (status: string, index = 0) => ({
	id: `d${index}`,
	created_at: '2026-03-01T10:00:00+0000',
	email: 'ada@example.com',
	name: 'Ada Lovelace',
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

describe('simplifiedSignature', () => {
	it('keeps the main fields of each document, and turns the custom data into an object', () => {
		const signature = { ...signatureOf('completed', 'ready'), decliner_email: 'x@example.com' };
		expect(simplifiedSignature(signature)).toEqual({
			id: 's',
			created_at: '2026-03-01T10:00:00+0000',
			decliner_email: 'x@example.com',
			status: 'ready',
			signed: 1,
			total: 2,
			data: { crm_id: '2445' },
			documents: ['completed', 'ready'].map((status, index) => ({
				id: `d${index}`,
				email: 'ada@example.com',
				name: 'Ada Lovelace',
				status,
				file_name: 'contract.pdf',
			})),
		});
	});

	it.each<[string | undefined, string[]]>([
		['completed', ['completed', 'completed']],
		['ready', ['completed', 'ready', 'in_queue']],
		['signing', ['completed', 'signing', 'in_queue']],
		['in_queue', ['in_queue', 'in_queue']],
		['in_queue', ['completed', 'in_queue']],
		['declined', ['completed', 'declined', 'canceled', 'ready']],
		['canceled', ['completed', 'canceled']],
		['expired', ['completed', 'expired']],
		['error', ['completed', 'error']],
		['postponed', ['completed', 'postponed']],
		[undefined, []],
	])('returns the status %s for documents that are %j', (status, statuses) => {
		expect(simplifiedSignature(signatureOf(...statuses)).status).toBe(status);
	});

	it('returns the status completed only when every document is completed, in any order', () => {
		const status = fc.constantFrom(
			...['in_queue', 'ready', 'signing', 'completed', 'expired', 'canceled', 'declined', 'error'],
		);
		fc.assert(
			fc.property(fc.array(status, { minLength: 1, maxLength: 6 }), (statuses) => {
				const simple = simplifiedSignature(signatureOf(...statuses));
				const all = statuses.every((each) => each === 'completed');
				expect(simple.status === 'completed').toBe(all);
				expect(simple.signed === simple.total).toBe(all);
				const reversed = simplifiedSignature(signatureOf(...statuses.reverse()));
				expect(reversed.status).toBe(simple.status);
			}),
		);
	});

	it('reads a single document as a list of one', () => {
		const simple = simplifiedSignature({ id: 's', documents: documentOf('ready') });
		expect(simple).toMatchObject({ total: 1, documents: [{ id: 'd0' }], data: {} });
	});

	it('accepts a request in which fields are missing', () => {
		expect(simplifiedSignature({ id: 's', documents: [{ id: 'd', file: null }] })).toEqual({
			id: 's',
			status: undefined,
			signed: 0,
			total: 1,
			data: {},
			documents: [{ id: 'd' }],
		});
	});
});

describe('simplifiedCertified', () => {
	const certified = (...statuses: string[]) => ({
		id: 'e',
		certificates: statuses.map((status) => ({
			id: 'c',
			phone: '34600000000',
			name: 'Ada',
			status,
			events: [],
		})),
	});

	it.each([
		['sent', ['sent', 'sent']],
		['in_queue', ['sent', 'in_queue']],
		['error', ['sent', 'error', 'in_queue']],
	])('returns the status %s for certificates that are %j', (status, statuses) => {
		expect(simplifiedCertified(certified(...statuses))).toMatchObject({
			status,
			sent: statuses.filter((each) => each === 'sent').length,
			total: statuses.length,
		});
	});

	it('keeps the main fields of each certificate', () => {
		expect(simplifiedCertified(certified('sent')).certificates).toEqual([
			{ id: 'c', phone: '34600000000', name: 'Ada', status: 'sent' },
		]);
	});
});
