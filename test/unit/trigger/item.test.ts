import { deliveryFiles } from '../../../nodes/Signaturit/events/deliveryFiles';
import type { Delivery, TrackedRecord } from '../../../nodes/Signaturit/transport/shapes';
import { itemOf, type Findings } from '../../../nodes/Signaturit/trigger/item';
import type { Happening } from '../../../nodes/Signaturit/trigger/history';
import { ADA, BEN } from '../../people';

const record = (changes: Partial<TrackedRecord> = {}) =>
	({
		id: 'd1',
		...ADA,
		status: 'completed',
		createdAt: '2026-03-01T10:00:00+0000',
		file: { name: 'contract.pdf' },
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
	data: { crm_id: '7', n8n_reference: '7a0c4c1e', n8n_trigger: '0123456789abcdef' },
	records: [record(), record({ id: 'd2', ...BEN, status: 'ready' })],
	...changes,
});

const happening: Happening = {
	key: 'd1 document_completed 2026-03-01T10:00:05.000Z',
	type: 'document_completed',
	createdAt: '2026-03-01T10:00:05+0000',
	recordId: 'd1',
};

/** The outcome of the whole request. */
const end: Happening = {
	...happening,
	key: 's1 completed',
	type: 'request_completed',
	outcome: 'completed',
};

const findings = (changes: Partial<Findings> = {}): Findings => ({
	resource: 'signature',
	happening,
	delivery: delivery(),
	posted: posted(),
	...changes,
});

