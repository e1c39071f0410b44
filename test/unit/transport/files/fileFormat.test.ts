import fc from 'fast-check';
import { zipSync } from 'fflate';
import { isWholeFile, pdf, zip } from '../../../../nodes/Signaturit/transport/files/fileFormat';
import { propertyRuns } from '../../propertyRuns';

function chunked(bytes: Buffer, size: number): Buffer[] {
	return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
		bytes.subarray(index * size, (index + 1) * size),
	);
}

const inner = zipSync({ 'photo.jpg': Buffer.alloc(500, 7) });
const zipOf = (comment = '') => {
	const bytes = zipSync(
		{ 'photos/año.jpg': Buffer.alloc(3000, 1), 'more.zip': [inner, { level: 0 }] },
		{ level: 0 },
	);
	const whole = Buffer.concat([bytes, Buffer.from(comment)]);
	whole.writeUInt16LE(comment.length, bytes.length - 2);
	return whole;
};

const examples = [
	{
		format: pdf,
		whole: Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}\nstartxref\n9\n%%EOF\n`),
		/** Bytes without which the file is not whole; a PDF may lack the line end after its mark. */
		needed: (bytes: Buffer) => bytes.lastIndexOf('%%EOF') + '%%EOF'.length,
	},
	{ format: zip, whole: zipOf(), needed: (bytes: Buffer) => bytes.length },
	{ format: zip, whole: zipOf('c'.repeat(0xffff)), needed: (bytes: Buffer) => bytes.length },
];

describe.each(examples)('isWholeFile for a $format.name', ({ format, whole, needed }) => {
	it('accepts a whole file in chunks of any size', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: whole.length + 1 }), async (size) => {
				const chunkSize = Math.max(size, Math.ceil(whole.length / 100));
				expect(await isWholeFile(format, chunked(whole, chunkSize))).toBe(true);
			}),
		);
	});

	it('rejects a file that is cut off at any point', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: needed(whole) - 1 }), async (length) => {
				expect(await isWholeFile(format, chunked(whole.subarray(0, length), 1000))).toBe(false);
			}),
			{ numRuns: propertyRuns(200) },
		);
	});

	it.each([
		['an empty file', ''],
		['a web page', '<html>%%EOF PK\u0005\u0006</html>'],
	])('rejects %s', async (_, content) => {
		expect(await isWholeFile(format, [Buffer.from(content)])).toBe(false);
	});
});

it('isWholeFile rejects a ZIP that is cut off after the end of a ZIP inside it', async () => {
	const whole = zipOf();
	const end = whole.lastIndexOf(Buffer.from(inner).subarray(-22)) + 22;
	expect(whole.subarray(0, end).subarray(-22)).toEqual(Buffer.from(inner).subarray(-22));
	expect(await isWholeFile(zip, [whole.subarray(0, end)])).toBe(false);
});

it('isWholeFile accepts a ZIP64 only when its locator precedes the end record', async () => {
	const bytes = zipOf();
	const end = bytes.length - 22;
	const locator = Buffer.alloc(20);
	locator.write('PK\u0006\u0007', 'latin1');
	const record = Buffer.from(bytes.subarray(end));
	record.writeUInt32LE(0xffffffff, 16);
	const whole = Buffer.concat([bytes.subarray(0, end), locator, record]);
	expect(await isWholeFile(zip, [whole])).toBe(true);
	expect(await isWholeFile(zip, [Buffer.concat([bytes.subarray(0, end), record])])).toBe(false);
});
