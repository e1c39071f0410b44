import fc from 'fast-check';
import { typesEnding } from '../../../nodes/Signaturit/events/catalogue';
import {
	certifiedStatus,
	datedOutcome,
	instant,
	outcomeOf,
	requestStatus,
	signersOf,
	stateOf,
} from '../../../nodes/Signaturit/events/state';
import { deliverySchema, type TrackedRecord } from '../../../nodes/Signaturit/transport/shapes';
import { ADA, BEN } from '../../people';
import { at, document as withHistory, event } from '../trigger/histories';

const document = (status: string | undefined, ...types: string[]): TrackedRecord =>
	({ id: 'd', status, events: types.map((type) => ({ type })) }) as TrackedRecord;

describe('stateOf', () => {
	it.each([
		[['completed', 'completed'], 'completed', 'completed'],
		[['completed', 'ready'], 'ready', undefined],
		[['completed', 'in_queue'], 'in_queue', undefined],
		[['completed', 'signing'], 'signing', undefined],
		[['signing', 'ready'], 'ready', undefined],
		[['completed', 'signing', 'ready'], 'ready', undefined],
		[['completed', 'in_queue', 'signing'], 'signing', undefined],
		[['in_queue', 'ready'], 'ready', undefined],
		[['declined', 'completed'], 'declined', 'declined'],
		[['ready', 'declined', 'canceled'], 'declined', 'declined'],
		[['canceled', 'ready'], 'canceled', 'canceled'],
		[['ready', 'expired', 'canceled'], 'canceled', 'canceled'],
		[['completed', 'expired'], 'expired', 'expired'],
		[['error', 'completed'], 'error', 'failed'],
		[['error', 'expired'], 'expired', 'expired'],
		[['framed'], 'framed', undefined],
		[['completed', 'framed'], 'framed', undefined],
		[['framed', 'ready'], 'ready', undefined],
		[['framed', 'in_queue'], 'in_queue', undefined],
		[['failed'], 'failed', undefined],
		[['constructor'], 'constructor', undefined],
		[['completed', undefined], undefined, undefined],
		[[], undefined, undefined],
	])(
		'for documents that are %j returns the status %s and the outcome %s',
		(statuses, status, outcome) => {
			const documents = statuses.map((each) => document(each));
			expect(stateOf(documents)).toEqual({ status, outcome });
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
		const later = [event('document_expired', 1), event('expiration_extended', 2)];
		expect(stateOf([withHistory('d', later)]).outcome).toBeUndefined();
		expect(stateOf([withHistory('d', [...later].reverse())]).outcome).toBeUndefined();
	});

	it('returns the outcome expired when the request has expired, also again, whatever its status', () => {
		const expired = [event('document_expired', 1)];
		expect(stateOf([withHistory('d', expired)]).outcome).toBe('expired');
		const again = [...expired, event('expiration_extended', 2), event('document_expired', 3)];
		expect(stateOf([withHistory('d', again)]).outcome).toBe('expired');
	});

	it.each(['error', 'document_error'])('returns the outcome failed after the event %s', (type) => {
		expect(stateOf([document('ready', type), document('ready')]).outcome).toBe('failed');
	});

	it('returns the outcome completed only when every document is completed', () => {
		const status = fc.constantFrom(
			'in_queue',
			'ready',
			'signing',
			'completed',
			'declined',
			'expired',
			'canceled',
			'error',
		);
		fc.assert(
			fc.property(fc.array(status, { minLength: 1 }), (statuses) => {
				const state = stateOf(statuses.map((each) => document(each)));
				const isWhole = statuses.every((each) => each === 'completed');
				expect(state.outcome === 'completed').toBe(isWhole);
				expect(state.status === 'completed').toBe(isWhole);
			}),
		);
	});
});

