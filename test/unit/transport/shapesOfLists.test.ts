import {
	countSchema,
	eventHookPageSchema,
	eventHookSchema,
	fullTemplateSchema,
	smsStatusSchema,
	subscriptionSchema,
	templateSchema,
} from '../../../nodes/Signaturit/transport/shapes';

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
