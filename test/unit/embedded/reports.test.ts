import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	isValidToken,
	keepSecret,
	reportToken,
	workflowSecret,
} from '../../../nodes/Signaturit/embedded/reports';
import { newSecret } from '../../../nodes/Signaturit/events/tracking';

describe("the workflow's secret", () => {
	it('is created once and then kept, beside other static data', () => {
		const data: IDataObject = { other: 1 };
		expect(workflowSecret(data, 'w1')).toBeUndefined();
		keepSecret(data, 'w1');
		const secret = workflowSecret(data, 'w1');
		expect(secret).toMatch(/^[\w-]{43}$/);
		keepSecret(data, 'w1');
		expect(workflowSecret(data, 'w1')).toBe(secret);
		expect(data.other).toBe(1);
	});

	it('is not used by a copy of the workflow, although the copy has the same static data', () => {
		const data: IDataObject = {};
		keepSecret(data, 'w1');
		const original = workflowSecret(data, 'w1');
		expect(workflowSecret(data, 'copy of w1')).toBeUndefined();
		keepSecret(data, 'copy of w1');
		expect(workflowSecret(data, 'copy of w1')).not.toBe(original);
	});

	it.each([['spoilt'], [{ workflowId: 'w1' }], [{ workflowId: 'w1', secret: '' }], [null]])(
		'is created again when the static data holds %j in its place',
		(spoilt) => {
			const data: IDataObject = { signaturitEmbedded: spoilt };
			expect(workflowSecret(data, 'w1')).toBeUndefined();
			keepSecret(data, 'w1');
			expect(workflowSecret(data, 'w1')).toMatch(/^[\w-]{43}$/);
		},
	);
});

const secret = newSecret();
const now = 1_772_359_205;
// fast-check's own unit of all characters needs a map of them.
const character = fc
	.integer({ min: 0, max: 0x10ffff })
	.filter((point) => point < 0xd800 || point > 0xdfff)
	.map((point) => String.fromCodePoint(point));
const text = fc.oneof(fc.string(), fc.string({ unit: character }));

describe('a report token', () => {
	it('is valid for its own request until it expires', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 1, max: 1e9 }), (signatureId, seconds) => {
				const token = reportToken(secret, signatureId, now + seconds);
				expect(isValidToken(token, { secret, signatureId, now })).toBe(true);
				expect(isValidToken(token, { secret, signatureId, now: now + seconds - 1 })).toBe(true);
				expect(isValidToken(token, { secret, signatureId, now: now + seconds })).toBe(false);
			}),
		);
	});

	it('is invalid for another request and for another secret', () => {
		fc.assert(
			fc.property(text, text, (signatureId, other) => {
				fc.pre(signatureId !== other);
				const token = reportToken(secret, signatureId, now + 60);
				expect(isValidToken(token, { secret, signatureId: other, now })).toBe(false);
				expect(isValidToken(token, { secret: newSecret(), signatureId, now })).toBe(false);
			}),
		);
	});

	it('is invalid with a later expiry or with any character changed', () => {
		const token = reportToken(secret, 's1', now + 60);
		const [expires = '', mark = ''] = token.split('.');
		expect(isValidToken(`${Number(expires) + 1}.${mark}`, { secret, signatureId: 's1', now })).toBe(
			false,
		);
		for (const at of token.slice(0, -1).split('').keys()) {
			const changed = token.slice(0, at) + (token[at] === '1' ? '2' : '1') + token.slice(at + 1);
			expect(isValidToken(changed, { secret, signatureId: 's1', now })).toBe(false);
		}
	});

	it('is invalid when it was written without the secret', () => {
		const written = fc.oneof(
			text,
			fc.tuple(fc.integer(), fc.base64String()).map(([expires, mark]) => `${expires}.${mark}`),
		);
		fc.assert(
			fc.property(written, (token) => {
				expect(isValidToken(token, { secret, signatureId: 's1', now })).toBe(false);
			}),
		);
	});

	it('does not contain the secret, and every new secret is different', () => {
		expect(reportToken(secret, 's1', now)).not.toContain(secret);
		expect(newSecret()).not.toBe(secret);
	});
});