describe('itemOf', () => {
	it.each([
		['that a post has told of', posted()],
		['that a poll has found', undefined],
	])(
		"describes a document %s by the service's answer, and how far its request has come",
		(_, told) => {
			expect(itemOf(findings({ posted: told }))).toEqual({
				event: { type: 'document_completed', createdAt: '2026-03-01T10:00:05Z' },
				signatureId: 's1',
				documentId: 'd1',
				fileName: 'contract.pdf',
				createdAt: '2026-03-01T09:00:00Z',
				signer: {
					...ADA,
					status: 'completed',
					documents: [
						{
							documentId: 'd1',
							status: 'completed',
							fileName: 'contract.pdf',
							createdAt: '2026-03-01T10:00:00Z',
							events: [],
						},
					],
				},
				status: 'ready',
				data: { crm_id: '7' },
			});
		},
	);

	it('describes a document by the post when the service could not be asked', () => {
		expect(itemOf(findings({ delivery: undefined }))).toEqual({
			event: { type: 'document_completed', createdAt: '2026-03-01T10:00:05Z' },
			signatureId: 's1',
			documentId: 'd1',
			fileName: 'contract.pdf',
			signer: {
				name: 'As posted',
				email: ADA.email,
				status: 'ready',
				documents: [
					{
						documentId: 'd1',
						status: 'ready',
						fileName: 'contract.pdf',
						createdAt: '2026-03-01T10:00:00Z',
						events: [],
					},
				],
			},
		});
	});

	it('describes the document that it happened to, which need not be the first', () => {
		const item = itemOf(findings({ happening: { ...happening, recordId: 'd2' } }));
		const signer = { ...BEN, status: 'ready', documents: [{ documentId: 'd2' }] };
		expect(item).toMatchObject({ documentId: 'd2', signer });
	});

	const withoutRecords = delivery({ records: [] });

	it.each([
		['document', 'its request is known', withoutRecords, { signer: {}, signatureId: 's1' }],
		['document', 'nothing else is known', undefined, { signer: {} }],
		['certificate', 'its email is known', withoutRecords, { certifiedEmailId: 's1' }],
		['certificate', 'nothing else is known', undefined, {}],
	])('tells the event alone when nobody knows the %s, and %s', (record, _, read, known) => {
		const resource = record === 'document' ? 'signature' : 'certifiedEmail';
		const item = itemOf(findings({ resource, delivery: read, posted: undefined }));
		expect(item).toMatchObject({ event: { type: 'document_completed' }, ...known });
		for (const absent of [`${record}Id`, 'certificate']) {
			expect(item).not.toHaveProperty(absent);
		}
	});

	it('shows a certificate as a document: its people first, its history last, no id of what it is in', () => {
		const posts = posted({
			resource: 'certifiedSms',
			record: record({ phone: '+34600000001', deliveryId: 's1' }),
		});
		const item = itemOf(findings({ resource: 'certifiedSms', delivery: undefined, posted: posts }));
		expect(Object.keys(item.certificate as object)).toEqual([
			...['certificateId', 'name', 'email', 'phone', 'status'],
			...['fileName', 'createdAt', 'events'],
		]);
		expect(item.certificate).toMatchObject({ ...ADA, phone: '+34600000001' });
	});

	it('lists all signers and documents of a request that has ended, and singles out none', () => {
		const item = itemOf(findings({ happening: end }));
		expect(item).toMatchObject({
			event: { type: 'request_completed' },
			outcome: 'completed',
			signers: [
				{ ...ADA, status: 'completed', documents: [{ documentId: 'd1', number: 1 }] },
				{ ...BEN, status: 'ready', documents: [{ documentId: 'd2', number: 2 }] },
			],
		});
		for (const single of ['signer', 'documentId', 'status']) {
			expect(item).not.toHaveProperty(single);
		}
	});

	it.each([
		['', delivery()],
		[' and nothing else is known', undefined],
	])('marks the reasons that only the post has as unconfirmed%s', (_, read) => {
		const declined = posted({
			reason: 'mailbox full',
			record: record({ declineReason: 'Wrong price', deliveryId: 's1' }),
		});
		const item = itemOf(findings({ posted: declined, delivery: read }));
		expect(item.event).toHaveProperty('unconfirmed', {
			reason: 'mailbox full',
			declineReason: 'Wrong price',
		});
		expect(item.event).not.toHaveProperty('reason');
		expect(item.signer).not.toHaveProperty('declineReason');
	});

	it('marks one reason as unconfirmed when the post has no other', () => {
		const bounced = itemOf(findings({ posted: posted({ reason: 'mailbox full' }) }));
		expect(bounced.event).toHaveProperty('unconfirmed', { reason: 'mailbox full' });
		const declined = posted({ record: record({ declineReason: 'Wrong price' }) });
		expect(itemOf(findings({ posted: declined })).event).toHaveProperty('unconfirmed', {
			declineReason: 'Wrong price',
		});
	});

	it("takes the reason of a decline from the service's answer when it has one", () => {
		const read = delivery({ records: [record({ declineReason: 'As the service says' })] });
		const claimed = posted({ record: record({ declineReason: 'As posted' }) });
		const item = itemOf(findings({ delivery: read, posted: claimed }));
		expect(item.signer).toMatchObject({ declineReason: 'As the service says' });
		expect(item.event).not.toHaveProperty('unconfirmed');
	});

	it.each(['certifiedEmail', 'certifiedSms'] as const)(
		'describes the certificate of a %s',
		(resource) => {
			const item = itemOf(
				findings({
					resource,
					posted: posted({ resource }),
					delivery: delivery({
						id: 'e1',
						records: ['d1', 'd2'].map((id) => record({ id, status: 'sent' })),
					}),
				}),
			);
			expect(item).toEqual({
				event: expect.anything(),
				[`${resource}Id`]: 'e1',
				certificateId: 'd1',
				status: 'sent',
				fileName: 'contract.pdf',
				createdAt: '2026-03-01T09:00:00Z',
				certificate: expect.objectContaining({ certificateId: 'd1', ...ADA }),
				data: { crm_id: '7' },
			});
		},
	);

	it('holds the raw body, missing files and warnings only when there are any', () => {
		const files = deliveryFiles('signature', delivery(), () => ['signed']);
		const missing = files.slice(0, 1).map((file) => ({ file, reason: 'x' }));
		const full = itemOf(findings({ rawBody: 'a=b', missing, warnings: ['w'] }));
		expect(full.event).toMatchObject({ rawBody: 'a=b', warnings: ['w'] });
		expect(full.filesMissing).toEqual([
			expect.objectContaining({ field: 'signed_1', documentId: 'd1', reason: 'x' }),
		]);
		const empty = itemOf(findings({ delivery: undefined, missing: [], warnings: [] }));
		const always = ['event', 'signatureId', 'documentId', 'fileName', 'signer'];
		expect(Object.keys(empty)).toEqual(always);
		expect(Object.keys(empty.event as object)).toEqual(['type', 'createdAt']);
	});

	it.each([
		['the end of a request', end, ['outcome'], 'signers'],
		['an event of a document', happening, ['documentId', 'status'], 'signer'],
	])(
		'has what the next node needs of %s at the top, and long lists at the end',
		(_, happening, first, last) => {
			expect(Object.keys(itemOf(findings({ happening, warnings: ['w'] })))).toEqual([
				...['event', 'signatureId', ...first, 'fileName', 'createdAt', 'data', last],
			]);
		},
	);
});
