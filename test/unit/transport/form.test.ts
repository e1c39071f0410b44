import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import fc from 'fast-check';
import qs from 'qs';
import {
	decodeBody,
	dispositionFileName,
	type FormFields,
	formPairs,
	type FormValue,
	multipart,
	parseFormBody,
	urlEncoded,
} from '../../../nodes/Signaturit/transport/form';

const key = fc.stringMatching(/^[a-z_]{1,8}$/).filter((name) => !(name in Object.prototype));
const leaf = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean());
const { value } = fc.letrec<{ value: FormValue }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		leaf,
		fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
		fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4 }),
	),
}));
const fields = fc.dictionary(key, value, { maxKeys: 5 }) as fc.Arbitrary<FormFields>;

/** The value as a server reads it: everything is text, and booleans are 1 or 0. */
function asText(entry: FormValue): unknown {
	if (typeof entry === 'boolean') return entry ? '1' : '0';
	if (Array.isArray(entry)) return entry.map(asText);
	if (typeof entry === 'object') {
		return Object.fromEntries(Object.entries(entry).map(([name, inner]) => [name, asText(inner)]));
	}
	return String(entry);
}

describe('formPairs', () => {
	it('writes list indices explicitly, booleans as 1 or 0, and nothing for undefined', () => {
		expect(
			formPairs({
				recipients: [{ email: 'a@example.com', require_sms_validation: true }],
				data: { crm_id: 7 },
				subject: undefined,
			}),
		).toEqual([
			['recipients[0][email]', 'a@example.com'],
			['recipients[0][require_sms_validation]', '1'],
			['data[crm_id]', '7'],
		]);
	});

	it('encodes fields that an independent decoder reads back unchanged', () => {
		fc.assert(
			fc.property(fields, (body) => {
				const read = qs.parse(urlEncoded(body).toString(), {
					depth: 20,
					arrayLimit: 100,
					parameterLimit: 100_000,
				});
				expect(read).toEqual(asText(body));
			}),
		);
	});
});

interface ReadBody {
	fields: [string, string][];
	files: { field: string; fileName: string; mimeType: string; content: Buffer }[];
}

/** Reads a body with a parser that shares no code with `multipart`. */
async function read({ body, contentType }: ReturnType<typeof multipart>): Promise<ReadBody> {
	const found: ReadBody = { fields: [], files: [] };
	const parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8' });
	parser.on('field', (name, value) => found.fields.push([name, value]));
	parser.on('file', (field, stream, { filename, mimeType }) => {
		const chunks: Buffer[] = [];
		stream.on('data', (chunk: Buffer) => chunks.push(chunk));
		stream.on('end', () =>
			found.files.push({
				field,
				fileName: filename ?? '',
				mimeType,
				content: Buffer.concat(chunks),
			}),
		);
	});
	await pipeline(Readable.from([body]), parser);
	return found;
}

describe('multipart', () => {
	it('encodes fields and files that an independent decoder reads back unchanged', async () => {
		const fileName = fc
			.string({ minLength: 1, unit: 'grapheme' })
			.filter((name) => !/[\r\n]/.test(name) && !['.', '..'].includes(name));
		const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
		const anyFields = fc.dictionary(key, fc.string({ unit: 'grapheme' }), { maxKeys: 4 });
		await fc.assert(
			fc.asyncProperty(
				anyFields,
				fc.array(fc.tuple(fileName, bytes), { maxLength: 3 }),
				async (body, named) => {
					const files = named.map(([name, content], index) => ({
						field: `files[${index}]`,
						fileName: name,
						mimeType: 'application/pdf',
						content,
					}));
					const found = await read(multipart(body, files));
					expect(found.fields).toEqual(formPairs(body));
					expect(found.files).toEqual(
						files.map((file) => ({ ...file, fileName: file.fileName.replace(/[/\\]/g, '-') })),
					);
				},
			),
		);
	});

	it('keeps accents and quotes in file names, and replaces slashes by hyphens', async () => {
		const file = { field: 'files[0]', mimeType: 'application/pdf', content: Buffer.from('%PDF-') };
		const names = ['año "1".pdf', 'Offer 12/2026.pdf', 'a\\b.pdf', '契約.pdf'];
		const { files } = await read(
			multipart(
				{},
				names.map((fileName) => ({ ...file, fileName })),
			),
		);
		expect(files.map(({ fileName }) => fileName)).toEqual([
			'año "1".pdf',
			'Offer 12-2026.pdf',
			'a-b.pdf',
			'契約.pdf',
		]);
	});

	it('writes a line break in a header as one space, so that nothing adds a header', () => {
		const text = 'a"\r\n\nX-Injected: 1\rc\nd';
		const { body } = multipart(
			{},
			[{ field: text, fileName: text, mimeType: text, content: Buffer.alloc(0) }],
			'x',
		);
		expect(body.toString().split('\r\n')).toEqual([
			'--x',
			'Content-Disposition: form-data; name="a\\" X-Injected: 1 c d"; filename="a\\" X-Injected: 1 c d"',
			'Content-Type: a" X-Injected: 1 c d',
			'',
			'',
			'--x--',
			'',
		]);
	});
});

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
		['a[0]=x&a[b1]=y', { a: { 0: 'x', b1: 'y' } }],
		['a[0]=x&a[1b]=y', { a: { 0: 'x', '1b': 'y' } }],
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
		'=x',
	])('returns undefined for %s', (text) => {
		expect(parseFormBody(text)).toBeUndefined();
	});
});

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