describe('datedOutcome', () => {
	const dated = (...documents: TrackedRecord[]) => datedOutcome(documents);

	it('is the last completion', () => {
		const first = withHistory('d1', [event('document_completed', 5)], 'completed');
		const second = withHistory('d2', [event('document_completed', 3)], 'completed');
		const expected = { outcome: 'completed', recordId: 'd1', createdAt: at(5) };
		expect(dated(first, second)).toEqual(expected);
		expect(dated(second, first)).toEqual(expected);
		expect(dated(first, withHistory('d3', [], 'ready'))).toBeUndefined();
	});

	it('is the last of three completions, whatever came after it', () => {
		const documents = [2, 9, 4].map((seconds, index) =>
			withHistory(
				`d${index + 1}`,
				[event('document_completed', seconds), event('audit_trail_completed', 20 - seconds)],
				'completed',
			),
		);
		expect(dated(...documents)).toEqual({
			outcome: 'completed',
			recordId: 'd2',
			createdAt: at(9),
		});
		expect(dated(documents[0] as TrackedRecord)).toMatchObject({
			recordId: 'd1',
			createdAt: at(2),
		});
	});

	it('is the first event by which the service says that it failed, not the last of all', () => {
		const failed = withHistory('d1', [event('document_error', 2), event('email_opened', 5)]);
		const later = withHistory('d2', [event('error', 4)]);
		expect(dated(later, failed)).toEqual({ outcome: 'failed', recordId: 'd1', createdAt: at(2) });
	});

	it.each(['declined', 'canceled', 'expired'])('is the first event that it was %s', (outcome) => {
		const documents = [4, 2, 6].map((seconds, index) =>
			withHistory(`d${index}`, [event(`document_${outcome}`, seconds)], outcome),
		);
		expect(dated(...documents)).toEqual({ outcome, recordId: 'd1', createdAt: at(2) });
	});

	it('is the last event of all when the history does not tell which brought it', () => {
		const failed = withHistory('d1', [event('email_bounced', 4)], 'error');
		const other = withHistory('d2', [event('email_delivered', 3)]);
		expect(dated(failed, other)).toEqual({ outcome: 'failed', recordId: 'd1', createdAt: at(4) });
		const third = withHistory('d3', [event('email_delivered', 8), event('email_opened', 9)]);
		expect(dated(third, failed, other)).toMatchObject({ recordId: 'd3', createdAt: at(9) });
		expect(dated(failed)).toMatchObject({ recordId: 'd1', createdAt: at(4) });
	});

	it('is a document without any history, the same in every order', () => {
		const documents = ['d1', 'd2'].map((id) => withHistory(id, [], 'completed'));
		const expected = { outcome: 'completed', recordId: 'd2', createdAt: at(0) };
		expect(dated(...documents)).toEqual(expected);
		expect(dated(...documents.reverse())).toEqual(expected);
		const third = withHistory('d3', [], 'completed');
		expect(dated(third, ...documents)).toMatchObject({ recordId: 'd3' });
		expect(dated(third)).toMatchObject({ recordId: 'd3' });
	});

	it('is of the document with the highest id when several were completed in one second', () => {
		const documents = ['d2', 'd1'].map((id) =>
			withHistory(id, [event('document_completed', 5)], 'completed'),
		);
		expect(dated(...documents)?.recordId).toBe('d2');
		expect(dated(...documents.reverse())?.recordId).toBe('d2');
	});
});

describe('the outcome that a request is waited for', () => {
	it.each([
		[['completed', 'completed'], 'completed'],
		[['signing', 'completed'], undefined],
	])('with documents that are %j is %s', (statuses, outcome) => {
		expect(outcomeOf(statuses.map((status) => document(status)))).toBe(outcome);
	});

	it('is open when a mail came back: the signer can be changed', () => {
		const bounced = document('error', 'email_bounced');
		expect(outcomeOf([bounced, document('completed')])).toBeUndefined();
	});

	it.each([
		['the mail for another document came back', document('ready', 'email_bounced'), 'failed'],
		['a mail was delivered', document('ready', 'email_delivered'), 'failed'],
	])('is failed when a document failed and %s', (_, other, outcome) => {
		const failed = document('error', 'email_delivered');
		expect(outcomeOf([failed, other])).toBe(outcome);
	});

	it('is declined when a mail came back and another signer has declined', () => {
		const bounced = document('error', 'email_bounced');
		expect(outcomeOf([bounced, document('declined', 'document_declined')])).toBe('declined');
	});

	it('is that of the history, which may be ahead of the status', () => {
		expect(outcomeOf([document('ready', 'document_expired')])).toBe('expired');
	});
});

describe('requestStatus', () => {
	it('does not depend on the order of the documents', () => {
		const known = [
			'completed',
			'ready',
			'signing',
			'in_queue',
			'declined',
			'expired',
			'canceled',
			'error',
		];
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
		[['in_queue', 'error'], 'error'],
		[['framed', 'in_queue'], 'in_queue'],
		[['framed', 'error'], 'error'],
		[['sent', 'framed'], 'framed'],
		[[], undefined],
	])('of %j is %s', (statuses, expected) => {
		expect(certifiedStatus(statuses)).toBe(expected);
	});
});

