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

	it('writes it into the parameter reference and the key n8n_reference, which older requests have too', () => {
		const { events_url, data } = withReference({
			events_url: 'https://n8n.example.com/events.json',
		});
		expect(String(events_url)).toMatch(/^https:\/\/n8n\.example\.com\/events\.json\?reference=/);
		expect(Object.keys(data as object)).toEqual(['n8n_reference']);
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
	const REFERENCE = '7a0c4c1e-0000-4000-8000-000000000000';

	it('reads the parameter reference of the query', () => {
		expect(referenceIn({ reference: REFERENCE, other: 'x' })).toBe(REFERENCE);
	});

	it.each([
		`x${REFERENCE}`,
		`${REFERENCE}x`,
		REFERENCE.toUpperCase(),
		REFERENCE.slice(1),
		[REFERENCE],
	])('returns undefined for the reference %j', (reference) => {
		expect(referenceIn({ reference })).toBeUndefined();
	});

	it('returns undefined for a query without a reference that withReference has made', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				expect(referenceIn({ reference: value })).toBeUndefined();
				expect(referenceIn(value)).toBeUndefined();
			}),
		);
	});
});
