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

describe.each([
	{
		format: pdf,
		name: 'PDF',
		mimeType: 'application/pdf',
		alsoAnsweredAs: ['application/octet-stream'],
		notAnsweredAs: ['application/zip', 'text/html', ''],
	},
	{
		format: zip,
		name: 'ZIP',
		mimeType: 'application/zip',
		alsoAnsweredAs: ['application/x-zip-compressed', 'application/octet-stream'],
		notAnsweredAs: ['application/pdf', 'text/html', ''],
	},
])('the format $name', ({ format, name, mimeType, alsoAnsweredAs, notAnsweredAs }) => {
	it('has its usual name and media type', () => {
		expect(format).toMatchObject({ name, mimeType });
	});

	it('may be answered under its own media types and as bytes of any kind, not as a web page', () => {
		expect(format.answeredAs).toEqual(expect.arrayContaining([mimeType, ...alsoAnsweredAs]));
		for (const type of notAnsweredAs) expect(format.answeredAs).not.toContain(type);
	});
});

it.each([1, 3, 700, 5000])(
	'isWholeFile looks for the marks of a PDF in its first and last kilobyte, in chunks of %d bytes',
	async (size) => {
		const isWholePdf = async (before: number, after: number) => {
			const text = `${' '.repeat(before)}%PDF-1.7\n${'x'.repeat(3000)}%%EOF${' '.repeat(after)}`;
			return await isWholeFile(pdf, chunked(Buffer.from(text), size));
		};
		expect(await isWholePdf(1024 - '%PDF-'.length, 1024 - '%%EOF'.length)).toBe(true);
		expect(await isWholePdf(1025 - '%PDF-'.length, 0)).toBe(false);
		expect(await isWholePdf(0, 1025 - '%%EOF'.length)).toBe(false);
	},
);

it('isWholeFile accepts a ZIP in chunks smaller than its first mark', async () => {
	const whole = zipOf();
	expect(await isWholeFile(zip, chunked(whole, 1))).toBe(true);
	expect(await isWholeFile(zip, chunked(whole, 3))).toBe(true);
});

it('isWholeFile rejects a ZIP that does not begin with an entry', async () => {
	const whole = zipOf();
	whole.write('html', 'latin1');
	expect(await isWholeFile(zip, [whole])).toBe(false);
});

it('isWholeFile rejects a ZIP without its directory that is too short for a ZIP64 locator', async () => {
	const record = zipOf().subarray(-22);
	for (const between of ['', 'x', 'PK\u0006\u0007']) {
		const bytes = Buffer.concat([Buffer.from(`PK\u0003\u0004${between}`), record]);
		expect(await isWholeFile(zip, [bytes])).toBe(false);
	}
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
