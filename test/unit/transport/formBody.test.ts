import fc from 'fast-check';
import qs from 'qs';
import { parseFormBody } from '../../../nodes/Signaturit/transport/form';

const key = fc.stringMatching(/^[a-z_]{1,8}$/).filter((name) => !(name in Object.prototype));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.string(),
		fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
		fc.dictionary(key, tie('tree'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
	),
}));
const body = fc.dictionary(key, tree, { minKeys: 1, maxKeys: 5, noNullPrototype: true });

function depth(value: unknown): number {
	return typeof value === 'object' && value !== null
		? 1 + Math.max(0, ...Object.values(value).map(depth))
		: 0;
}

describe('parseFormBody', () => {
	it('decodes what an independent encoder wrote, with the pairs in any order', () => {
		fc.assert(
			fc.property(
				body.filter((value) => depth(value) <= 10),
				fc.boolean(),
				fc.infiniteStream(fc.nat()),
				(value, encodeBrackets, order) => {
					const pairs = qs
						.stringify(value, { encodeValuesOnly: !encodeBrackets, format: 'RFC1738' })
						.split('&')
						.map((pair) => ({ pair, rank: order.next().value as number }))
						.sort((a, b) => a.rank - b.rank);
					expect(parseFormBody(pairs.map(({ pair }) => pair).join('&'))).toEqual(value);
				},
			),
		);
	});

	it('decodes 10,000 pairs, and not one more', () => {
		const pairs = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=1`);
		expect(Object.keys(parseFormBody(pairs(10_000).join('&')) ?? {})).toHaveLength(10_000);
		expect(parseFormBody(pairs(10_001).join('&'))).toBeUndefined();
	});

	it('decodes keys of ten parts, and not of one more', () => {
		expect(parseFormBody(`a${'[b]'.repeat(9)}=1`)).toBeDefined();
		expect(parseFormBody(`a${'[b]'.repeat(10)}=1`)).toBeUndefined();
	});

	it.each([
		['a[0]=x&a[b1]=y', { a: { 0: 'x', b1: 'y' } }],
		['a[0]=x&a[1b]=y', { a: { 0: 'x', '1b': 'y' } }],
		['a[10]=x&a[9]=y', { a: ['y', 'x'] }],
	])('decodes %s as an object unless all its keys are whole numbers', (body, expected) => {
		expect(parseFormBody(body)).toEqual(expected);
	});

	it('rejects a pair without a key', () => {
		expect(parseFormBody('=x')).toBeUndefined();
	});

	it('never throws, and never changes Object.prototype', () => {
		const part = fc.constantFrom(
			'__proto__',
			'constructor',
			'prototype',
			'a',
			'[',
			']',
			'0',
			'%',
			'=',
			'&',
			'9'.repeat(30),
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
				parseFormBody(parts.join(''));
				expect(({} as Record<string, unknown>).polluted).toBeUndefined();
				expect(Object.keys(Object.prototype)).toEqual([]);
			}),
		);
	});

	it.each([
		['a[]=x&a[]=y', { a: ['x', 'y'] }],
		['a[0]=x&a[2]=z&a[1]=y', { a: ['x', 'y', 'z'] }],
		['a[10]=b&a[9]=a', { a: ['a', 'b'] }],
		['a[3]=x&a[999999999999]=y', { a: ['x', 'y'] }],
		['a[0]=x&a[b]=y', { a: { '0': 'x', b: 'y' } }],
		['a=1&a=2', { a: '2' }],
		['a=b=c&d', { a: 'b=c', d: '' }],
		['a%5Bb%5D=x+y%26z', { a: { b: 'x y&z' } }],
		['', {}],
		['&&a=1&', { a: '1' }],
	])('reads "%s" as %j', (text, expected) => {
		expect(parseFormBody(text)).toEqual(expected);
	});

	it.each([
		'__proto__[polluted]=1',
		'a[__proto__][polluted]=1',
		'a[constructor][prototype][polluted]=1',
		'a=1&a[b]=2',
		'a[b]=2&a=1',
		'a[b=1',
		'a]b=1',
		'[a]=1',
		'a[b]c=1',
		'a=%E0%A4%A',
		'a%E0%A4%A=1',
		`a${'[b]'.repeat(10)}=1`,
	])('returns undefined for %s', (text) => {
		expect(parseFormBody(text)).toBeUndefined();
	});

	it('returns undefined for 100,000 keys', () => {
		const text = Array.from({ length: 100_000 }, (_, index) => `k${index}=v`).join('&');
		expect(parseFormBody(text)).toBeUndefined();
	});
});
