import fc from 'fast-check';
import { certifiedStatus, requestStatus } from '../../../nodes/Signaturit/events/status';

describe('requestStatus', () => {
	it.each([
		[['completed', 'completed'], 'completed'],
		[['completed', 'ready'], 'ready'],
		[['completed', 'signing', 'ready'], 'ready'],
		[['completed', 'in_queue', 'signing'], 'signing'],
		[['completed', 'in_queue'], 'in_queue'],
		[['ready', 'declined', 'canceled'], 'declined'],
		[['ready', 'expired', 'canceled'], 'canceled'],
		[['error', 'expired'], 'expired'],
		[['completed', 'error'], 'error'],
		[['completed', 'framed'], 'framed'],
		[['framed', 'ready'], 'ready'],
		[['completed', undefined], undefined],
		[[], undefined],
	])('of %j is %s', (statuses, expected) => {
		expect(requestStatus(statuses)).toBe(expected);
	});

	it('does not depend on the order of the documents', () => {
		const known = ['completed', 'ready', 'signing', 'in_queue', 'declined', 'expired', 'error'];
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...known)), (statuses) => {
				expect(requestStatus([...statuses].reverse())).toBe(requestStatus(statuses));
			}),
		);
	});
});

describe('certifiedStatus', () => {
	it.each([
		[['sent', 'sent'], 'sent'],
		[['sent', 'in_queue'], 'in_queue'],
		[['sent', 'error', 'in_queue'], 'error'],
		[['sent', 'framed'], 'framed'],
		[[], undefined],
	])('of %j is %s', (statuses, expected) => {
		expect(certifiedStatus(statuses)).toBe(expected);
	});
});
