import {
	countSchema,
	deliveriesSchema,
	deliverySchema,
	eventHookPageSchema,
	eventHookSchema,
	eventPostSchema,
	fullTemplateSchema,
	inWords,
	recordSchema,
	smsStatusSchema,
	storedDataSchema,
	subscriptionSchema,
	templateSchema,
	withRecordList,
} from '../../../nodes/Signaturit/transport/shapes';
import { ADA } from '../../people';

const document = {
	id: 'd1',
	created_at: '2026-03-01T10:00:00+0000',
	...ADA,
	status: 'ready',
	file: { name: 'contract.pdf', pages: 3, size: 41_230 },
	events: [{ type: 'document_opened', created_at: '2026-03-01T10:00:02+0000' }],
};

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

	it('leaves out pairs that are odd, and keeps the others', () => {
		const pairs = [null, { key: 7, value: 'x' }, 'x', { key: 'kept', value: 'y' }];
		expect(storedDataSchema.parse(pairs)).toStrictEqual({ kept: 'y' });
	});
});

describe('recordSchema', () => {
	it('reads a document with its file and history', () => {
		expect(recordSchema.parse(document)).toEqual({
			id: 'd1',
			createdAt: '2026-03-01T10:00:00+0000',
			...ADA,
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

	it.each([null, '', [], {}, 7, ['x'], 'x'.repeat(3)])(
		'leaves out what is not as it should be: %j in place of each field but the id',
		(odd) => {
			const texts = ['email', 'phone', 'name', 'status', 'created_at', 'decline_reason'];
			const others = ['file', 'attachments', 'events', 'signature'];
			const names = typeof odd === 'string' && odd ? others : [...texts, ...others];
			const fields = Object.fromEntries(names.map((name) => [name, odd]));
			const { file, attachments, ...read } = recordSchema.parse({ id: 'd1', ...fields });
			expect(read).toEqual({ id: 'd1', events: [] });
			expect(file ?? {}).toEqual({});
			expect(attachments ?? []).toEqual([]);
		},
	);

	it('leaves out odd entries of a history and keeps the others', () => {
		const kept = [{ type: 'x', created_at: 'y' }, { type: 'z' }];
		const odd = [null, 7, [], {}, { type: '' }, { type: {} }, { created_at: 'x' }];
		const events = [...odd, kept[0], ...odd, { ...kept[1], created_at: 7 }];
		expect(recordSchema.parse({ id: 'd1', events }).events).toEqual([
			{ type: 'x', createdAt: 'y' },
			{ type: 'z' },
		]);
	});

	it.each(['3a', '-3', '', null, {}])('leaves out the number of pages %j', (pages) => {
		const file = { name: 'a.pdf', pages, size: 7 };
		expect(recordSchema.parse({ id: 'd1', file }).file).toEqual({ name: 'a.pdf', size: 7 });
	});

	it.each([undefined, null, '', 7, {}, ['d1']])('rejects a record with the id %j', (id) => {
		expect(recordSchema.safeParse({ ...document, id }).success).toBe(false);
	});

	it('reads a history of any length in an answer', () => {
		const events = Array(2_500).fill({ type: 'x' });
		expect(recordSchema.parse({ id: 'd1', events }).events).toHaveLength(2_500);
	});
});

describe('eventPostSchema', () => {
	const post = (events: unknown) => ({
		type: 'x',
		created_at: 'y',
		document: { id: 'd1', events },
	});

	it('reads a history of 2,000 entries', () => {
		const events = Array(2_000).fill({ type: 'x' });
		expect(eventPostSchema.parse(post(events)).document?.events).toHaveLength(2_000);
	});

	it('leaves out a longer history without reading an entry', () => {
		let read = 0;
		const events = Array.from({ length: 2_001 }, () => ({
			get type() {
				read++;
				return 'x';
			},
		}));
		expect(eventPostSchema.parse(post(events)).document).toEqual({ id: 'd1', events: [] });
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

	it.each([
		{},
		{ documents: null },
		{ documents: '', certificates: [] },
		{ documents: [null, {}] },
	])('reads a delivery with %j as one without records', (fields) => {
		const read = deliverySchema.parse({ id: 's1', data: '', created_at: [], ...fields });
		expect(read).toEqual({ id: 's1', data: {}, records: [] });
	});

	it.each([{ documents: [] }, { documents: {} }, { documents: 'none' }])(
		'reads the certificates of a delivery with %j',
		(fields) => {
			const read = deliverySchema.parse({ id: 'e1', certificates: [{ id: 'c1' }], ...fields });
			expect(read.records).toEqual([{ id: 'c1', events: [] }]);
		},
	);

	it.each([{}, { id: '' }, { id: 7 }, [], null])('rejects %j', (answer) => {
		expect(deliverySchema.safeParse(answer).success).toBe(false);
	});

	it('rejects a delivery with a document that has a status but no id', () => {
		const documents = [document, { status: 'ready' }];
		expect(deliverySchema.safeParse({ id: 's1', documents }).success).toBe(false);
	});
});

describe('deliveriesSchema', () => {
	it('leaves out entries that cannot be read', () => {
		const page = [{ id: 's1' }, {}, null, { id: '' }, { id: 's2', documents: [{ name: 'x' }] }];
		expect(deliveriesSchema.parse(page)).toEqual([{ id: 's1', data: {}, records: [] }]);
	});

	it.each([{}, null, 'x'])('rejects %j', (page) => {
		expect(deliveriesSchema.safeParse(page).success).toBe(false);
	});
});

describe('a status in words', () => {
	it.each([
		['in_queue', 'In Queue'],
		['ready', 'Ready'],
	])('is for %s %s', (status, words) => {
		expect(inWords(status)).toBe(words);
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

	it.each([null, 'h1', 7, {}, { id: '' }, { id: 7 }])(
		'reject a page of event hooks with the entry %j',
		(entry) => {
			const page = { web_hooks: [{ id: 'h1' }, entry] };
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

	it('read a template with its widgets, without what is odd in them', () => {
		const widget = {
			key: 'start',
			name: 'Start Date',
			type: 'date',
			required: true,
			default_value: '2026-03-01',
		};
		const odd = { key: 'end', name: '', type: null, required: 1, default_value: 7 };
		const template = { id: 't1', name: '#NDA', widgets: [{ ...widget, page: 1 }, null, odd] };
		expect(fullTemplateSchema.parse(template)).toEqual({
			id: 't1',
			name: '#NDA',
			widgets: [widget, { key: 'end' }],
		});
	});

	it.each([undefined, null, {}, 'x'])('read %j as no widgets of a template', (widgets) => {
		expect(fullTemplateSchema.parse({ id: 't1', widgets })).toEqual({ id: 't1', widgets: [] });
	});

	it('read what became of an SMS', () => {
		expect(smsStatusSchema.parse({ sms_status: 'delivered' })).toEqual({ sms_status: 'delivered' });
		expect(smsStatusSchema.safeParse({}).success).toBe(false);
		expect(smsStatusSchema.safeParse({ sms_status: '' }).success).toBe(false);
	});
});
