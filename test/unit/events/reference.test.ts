import fc from 'fast-check';
import {
	REFERENCE_KEY,
	referenceIn,
	withReference,
} from '../../../nodes/Signaturit/events/reference';

describe('withReference', () => {
	it('adds the same reference to the events URL and the custom data, and changes nothing else', () => {
		const fields = {
			name: 'Contract',
			data: { crm_id: '7' },
			events_url: 'https://n8n.example.com/webhook/1/events.json?a=b',
		};
		const marked = withReference(fields);
		const url = new URL(String(marked.events_url));
		const reference = referenceIn(Object.fromEntries(url.searchParams));
		expect(reference).toMatch(/^[\da-f-]{36}$/);
		expect(url.pathname).toBe('/webhook/1/events.json');
		expect(url.searchParams.get('a')).toBe('b');
		expect(marked).toEqual({
			name: 'Contract',
			data: { crm_id: '7', [REFERENCE_KEY]: reference },
			events_url: url.href,
		});
	});

	it('adds a different reference each time', () => {
		const fields = { events_url: 'https://n8n.example.com/events.json' };
		expect(withReference(fields).events_url).not.toBe(withReference(fields).events_url);
	});

	it('changes nothing when there is no events URL', () => {
		expect(withReference({ name: 'Contract' })).toEqual({ name: 'Contract' });
	});
});

describe('referenceIn', () => {
	it('returns undefined for a query without a reference that withReference has made', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				expect(referenceIn({ reference: value })).toBeUndefined();
				expect(referenceIn(value)).toBeUndefined();
			}),
		);
	});
});
