import fc from 'fast-check';
import { isWholePdf } from '../../../nodes/Signaturit/transport/pdf';

const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}\nstartxref\n9\n%%EOF\n`);

function chunked(bytes: Buffer, size: number): Buffer[] {
	return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
		bytes.subarray(index * size, (index + 1) * size),
	);
}

describe('isWholePdf', () => {
	it('knows a whole one however it is cut into chunks', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 6000 }), async (size) => {
				expect(await isWholePdf(chunked(pdf, size))).toBe(true);
			}),
		);
	});

	it('knows one whose end is missing, wherever it was cut', async () => {
		const lastMark = pdf.lastIndexOf('%%EOF');
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: lastMark + 4 }),
				fc.integer({ min: 1, max: 3000 }),
				async (length, size) => {
					expect(await isWholePdf(chunked(pdf.subarray(0, length), size))).toBe(false);
				},
			),
		);
	});

	it('knows other files', async () => {
		expect(await isWholePdf([Buffer.from('<html>%%EOF</html>')])).toBe(false);
		expect(await isWholePdf([])).toBe(false);
	});
});
