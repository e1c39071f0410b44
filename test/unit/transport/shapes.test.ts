import { z } from 'zod';
import {
	countSchema,
	deliverySchema,
	eventHookPageSchema,
	eventHookSchema,
	oneOrList,
	recordSchema,
	storedDataSchema,
	subscriptionSchema,
	templateSchema,
	withRecordList,
} from '../../../nodes/Signaturit/transport/shapes';

const document = {
	id: 'd1',
	created_at: '2026-03-01T10:00:00+0000',
	email: 'ada@example.com',
	name: 'Ada',
	status: 'ready',
	file: { name: 'contract.pdf', pages: 3, size: 41_230 },
	events: [{ type: 'document_opened', created_at: '2026-03-01T10:00:02+0000' }],
};

describe('oneOrList', () => {
	const schema = oneOrList(z.object({ id: z.string() }));

	it('reads a list and a single object as a list', () => {
		expect(schema.parse([{ id: 'a' }, { id: 'b' }])).toEqual([{ id: 'a' }, { id: 'b' }]);
		expect(schema.parse({ id: 'a' })).toEqual([{ id: 'a' }]);
		expect(schema.parse([])).toEqual([]);
	});

	it.each([undefined, null, 'a', [{ id: 1 }], {}])('rejects %j', (value) => {
		expect(schema.safeParse(value).success).toBe(false);
	});
});

describe('withRecordList', () => {
	it.each(['documents', 'certificates'])('makes a list of a single object in %s', (key) => {
		expect(withRecordList({ id: 's', [key]: { id: 'a' } })).toEqual({
			id: 's',
			[key]: [{ id: 'a' }],
		});
	});

	it.each([
		{ id: 's', documents: [{ id: 'a' }, { id: 'b' }] },
		{ id: 's', certificates: [] },
		{ id: 's' },
	])('leaves %j as it is', (answer) => {
		expect(withRecordList(answer)).toEqual(answer);
		expect(Object.keys(withRecordList(answer))).toEqual(Object.keys(answer));
	});
});

describe('storedDataSchema', () => {
	it('reads pairs as an object, with values of any type', () => {
		const pairs = [
			{ key: 'crm_id', value: '7' },
			{ key: 'count', value: 7 },
		];
		expect(storedDataSchema.parse(pairs)).toEqual({ crm_id: '7', count: 7 });
	});

	it('drops keys that reach for a prototype', () => {
		const data = storedDataSchema.parse([
			{ key: '__proto__', value: { polluted: true } },
			{ key: 'constructor', value: 'x' },
			{ key: 'kept', value: 'y' },
		]);
		expect(Object.keys(data)).toEqual(['kept']);
	});

	it.each([undefined, null, {}, 'a=b', [{ value: 'x' }]])('reads %j as no data', (value) => {
		expect(storedDataSchema.parse(value)).toStrictEqual({});
	});
});

describe('recordSchema', () => {
	it('reads a document with its file and history', () => {
		expect(recordSchema.parse(document)).toEqual({
			id: 'd1',
			createdAt: '2026-03-01T10:00:00+0000',
			email: 'ada@example.com',
			name: 'Ada',
			status: 'ready',
			file: { name: 'contract.pdf', pages: 3, size: 41_230 },
			events: [{ type: 'document_opened', createdAt: '2026-03-01T10:00:02+0000' }],
		});
	});

	it('reads numbers that a form post carries as text', () => {
		const file = { name: 'a.pdf', pages: '3', size: '007' };
		expect(recordSchema.parse({ ...document, file }).file).toEqual({
			name: 'a.pdf',
			pages: 3,
			size: 7,
		});
	});

	it('reads the id of the request and the reason of a decline from a post', () => {
		const posted = { ...document, signature: { id: 's1' }, decline_reason: 'No' };
		expect(recordSchema.parse(posted)).toMatchObject({ deliveryId: 's1', declineReason: 'No' });
	});

	it('reads a certificate with its phone and attachments', () => {
		const certificate = { id: 'c1', phone: '34600000000', attachments: [{ name: 'a.pdf' }] };
		expect(recordSchema.parse(certificate)).toEqual({
			...certificate,
			events: [],
		});
	});

	it('reads null like a missing property', () => {
		const { id, ...rest } = document;
		const empty = Object.fromEntries(Object.keys(rest).map((key) => [key, null]));
		expect(recordSchema.parse({ id, ...empty })).toEqual({ id, events: [] });
	});

	it.each([
		['no id', { id: undefined }],
		['an empty id', { id: '' }],
		['a name that is not text', { name: 7 }],
		['an event without a type', { events: [{ created_at: 'x' }] }],
		['an event with an empty type', { events: [{ type: '' }] }],
		['a history that is not a list', { events: { length: 1 } }],
		['pages that are not a number', { file: { pages: '3a' } }],
		['pages with a sign', { file: { pages: '-3' } }],
		['a request without an id', { signature: {} }],
	])('rejects a record with %s', (_, change) => {
		expect(recordSchema.safeParse({ ...document, ...change }).success).toBe(false);
	});

	it('accepts a history of 2,000 entries', () => {
		const events = Array(2_000).fill({ type: 'x' });
		expect(recordSchema.parse({ ...document, events }).events).toHaveLength(2_000);
	});

	it('rejects a longer history without reading an entry', () => {
		let read = 0;
		const events = Array.from({ length: 2_001 }, () => ({
			get type() {
				read++;
				return 'x';
			},
		}));
		expect(recordSchema.safeParse({ ...document, events }).success).toBe(false);
		expect(read).toBe(0);
	});
});

