import {
	certificateLabel,
	certifiedLabel,
	documentLabel,
	requestLabel,
	timeLabel,
} from '../../../nodes/Signaturit/methods/listSearch';
import { deliverySchema, recordSchema } from '../../../nodes/Signaturit/transport/shapes';
import { ADA, BEN } from '../../people';

const ada = { ...ADA, id: 'd1' };
const ben = { email: BEN.email, id: 'd2' };
const file = { name: 'contract.pdf', pages: 1 };
const created_at = '2026-03-01T10:05:09+0000';
const MADRID = 'Europe/Madrid';

it('a signature request is shown by local time, signers, file and status in plain words', () => {
	const documents = [
		{ ...ada, file, status: 'completed' },
		{ ...ben, file, status: 'in_queue' },
	];
	expect(requestLabel(deliverySchema.parse({ id: 'r', created_at, documents }), MADRID)).toBe(
		'1 Mar 2026, 11:05 – Ada Lovelace, ben@example.com – contract.pdf – In Queue',
	);
});

it('a certified email is shown by reference, time, recipients and status', () => {
	const email = {
		id: 'e',
		created_at,
		data: [{ key: 'n8n_own_reference', value: 'notice-7' }],
		certificates: [{ ...ada, status: 'sent' }],
	};
	expect(certifiedLabel(deliverySchema.parse(email), 'UTC')).toBe(
		'notice-7 – 1 Mar 2026, 10:05 – Ada Lovelace – Sent',
	);
});

it('a document is shown by signer, file and status, a certificate by recipient and status', () => {
	const record = recordSchema.parse({ ...ben, file, status: 'ready' });
	expect(documentLabel(record)).toBe('ben@example.com – contract.pdf – Ready');
	expect(certificateLabel(record)).toBe('ben@example.com – Ready');
});

it.each([
	[created_at, 'Not/AZone', '1 Mar 2026, 10:05'],
	['soon', MADRID, 'soon'],
	[undefined, MADRID, undefined],
])('the time %s in %s is shown as %s', (timestamp, timeZone, label) => {
	expect(timeLabel(timestamp, timeZone)).toBe(label);
});