describe('the types of the events that end a request', () => {
	it.each([
		['completed', ['document_completed']],
		['declined', ['document_declined']],
		['failed', ['error', 'document_error']],
	] as const)('as %s are %j', (outcome, types) => {
		expect(typesEnding(outcome)).toEqual(types);
	});
});

const request = (documents: object[], top = {}) =>
	deliverySchema.parse({
		...top,
		id: 'r1',
		documents: documents.map((document, index) => ({ id: `d${index}`, events: [], ...document })),
	});

describe('the signers of a request', () => {
	it('are people, each with the status of all of their documents', () => {
		const documents = [
			{ ...ADA, status: 'completed' },
			{ ...BEN, status: 'completed' },
			{ ...ADA, status: 'completed' },
			{ ...BEN, status: 'declined', decline_reason: 'The salary' },
		];
		expect(signersOf(request(documents))).toEqual([
			{ ...ADA, status: 'completed', declineReason: undefined },
			{ ...BEN, status: 'declined', declined: true, declineReason: 'The salary' },
		]);
	});

	const event = { events: [{ type: 'document_declined' }] };
	const other = { events: [{ type: 'document_opened' }] };
	const family = { email: 'family@example.com' };
	const [byAda, byBen, byFamily] = [ADA, BEN, family].map(({ email }) => ({
		decliner_email: email,
	}));
	const unnamed = { email: undefined, phone: '+34600000001' };
	it.each<[string, boolean, { top?: object; ada?: object; ben?: object }]>([
		['by the event', true, { ben: event }],
		['by the reason', true, { ben: { decline_reason: 'The salary' } }],
		['by the address', true, { top: byBen }],
		['by the event rather than by the address', true, { top: byAda, ben: event }],
		['by the event rather than by a reason', true, { ada: { decline_reason: 'His' }, ben: event }],
		['by the event and not by another one', true, { ada: other, ben: event }],
		[
			'by the event if two have one address',
			true,
			{ top: byFamily, ada: family, ben: { ...family, ...event } },
		],
		['not when nothing tells', false, {}],
		['not by an address that two have', false, { top: byFamily, ada: family, ben: family }],
		['not when one has no address and nobody is named', false, { ada: unnamed }],
	])('are all declined, and who has declined is known: %s', (_, isKnown, changes) => {
		const { top, ada, ben } = changes;
		const documents = [
			{ ...ADA, status: 'declined', ...ada },
			{ ...BEN, status: 'declined', ...ben },
		];
		const signers = signersOf(request(documents, top));
		expect(signers.map(({ status }) => status)).toEqual(['declined', 'declined']);
		expect(signers.map(({ declined }) => declined)).toEqual([undefined, isKnown || undefined]);
	});

	it('who got an SMS have their phone, and are two if the phones are two', () => {
		const phones = ['34600000001', '34600000002'];
		const documents = phones.map((phone) => ({ name: ADA.name, phone, status: 'ready' }));
		expect(signersOf(request([...documents, ...documents]))).toMatchObject(
			phones.map((phone) => ({ name: ADA.name, email: undefined, phone, status: 'ready' })),
		);
	});

	it('were declined by the only one whose document is declined', () => {
		const documents = [
			{ ...ADA, status: 'completed' },
			{ ...BEN, status: 'declined' },
		];
		expect(signersOf(request(documents))[1]).toHaveProperty('declined', true);
	});
});

describe('instant', () => {
	it.each([
		['2026-03-01T10:00:05+0000', '2026-03-01T10:00:05Z'],
		['2026-03-01T10:00:05 0000', '2026-03-01T10:00:05Z'],
		['2026-03-01T10:00:05-0530', '2026-03-01T15:30:05Z'],
		['2026-03-01T10:00:05+02:00', '2026-03-01T08:00:05Z'],
		['2026-03-01T10:00:05Z', '2026-03-01T10:00:05Z'],
	])('reads the timestamp %s', (text, same) => {
		expect(instant(text)).toBe(Date.parse(same));
	});

	it('ignores blanks around a timestamp', () => {
		expect(instant(' 2026-03-01T10:00:05+0000 ')).toBe(Date.parse('2026-03-01T10:00:05Z'));
	});

	it.each([undefined, '', 'yesterday', '2026-13-01T10:00:05+0000'])(
		'returns NaN for %j',
		(text) => {
			expect(instant(text)).toBeNaN();
		},
	);
});