describe('deliverySchema', () => {
	it('reads a signature request', () => {
		const answer = {
			id: 's1',
			created_at: '2026-03-01T10:00:00+0000',
			data: [{ key: 'crm_id', value: '7' }],
			documents: [document],
		};
		expect(deliverySchema.parse(answer)).toEqual({
			id: 's1',
			createdAt: '2026-03-01T10:00:00+0000',
			data: { crm_id: '7' },
			records: [recordSchema.parse(document)],
		});
	});

	it('reads a certified email with a single certificate', () => {
		const { id, records } = deliverySchema.parse({ id: 'e1', certificates: { id: 'c1' } });
		expect([id, records]).toEqual(['e1', [{ id: 'c1', events: [] }]]);
	});

	it('reads a delivery without documents and certificates', () => {
		expect(deliverySchema.parse({ id: 's1' })).toEqual({ id: 's1', data: {}, records: [] });
	});

	it.each([{}, { id: '' }, { id: 's1', documents: [{}] }, [], null])('rejects %j', (answer) => {
		expect(deliverySchema.safeParse(answer).success).toBe(false);
	});
});

describe('the shapes of lists', () => {
	it('read a page of event hooks and its total', () => {
		const page = { web_hooks: [{ id: 'h1' }], total: 7 };
		expect(eventHookPageSchema.parse(page)).toEqual({ entries: [{ id: 'h1' }], total: 7 });
	});

	it.each([{}, [], { total: 0 }, { web_hooks: {}, total: 0 }])(
		'reject the page of event hooks %j',
		(page) => {
			expect(eventHookPageSchema.safeParse(page).success).toBe(false);
		},
	);

	it.each(['3', null, -1, 1.5])('reject the number %j as a total and as a count', (number) => {
		const page = { web_hooks: [], total: number };
		expect(eventHookPageSchema.safeParse(page).success).toBe(false);
		expect(countSchema.safeParse({ count: number }).success).toBe(false);
	});

	it('read an event hook', () => {
		const hook = { id: 'h1', event_type: 'email_opened', status_code: 200, created_at: 'x' };
		expect(eventHookSchema.parse(hook)).toEqual(hook);
		expect(eventHookSchema.parse({ id: 'h1', status_code: null })).toEqual({ id: 'h1' });
		expect(eventHookSchema.safeParse({ id: 'h1', status_code: '200' }).success).toBe(false);
		expect(eventHookSchema.safeParse({ id: '' }).success).toBe(false);
	});

	it('read a template, a subscription and a count', () => {
		expect(templateSchema.parse({ id: 't1', name: null })).toEqual({ id: 't1' });
		expect(templateSchema.parse({ id: 't1', name: '#NDA' })).toEqual({ id: 't1', name: '#NDA' });
		expect(templateSchema.safeParse({ name: '#NDA' }).success).toBe(false);
		expect(subscriptionSchema.parse({ id: 'u1' })).toEqual({ id: 'u1', url: '', events: [] });
		expect(subscriptionSchema.parse({ id: 'u1', url: 'x', events: ['*'] })).toEqual({
			id: 'u1',
			url: 'x',
			events: ['*'],
		});
		expect(subscriptionSchema.safeParse({ url: 'x' }).success).toBe(false);
		expect(countSchema.parse({ count: 3 })).toEqual({ count: 3 });
	});
});
