import fc from 'fast-check';
import {
	addressWithReference,
	derivedReference,
	isIssued,
	isOurKey,
	newReference,
	newSecret,
	workflowOrigin,
	REFERENCE_KEY,
	referenceIn,
	signedReference,
	userData,
	userReferenceIn,
	waitsValueOf,
	withMark,
} from '../../../nodes/Signaturit/events/tracking';
import { marks, normalizedIn } from '../normalized';
import type { Call } from '../../../nodes/Signaturit/transport/call';

const ADDRESS = 'https://n8n.example.com/webhook/1/events.json?a=b';
const SECRET = 'a secret of a trigger';
const REFERENCE = '7a0c4c1e-0000-4000-8000-000000000000';

describe('a reference', () => {
	it.each([undefined, SECRET])('can be read from its address (secret: %s)', (secret) => {
		const reference = signedReference(newReference(), secret);
		const url = new URL(addressWithReference(ADDRESS, reference));
		expect(referenceIn(Object.fromEntries(url.searchParams))).toBe(reference);
		expect(url.href).toBe(`${ADDRESS}&reference=${reference}`);
	});

	it('stands in the parameter reference and the key n8n_reference, which older requests have too', () => {
		expect(new URL(addressWithReference(ADDRESS, 'x')).searchParams.get('reference')).toBe('x');
		expect(REFERENCE_KEY).toBe('n8n_reference');
	});

	it('is another one each time and fits into the custom data of a request', () => {
		const references = Array.from({ length: 100 }, () => signedReference(newReference(), SECRET));
		expect(new Set(references).size).toBe(100);
		for (const reference of references) expect(reference.length).toBeLessThanOrEqual(64);
	});

	it('is known as issued by the secret it was signed with, and by no other', () => {
		const reference = signedReference(newReference(), SECRET);
		expect(isIssued(reference, SECRET)).toBe(true);
		expect(isIssued(reference, 'another secret')).toBe(false);
		expect(isIssued(newReference(), SECRET)).toBe(false);
	});

	it('is not known as issued when any character is changed, added or left out', () => {
		const reference = signedReference(newReference(), SECRET);
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

describe('the reference that is derived of a place', () => {
	const text = fc.string();

	it('is always the same for a root and a place, and looks like a UUID', () => {
		fc.assert(
			fc.property(text, text, (root, place) => {
				const reference = derivedReference(root, place);
				expect(reference).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
				expect(derivedReference(root, place)).toBe(reference);
				expect(referenceIn({ reference })).toBe(reference);
			}),
		);
	});

	it('is another one for another root or place', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.uuid(), text, (root, other, place) => {
				fc.pre(root !== other);
				const references = [
					[root, place],
					[other, place],
					[root, `${place} 1`],
				].map(([drawn = '', at = '']) => derivedReference(drawn, at));
				expect(new Set(references).size).toBe(3);
			}),
		);
	});
});

describe('the reference of a request that is signed for a trigger', () => {
	/** By openssl: the first 22 characters of the HMAC-SHA256 of the UUID, in base64url. */
	const SIGNED = `${REFERENCE}.HVwunXmqcxNGbbAJFoIytj`;

	it.each([
		['is signed', REFERENCE, SECRET, SIGNED],
		['stays the same when it is signed already', SIGNED, SECRET, SIGNED],
		['is signed anew when another trigger has signed it', `${REFERENCE}.x`, SECRET, SIGNED],
		['loses its signature when the trigger has no secret', SIGNED, undefined, REFERENCE],
	])('%s', (_, reference, secret, expected) => {
		expect(signedReference(reference, secret)).toBe(expected);
	});
});

describe('what a workflow sends', () => {
	const origin = (id?: string, instance = 'i1', rest = 'https://n8n.example.com/rest') =>
		workflowOrigin({
			n8n: {
				getWorkflow: () => ({ id, name: '', active: true }),
				getInstanceId: () => instance,
				getRestApiUrl: () => rest,
			},
		} as unknown as Call);

	it('has the mark by which what was sent earlier is found, and the address of n8n', () => {
		// By sha256sum: ["w1","i1"] and https://n8n.example.com/rest
		expect(origin('w1')).toEqual({
			mark: 'ac86ccfad11052caeb621cc7bf6c0e9d',
			address: '3a942bc2e034bfbb73e14f8c73cd96a0',
		});
	});

	it('has another mark in another workflow or n8n, the same at another address, and none before n8n has stored it', () => {
		const mark = origin('w1')?.mark;
		expect(origin('w2')?.mark).not.toBe(mark);
		expect(origin('w1', 'i2')?.mark).not.toBe(mark);
		const moved = origin('w1', 'i1', 'https://elsewhere/rest');
		expect(moved?.mark).toBe(mark);
		expect(moved?.address).not.toBe(origin('w1')?.address);
		expect(origin()).toBeUndefined();
		expect(origin('')).toBeUndefined();
	});

	it('is what carries the mark, and no other address', () => {
		const ours = { mark: 'm', address: 'a' };
		const [own, here, copy, strange, none] = [
			{ id: 's1', data: { n8n_trigger: 'm' } },
			{ id: 's2', data: { n8n_trigger: 'm', n8n_address: 'a' } },
			{ id: 's3', data: { n8n_trigger: 'm', n8n_address: 'b' } },
			{ id: 's4', data: { n8n_trigger: 'x', n8n_address: 'a' } },
			{ id: 's5', data: {} },
		] as const;
		expect(withMark([own, here, copy, strange, none], ours)).toEqual([own, here]);
	});
});

describe('the value by which a trigger leaves requests to executions of its workflow', () => {
	it('is the same for the same workflow, and no other', () => {
		// By sha256sum: waits w1
		expect(waitsValueOf('w1')).toBe('8957af021a6f85f0518696958417e70f');
		expect(waitsValueOf('w2')).not.toBe(waitsValueOf('w1'));
	});
});

describe('the custom data of a request', () => {
	it('is for the user without what the nodes have put there', () => {
		const ours = {
			n8n_reference: 'a',
			n8n_trigger: 'b',
			n8n_address: 'f',
			n8n_own_reference: 'c',
			n8n_contents: 'd',
			n8n_call: 'f',
			n8n_waits: 'e',
		};
		expect(userData({ crm_id: '7', ...ours, n8n_else: 8 })).toEqual({ crm_id: '7', n8n_else: 8 });
	});

	it('has a key of the nodes whatever stands around it, of which only the beginning is normalized', () => {
		const key = `${' ['.repeat(5_000)}n8n_${marks}`;
		expect(isOurKey(key)).toBe(true);
		expect(normalizedIn(() => isOurKey(key))).toBeLessThanOrEqual(1_000);
	});

	it.each([
		[{ n8n_own_reference: 'order 7' }, 'order 7'],
		[{ n8n_own_reference: 7 }, '7'],
		[{ n8n_reference: '7a0c4c1e' }, undefined],
	])('%j has the reference %j of the user', (data, expected) => {
		expect(userReferenceIn(data)).toBe(expected);
	});
});

describe('a secret', () => {
	it('has 43 characters that may stand in an address, and is another one each time', () => {
		const secrets = [newSecret(), newSecret()];
		for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
		expect(new Set(secrets).size).toBe(2);
	});
});

describe('referenceIn', () => {
	it.each([undefined, {}])('returns undefined for the query %j', (query) => {
		expect(referenceIn(query)).toBeUndefined();
	});

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
