import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import fc from 'fast-check';
import qs from 'qs';
import {
	formPairs,
	multipart,
	urlEncoded,
	type FormFields,
	type FormValue,
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

	it('writes a line break in a header as one space', () => {
		const text = 'a\r\n\nb\rc\nd';
		const { body } = multipart(
			{},
			[{ field: text, fileName: text, mimeType: text, content: Buffer.alloc(0) }],
			'x',
		);
		expect(body.toString().split('\r\n')).toEqual([
			'--x',
			'Content-Disposition: form-data; name="a b c d"; filename="a b c d"',
			'Content-Type: a b c d',
			'',
			'',
			'--x--',
			'',
		]);
	});

	it('never lets a field name, file name or type add a header', () => {
		const evil = 'a"\r\nX-Injected: 1\r\n\r\n';
		const { body } = multipart({}, [
			{ field: evil, fileName: evil, mimeType: evil, content: Buffer.alloc(0) },
		]);
		expect(body.toString()).not.toMatch(/^X-Injected/m);
	});
});
