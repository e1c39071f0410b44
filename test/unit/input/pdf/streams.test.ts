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

	// What the rows stand for is worked out by hand (RFC 2083, 6).
	it.each<[string, number[], number[]]>([
		['nothing', [0, 1, 2, 0, 3, 4], [1, 2, 3, 4]],
		['the left', [1, 10, 5, 1, 1, 255], [10, 15, 1, 0]],
		['what is above', [2, 10, 20, 2, 250, 1], [10, 20, 4, 21]],
		['the mean of both, rounded down', [3, 10, 1, 3, 1, 10], [10, 6, 6, 16]],
		['the left, when it is nearest', [0, 10, 11, 4, 254, 1], [10, 11, 8, 9]],
		['what is above, when it is nearest', [0, 10, 30, 4, 1, 1], [10, 30, 11, 31]],
		['the corner, when it is nearest', [0, 20, 30, 4, 246, 1], [20, 30, 10, 21]],
		['what is above, when the corner is as near', [0, 10, 8, 4, 1, 1], [10, 8, 11, 9]],
		['nothing to the left of a row', [0, 7, 50, 0, 50, 9, 4, 3, 0], [7, 50, 50, 9, 53, 9]],
	])('are differences from %s', async (_, rows, expected) => {
		const bytes = deflateSync(Buffer.from(rows));
		expect([...(await decoded(bytes, predictor(2)))]).toEqual(expected);
	});

	it.each([
		['/Predictor 15 /Columns 2', [1, 2, 3, 4]],
		['/Predictor 10 /Columns 2 /Colors 1', [1, 2, 3, 4]],
		['/Predictor 12 /Columns 5', [1, 2, 0, 3, 4]],
		['/Predictor 15', [1, 1, 4]],
		['/Columns 2', [0, 1, 2, 0, 3, 4]],
	])('are those before the predictor with the parameters %s', async (parameters, expected) => {
		const filter = dictionary(`/Filter /FlateDecode /DecodeParms << ${parameters} >>`);
		const bytes = deflateSync(Buffer.from([0, 1, 2, 0, 3, 4]));
		expect([...(await decoded(bytes, filter))]).toEqual(expected);
	});

	it('are those of whole rows only', async () => {
		const bytes = deflateSync(Buffer.from([0, 1, 2, 9, 3]));
		expect([...(await decoded(bytes, predictor(2)))]).toEqual([1, 2]);
	});

	it('may be 64 MB', async () => {
		const bytes = deflateSync(Buffer.alloc(64 * 1024 * 1024));
		expect(await decoded(bytes, dictionary('/Filter /FlateDecode'))).toHaveLength(67_108_864);
	});

	it.each([
		['another filter', '/Filter /LZWDecode', 'another filter'],
		['two filters', '/Filter [/FlateDecode /FlateDecode]', 'more than one filter'],
		['the predictor of TIFF', '/DecodeParms << /Predictor 2 >>', 'another predictor'],
		['a predictor that nobody has', '/DecodeParms << /Predictor 9 >>', 'another predictor'],
		['no columns', '/DecodeParms << /Predictor 15 /Columns 0 >>', 'another predictor'],
		['several colours', '/DecodeParms << /Predictor 15 /Colors 3 >>', 'another predictor'],
		['a function that PNG does not have', '/DecodeParms << /Predictor 15 >>', 'no such function'],
	])('cannot be read with %s', async (_, parameters, reason) => {
		const bytes = deflateSync(Buffer.from([5, 0]));
		const filter = dictionary(`/Filter /FlateDecode ${parameters}`);
		await expect(decoded(bytes, filter)).rejects.toThrow(reason);
	});

	it('cannot be read when they are damaged or more than 64 MB', async () => {
		const filter = dictionary('/Filter /FlateDecode');
		await expect(decoded(text, filter)).rejects.toThrow();
		const many = deflateSync(Buffer.alloc(64 * 1024 * 1024 + 1));
		await expect(decoded(many, filter)).rejects.toThrow('too many bytes');
	});
});
