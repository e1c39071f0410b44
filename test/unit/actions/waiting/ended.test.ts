import { endedRequests } from '../../../../nodes/Signaturit/actions/waiting/ended';
import { deliverySchema } from '../../../../nodes/Signaturit/transport/shapes';

const event = (type: string) => ({ type, created_at: '2026-03-01T10:00:00+0000' });
const documentOf = (id: string, ...types: string[]) => ({
	id,
	status: 'completed',
	events: types.map(event),
});

const endsWith = (...documents: object[]) => {
	const delivery = deliverySchema.parse({ id: 's', documents });
	const [ended] = endedRequests(
		{
			items: [
				{
					id: 's',
					reused: false,
					account: '',
					kinds: ['attachments', 'auditTrail'],
					stopsAtBounce: true,
				},
			],
		},
		{ states: new Map([['s', delivery]]), unread: new Map() },
	);
	return ended !== undefined;
};

describe('a completed request whose files are wanted', () => {
	it('does not wait for attachments, which not every signer has', () => {
		expect(endsWith(documentOf('a', 'file_added', 'audit_trail_completed'))).toBe(true);
		expect(endsWith(documentOf('b', 'audit_trail_completed'))).toBe(true);
	});

	it('waits for the audit trail of each document', () => {
		const done = documentOf('a', 'file_added', 'audit_trail_completed');
		expect(endsWith(done, documentOf('b', 'file_added'))).toBe(false);
	});
});
