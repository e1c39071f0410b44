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

/** What a server sees: everything is text, and booleans are 1 or 0. */
function asText(entry: FormValue): unknown {
	if (typeof entry === 'boolean') return entry ? '1' : '0';
	if (Array.isArray(entry)) return entry.map(asText);
	if (typeof entry === 'object') {
		return Object.fromEntries(Object.entries(entry).map(([name, inner]) => [name, asText(inner)]));
	}
	return String(entry);
}

describe('formPairs', () => {
	it('writes explicit indices and 1/0', () => {
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

	it('is read back as it was by an independent decoder', () => {
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

describe('multipart', () => {
	it('keeps names of files with accents, quotes and slashes', async () => {
		const content = Buffer.from('%PDF-1.7');
		const form = multipart({ name: 'Señor "O\'Brien" & Söhne' }, [
			{ field: 'files[0]', fileName: 'año "1"/2.pdf', mimeType: 'application/pdf', content },
		]);
		expect(form.get('name')).toBe('Señor "O\'Brien" & Söhne');
		const file = form.get('files[0]') as File;
		expect(file.name).toBe('año "1"/2.pdf');
		expect(file.type).toBe('application/pdf');
		expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
	});
});
