import { outcomeJson, outcomeOf } from '../../../../nodes/Signaturit/actions/waiting/outcome';
import { deliverySchema } from '../../../../nodes/Signaturit/transport/shapes';

const ada = { email: 'ada@example.com', name: 'Ada' };

const request = (documents: object[], data: object[] = []) =>
	deliverySchema.parse({
		id: 'r1',
		created_at: '2026-03-01T10:00:00+0000',
		data,
		documents: documents.map((document, index) => ({ id: `d${index}`, events: [], ...document })),
	});

describe('the outcome of a request', () => {
	it.each([
		[['completed', 'completed'], 'completed'],
		[['completed', 'ready'], undefined],
		[['in_queue'], undefined],
		[['signing', 'completed'], undefined],
		[['declined', 'ready'], 'declined'],
		[['completed', 'canceled'], 'canceled'],
		[['expired', 'completed'], 'expired'],
		[['error', 'completed'], 'failed'],
	])('with documents that are %j is %s', (statuses, outcome) => {
		expect(outcomeOf(request(statuses.map((status) => ({ status }))))).toBe(outcome);
	});

	it('is open when a mail came back: the signer can be changed', () => {
		const bounced = { status: 'error', events: [{ type: 'email_bounced' }] };
		expect(outcomeOf(request([bounced, { status: 'completed' }]))).toBeUndefined();
	});
});

describe('the item that goes on', () => {
	it('has the names of the trigger, the own reference, and only the data of the user', () => {
		const data = [
			{ key: 'crm_id', value: '7' },
			{ key: 'n8n_own_reference', value: 'contract-1' },
			{ key: 'n8n_waits', value: 'x' },
			{ key: 'n8n_reference', value: 'y' },
		];
		const delivery = request([{ ...ada, status: 'completed' }], data);
		expect(outcomeJson(delivery, 'completed', true)).toEqual({
			outcome: 'completed',
			signatureId: 'r1',
			documentIds: ['d0'],
			createdAt: '2026-03-01T10:00:00+0000',
			reference: 'contract-1',
			reused: true,
			status: 'completed',
			signed: 1,
			total: 1,
			signers: [{ ...ada, status: 'completed' }],
			documents: [{ id: 'd0', ...ada, status: 'completed', events: [] }],
			data: { crm_id: '7' },
		});
	});

	it('lists the files that are missing', () => {
		const missing = [{ field: 'signed_1', reason: 'No' }];
		expect(
			outcomeJson(request([{ status: 'completed' }]), 'completed', false, missing),
		).toHaveProperty('filesMissing', missing);
	});
});
