import type { Delivery, TrackedRecord } from '../../../../nodes/Signaturit/transport/shapes';
import { itemOf, type Findings } from '../../../../nodes/Signaturit/trigger/emit/item';

const record = (changes: Partial<TrackedRecord> = {}) =>
	({
		id: 'd1',
		email: 'ada@example.com',
		name: 'Ada',
		status: 'completed',
		createdAt: '2026-03-01T10:00:00+0000',
		events: [],
		...changes,
	}) as TrackedRecord;

const posted = (changes: Partial<Findings['posted']> = {}): Findings['posted'] => ({
	resource: 'signature',
	type: 'document_completed',
	createdAt: '2026-03-01T10:00:05+0000',
	record: record({ name: 'As posted', status: 'ready', deliveryId: 's1' }),
	...changes,
});

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
	id: 's1',
	createdAt: '2026-03-01T09:00:00+0000',
	data: { crm_id: '7', n8n_reference: '7a0c4c1e' },
	records: [record(), record({ id: 'd2', name: 'Ben', status: 'ready' })],
	...changes,
});

describe('itemOf', () => {
	it("describes a document by the service's answer, and how far its request has come", () => {
		expect(itemOf({ posted: posted(), deliveryId: 's1', delivery: delivery() })).toEqual({
			event: { type: 'document_completed', createdAt: '2026-03-01T10:00:05+0000' },
			document: {
				id: 'd1',
				email: 'ada@example.com',
				name: 'Ada',
				status: 'completed',
				createdAt: '2026-03-01T10:00:00+0000',
				events: [],
			},
			signature: { id: 's1', createdAt: '2026-03-01T09:00:00+0000' },
			signer: { name: 'Ada', email: 'ada@example.com' },
			status: 'ready',
			signed: 1,
			total: 2,
			data: { crm_id: '7' },
		});
	});

	it('describes a document by the post when the service could not be asked', () => {
		expect(itemOf({ posted: posted(), deliveryId: 's1' })).toEqual({
			event: { type: 'document_completed', createdAt: '2026-03-01T10:00:05+0000' },
			document: {
				id: 'd1',
				email: 'ada@example.com',
				name: 'As posted',
				status: 'ready',
				createdAt: '2026-03-01T10:00:00+0000',
				events: [],
			},
			signature: { id: 's1' },
			signer: { name: 'As posted', email: 'ada@example.com' },
		});
	});

	it('lists all documents with the outcome of a whole request', () => {
		const item = itemOf({
			posted: posted(),
			deliveryId: 's1',
			delivery: delivery(),
			outcome: 'completed',
		});
		expect(item.outcome).toBe('completed');
		expect((item.documents as { id: string }[]).map(({ id }) => id)).toEqual(['d1', 'd2']);
	});

	it('takes the reasons of a decline and a bounce from the post', () => {
		const declined = posted({
			reason: 'mailbox full',
			record: record({ declineReason: 'Wrong price' }),
		});
		const item = itemOf({ posted: declined, deliveryId: 's1', delivery: delivery() });
		expect(item.event).toMatchObject({ reason: 'mailbox full' });
		expect(item.document).toMatchObject({ declineReason: 'Wrong price' });
	});

	it.each(['certifiedEmail', 'certifiedSms'] as const)(
		'describes the certificate of a %s',
		(resource) => {
			const item = itemOf({
				posted: posted({ resource }),
				deliveryId: 'e1',
				delivery: delivery({ id: 'e1' }),
			});
			expect(item).toEqual({
				event: expect.anything(),
				certificate: expect.objectContaining({ id: 'd1', name: 'Ada' }),
				[resource]: { id: 'e1', createdAt: '2026-03-01T09:00:00+0000' },
				data: { crm_id: '7' },
			});
		},
	);

	it('holds the raw body, missing files and warnings only when there are any', () => {
		const missing = [{ field: 'signed', kind: 'signedPdf' as const, id: 'd1', reason: 'x' }];
		const full = itemOf({ posted: posted(), rawBody: 'a=b', missing, warnings: ['w'] });
		expect(full).toMatchObject({ rawBody: 'a=b', filesMissing: missing, warnings: ['w'] });
		const empty = itemOf({ posted: posted(), missing: [], warnings: [] });
		expect(Object.keys(empty)).toEqual(['event', 'document', 'signature', 'signer']);
	});
});
