import fc from 'fast-check';
import type { TrackedRecord } from '../../../../nodes/Signaturit/transport/shapes';
import { stateOf } from '../../../../nodes/Signaturit/trigger/lookup/state';

const document = (status: string | undefined, ...types: string[]): TrackedRecord =>
	({ id: 'd', status, events: types.map((type) => ({ type })) }) as TrackedRecord;

describe('stateOf', () => {
	it.each([
		[['completed', 'completed'], 'completed', 2, 'completed'],
		[['completed', 'ready'], 'ready', 1, undefined],
		[['completed', 'in_queue'], 'in_queue', 1, undefined],
		[['completed', 'signing'], 'signing', 1, undefined],
		[['signing', 'ready'], 'ready', 0, undefined],
		[['in_queue', 'ready'], 'ready', 0, undefined],
		[['declined', 'completed'], 'declined', 1, 'declined'],
		[['canceled', 'ready'], 'canceled', 0, 'canceled'],
		[['completed', 'expired'], 'expired', 1, 'expired'],
		[['error', 'completed'], 'error', 1, undefined],
		[['framed'], 'framed', 0, undefined],
		[[], undefined, 0, undefined],
	])(
		'for documents that are %j returns the status %s, %d signed and the outcome %s',
		(statuses, status, signed, outcome) => {
			const documents = statuses.map((each) => document(each));
			expect(stateOf(documents)).toEqual({ status, signed, total: statuses.length, outcome });
		},
	);

	it('uses the history of a document when it is ahead of the status', () => {
		const ahead = document('signing', 'document_signed', 'document_completed');
		expect(stateOf([ahead, document('completed')]).outcome).toBe('completed');
	});

	it('trusts a final status more than the history', () => {
		const contradictory = document('completed', 'document_declined');
		expect(stateOf([contradictory]).outcome).toBe('completed');
	});

	it('returns no outcome when the time was extended after the request had expired', () => {
		const extended = document('ready', 'document_expired', 'expiration_extended');
		expect(stateOf([extended]).outcome).toBeUndefined();
	});

	it('returns the outcome completed only when every document is completed', () => {
		const status = fc.constantFrom(
			'in_queue',
			'ready',
			'signing',
			'completed',
			'declined',
			'error',
		);
		fc.assert(
			fc.property(fc.array(status, { minLength: 1 }), (statuses) => {
				const { outcome, signed, total } = stateOf(statuses.map((each) => document(each)));
				expect(outcome === 'completed').toBe(signed === total);
			}),
		);
	});
});
