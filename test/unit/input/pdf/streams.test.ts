import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { decoded, dictionaryOf, Reader } from '../../../../nodes/Signaturit/input/pdf/syntax';

const dictionary = (text: string) => dictionaryOf(new Reader(`<< ${text} >>`, 0).readValue());
const predictor = (columns: number) =>
	dictionary(`/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns ${columns} >>`);

/** Writes rows with the PNG functions of these numbers, as RFC 2083 describes them. */
function predictedRows(rows: readonly (readonly number[])[], methods: readonly number[]): Buffer {
	const byte = (row: number, column: number) => rows[row]?.[column] ?? 0;
	return Buffer.from(
		rows.flatMap((values, row) => {
			const method = methods[row] ?? 0;
			const differences = values.map((value, column) => {
				const [a, b, c] = [byte(row, column - 1), byte(row - 1, column), byte(row - 1, column - 1)];
				const p = a + b - c;
				const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
				const nearest = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
				const guess = [0, a, b, (a + b) >> 1, nearest][method] ?? 0;
				return (value - guess + 256) % 256;
			});
			return [method, ...differences];
		}),
	);
}

describe('the bytes of a PDF stream', () => {
	const text = Buffer.from('as they are');

	it('are those of the file when there is no filter', async () => {
		expect(await decoded(text, dictionary(''))).toEqual(text);
	});

	it.each(['/FlateDecode', '[/FlateDecode]', '/FlateDecode /DecodeParms [<< /Predictor 1 >>]'])(
		'are inflated with the filter %s',
		async (filter) => {
			expect(await decoded(deflateSync(text), dictionary(`/Filter ${filter}`))).toEqual(text);
		},
	);

	it('are those before the predictor, whatever functions it has chosen', async () => {
		const row = fc.array(fc.nat(255), { minLength: 3, maxLength: 3 });
		const lines = fc.array(fc.tuple(row, fc.nat(4)), { minLength: 1, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(lines, async (all) => {
				const rows = all.map(([values]) => values);
				const methods = all.map(([, method]) => method);
				const bytes = deflateSync(predictedRows(rows, methods));
				expect([...(await decoded(bytes, predictor(3)))]).toEqual(rows.flat());
			}),
		);
	});

	it.each<[string, Buffer, ReturnType<typeof dictionary>]>([
		['another filter', text, dictionary('/Filter /LZWDecode')],
		['two filters', deflateSync(text), dictionary('/Filter [/FlateDecode /FlateDecode]')],
		['damaged bytes', text, dictionary('/Filter /FlateDecode')],
		[
			'the predictor of TIFF',
			deflateSync(text),
			dictionary('/Filter /FlateDecode /DecodeParms << /Predictor 2 >>'),
		],
		['a function that PNG does not have', deflateSync(Buffer.from([5, 0])), predictor(1)],
		['no columns', deflateSync(text), predictor(0)],
		['more than 64 MB', deflateSync(Buffer.alloc(64 * 1024 * 1024 + 1)), predictor(1)],
	])('cannot be read with %s', async (_, bytes, parameters) => {
		await expect(decoded(bytes, parameters)).rejects.toThrow();
	});
});
