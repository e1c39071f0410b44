import {
	outcomeJson,
	outcomeOf,
	signersOf,
} from '../../../../nodes/Signaturit/actions/waiting/outcome';
import { deliverySchema } from '../../../../nodes/Signaturit/transport/shapes';

const ada = { email: 'ada@example.com', name: 'Ada' };
const ben = { email: 'ben@example.com', name: 'Ben' };

const request = (documents: object[], data: object[] = [], top = {}) =>
	deliverySchema.parse({
		...top,
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

describe('the signers of a request', () => {
	it('are people, each with the status of all of their documents', () => {
		const documents = [
			{ ...ada, status: 'completed' },
			{ ...ben, status: 'completed' },
			{ ...ada, status: 'completed' },
			{ ...ben, status: 'declined', decline_reason: 'The salary' },
		];
		expect(signersOf(request(documents))).toEqual([
			{ ...ada, status: 'completed', declineReason: undefined },
			{ ...ben, status: 'declined', declined: true, declineReason: 'The salary' },
		]);
	});

	const event = { events: [{ type: 'document_declined' }] };
	it.each<[string, object, object, boolean[]]>([
		['by the event', {}, event, [false, true]],
		['by the reason', {}, { decline_reason: 'The salary' }, [false, true]],
		['by the address', { decliner_email: ben.email }, {}, [false, true]],
		['by the address rather than by events', { decliner_email: ada.email }, event, [true, false]],
		['by nothing', {}, {}, [false, false]],
	])('are all declined, and the one who has declined is known %s', (_, top, own, declined) => {
		const documents = [
			{ ...ada, status: 'declined' },
			{ ...ben, status: 'declined', ...own },
		];
		const signers = signersOf(request(documents, [], top));
		expect(signers.map(({ status }) => status)).toEqual(['declined', 'declined']);
		expect(signers.map((signer) => signer.declined === true)).toEqual(declined);
	});

	it('were declined by the only one whose document is declined', () => {
		const documents = [
			{ ...ada, status: 'completed' },
			{ ...ben, status: 'declined' },
		];
		expect(signersOf(request(documents))[1]).toHaveProperty('declined', true);
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
			signature: { id: 'r1', createdAt: '2026-03-01T10:00:00+0000' },
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