describe('decodeBody', () => {
	it.each([
		JSON_TYPE,
		'application/json; charset=utf-8',
		'Application/Problem+JSON',
		' application/json ',
	])('decodes a body of type "%s" as JSON', (type) => {
		expect(decodeBody(type, Buffer.from('{"name":"Zoë"}'))).toEqual({ name: 'Zoë' });
	});

	it.each([FORM_TYPE, `${FORM_TYPE}; charset=UTF-8`, ` ${FORM_TYPE} `, FORM_TYPE.toUpperCase()])(
		'decodes a body of type "%s" as a form',
		(type) => {
			expect(decodeBody(type, Buffer.from('document[name]=Zo%C3%AB'))).toEqual({
				document: { name: 'Zoë' },
			});
		},
	);

	it.each([
		'text/plain',
		'application/xml',
		'text/json',
		'application/json5',
		'xapplication/json',
		'',
	])('decodes no body of type "%s"', (type) => {
		expect(decodeBody(type, Buffer.from('{}'))).toBeUndefined();
		expect(decodeBody(type, Buffer.from('a=1'))).toBeUndefined();
	});

	it.each([
		[JSON_TYPE, Buffer.from('{"name":"\xff"}', 'latin1')],
		[FORM_TYPE, Buffer.from('name=\xff', 'latin1')],
	])('decodes no body of type %s with invalid UTF-8 in a value', (type, bytes) => {
		expect(decodeBody(type, bytes)).toBeUndefined();
	});

	it('answers null for invalid JSON', () => {
		expect(decodeBody(JSON_TYPE, Buffer.from('{"name":'))).toBeNull();
	});
});

describe('dispositionFileName', () => {
	it.each([
		['attachment; filename="contract.pdf"', 'contract.pdf'],
		['attachment; filename=contract.pdf', 'contract.pdf'],
		['attachment;filename=contract.pdf; size=12', 'contract.pdf'],
		['ATTACHMENT; FILENAME="my contract.pdf"', 'my contract.pdf'],
		['attachment; filename="x.pdf"; filename*=UTF-8\'\'a%C3%B1o.pdf', 'año.pdf'],
		['attachment; filename="say \\"yes\\".pdf"', 'say "yes".pdf'],
		['attachment; filename="../../etc/passwd"', 'passwd'],
		['attachment; filename="/etc/passwd"', 'passwd'],
		['attachment; filename="Offer 12/2026 \\"Ñ\\".pdf"', 'Offer 12-2026 "Ñ".pdf'],
		["attachment; filename*=UTF-8''Offer%2012%2F2026%20%22%C3%91%22.pdf", 'Offer 12-2026 "Ñ".pdf'],
		['attachment; filename="C:\\\\temp\\\\a.pdf"', 'a.pdf'],
		[`attachment; filename="${Buffer.from('año.pdf').toString('latin1')}"`, 'año.pdf'],
		["attachment; filename*=UTF-8''%E0%A4%A; filename=plain.pdf", 'plain.pdf'],
		["attachment; filename*=utf-8'en'my%20contract.pdf", 'my contract.pdf'],
		["attachment;filename* = UTF-8''my%20contract.pdf", 'my contract.pdf'],
		["attachment;  filename*=UTF-8''a.pdf;size=12", 'a.pdf'],
		["filename*=UTF-8''a.pdf", 'a.pdf'],
		['filename=a.pdf', 'a.pdf'],
		['attachment; filename = a.pdf ; size=12', 'a.pdf'],
		['attachment; filename=" a.pdf "', 'a.pdf'],
		['attachment; filename="C:\\\\temp\\\\my files/a.pdf"', 'a.pdf'],
		['attachment; filename="契約.pdf"', '契約.pdf'],
	])('reads the file name from %s', (header, expected) => {
		expect(dispositionFileName(header)).toBe(expected);
	});

	it.each([
		'',
		'attachment',
		'inline',
		'attachment; filename=""',
		'attachment; filename="  "',
		'attachment; filename="/"',
		'attachment; filename="/folder/"',
		'attachment; oldfilename=a.pdf',
	])('returns undefined for "%s"', (header) => {
		expect(dispositionFileName(header)).toBeUndefined();
	});

	it('never returns a name that contains a folder', () => {
		fc.assert(
			fc.property(fc.string(), (name) => {
				expect(dispositionFileName(`attachment; filename="${name}"`) ?? '').not.toMatch(/[/\\]/);
			}),
		);
	});
});
