import fc from 'fast-check';
import {
	addressWithReference,
	isIssued,
	newReference,
	REFERENCE_KEY,
	referenceIn,
} from '../../../nodes/Signaturit/events/tracking';

const ADDRESS = 'https://n8n.example.com/webhook/1/events.json?a=b';
const SECRET = 'a secret of a trigger';

describe('a reference', () => {
	it.each([undefined, SECRET])('can be read from its address (secret: %s)', (secret) => {
		const reference = newReference(secret);
		const url = new URL(addressWithReference(ADDRESS, reference));
		expect(referenceIn(Object.fromEntries(url.searchParams))).toBe(reference);
		expect(url.href).toBe(`${ADDRESS}&reference=${reference}`);
	});

	it('stands in the parameter reference and the key n8n_reference, which older requests have too', () => {
		expect(new URL(addressWithReference(ADDRESS, 'x')).searchParams.get('reference')).toBe('x');
		expect(REFERENCE_KEY).toBe('n8n_reference');
	});

	it('is another one each time and fits into the custom data of a request', () => {
		const references = Array.from({ length: 100 }, () => newReference(SECRET));
		expect(new Set(references).size).toBe(100);
		for (const reference of references) expect(reference.length).toBeLessThanOrEqual(64);
	});

	it('is known as issued by the secret it was signed with, and by no other', () => {
		const reference = newReference(SECRET);
		expect(isIssued(reference, SECRET)).toBe(true);
		expect(isIssued(reference, 'another secret')).toBe(false);
		expect(isIssued(newReference(), SECRET)).toBe(false);
	});

	it('is not known as issued when any character is changed, added or left out', () => {
		const reference = newReference(SECRET);
		fc.assert(
			fc.property(
				fc.nat({ max: reference.length - 1 }),
				fc.constantFrom('', 'x', '.', 'ä', '\0'),
				fc.nat({ max: 1 }),
				(at, text, kept) => {
					const changed = reference.slice(0, at) + text + reference.slice(at + 1 - kept);
					expect(isIssued(changed, SECRET)).toBe(changed === reference);
				},
			),
		);
	});
});

describe('referenceIn', () => {
	const REFERENCE = '7a0c4c1e-0000-4000-8000-000000000000';

	it('reads the parameter reference of the query', () => {
		expect(referenceIn({ reference: REFERENCE, other: 'x' })).toBe(REFERENCE);
	});

	it.each([
		`${REFERENCE}.`,
		`${REFERENCE}.${'x'.repeat(21)}`,
		`${REFERENCE}.${'x'.repeat(23)}`,
		`${REFERENCE}.${'x'.repeat(22)}.x`,
		`x${REFERENCE}`,
		`${REFERENCE}x`,
		REFERENCE.toUpperCase(),
		REFERENCE.slice(1),
		[REFERENCE],
	])('returns undefined for the reference %j', (reference) => {
		expect(referenceIn({ reference })).toBeUndefined();
	});

	it('returns undefined for a query without a reference that newReference has made', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				expect(referenceIn({ reference: value })).toBeUndefined();
				expect(referenceIn(value)).toBeUndefined();
			}),
		);
	});
});
