import { deflateSync } from 'node:zlib';
import { pdfPages } from '../../../../nodes/Signaturit/input/pdf/pdfPages';
import { type Row, rowsOf, WrittenPdf } from './writtenPdf';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R >>';
const treeOf = (...kids: number[]) =>
	`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;

/** Adds the objects of a document of one page; the positions of the objects 1, 2 and 3. */
const addDocument = (pdf: WrittenPdf) =>
	[CATALOG, treeOf(3), PAGE].map((value, index): [number, number] => [
		index + 1,
		pdf.object(index + 1, value),
	]);

/** The same as rows of a cross-reference stream with a kind, a position and a generation. */
const addDocumentRows = (pdf: WrittenPdf) =>
	addDocument(pdf).map(([object, position]): Row => [object, 1, position, 0]);

const packedDocument = [
	[1, CATALOG],
	[2, treeOf(3)],
	[3, PAGE],
] as const;
/** Says that the objects 1 to 3 are in the object stream 5. */
const packedRows = (stream: number): Row[] => [
	[1, 2, 5, 0],
	[2, 2, 5, 1],
	[3, 2, 5, 2],
	[5, 1, stream, 0],
];
const WIDTHS = [1, 2, 1];

describe('the pages of a PDF with tables', () => {
	it('are counted with more than one space between the columns', async () => {
		const pdf = new WrittenPdf();
		const entries = addDocument(pdf).map(
			([, position]) => `${String(position).padStart(10, '0')}  00000  n\r\n`,
		);
		const table = pdf.add(
			`xref\n0   4\n0000000000  65535  f\r\n${entries.join('')}trailer << /Root 1 0 R >>\n`,
		);
		expect(await pdfPages(pdf.end(table))).toBe(1);
	});

	it('are counted as the newest of several tables has them', async () => {
		const pdf = new WrittenPdf();
		const first = pdf.table(addDocument(pdf));
		const second = pdf.table([[4, pdf.object(4, PAGE)]], `/Prev ${first}`);
		const third = pdf.table([[2, pdf.object(2, treeOf(3, 4))]], `/Prev ${second}`);
		expect(await pdfPages(pdf.end(first))).toBe(1);
		expect(await pdfPages(pdf.end(third))).toBe(2);
	});

	it('are counted when the tables lead in a circle', async () => {
		const pdf = new WrittenPdf();
		const objects = addDocument(pdf);
		const next = pdf.add('');
		expect(await pdfPages(pdf.end(pdf.table(objects, `/Prev ${next}`)))).toBe(1);
	});

	it('are unknown when a newer table has deleted one', async () => {
		const pdf = new WrittenPdf();
		// The position of a deleted object says 0; from there on, this object is the first one.
		const page = pdf.object(4, PAGE);
		const first = pdf.table([
			[1, pdf.object(1, CATALOG)],
			[2, pdf.object(2, treeOf(3, 4))],
			[3, pdf.object(3, PAGE)],
			[4, page],
		]);
		expect(await pdfPages(pdf.end(first))).toBe(2);
		expect(await pdfPages(pdf.end(pdf.table([[4]], `/Prev ${first}`)))).toBeUndefined();
	});

	it('are unknown when an object has another number than its table says', async () => {
		const pdf = new WrittenPdf();
		const catalog = pdf.object(1, CATALOG);
		const tree = pdf.object(2, treeOf(3));
		const withPage = (page: number) =>
			pdf.end(
				pdf.table([
					[1, catalog],
					[2, tree],
					[3, page],
				]),
			);
		expect(await pdfPages(withPage(pdf.object(3, PAGE)))).toBe(1);
		expect(await pdfPages(withPage(pdf.object(4, PAGE)))).toBeUndefined();
	});

	it('are counted when a table names a cross-reference stream, which is newer than older tables', async () => {
		const pdf = new WrittenPdf();
		const first = pdf.table(addDocument(pdf));
		const packed = pdf.objectStream(5, [
			[2, treeOf(3, 4)],
			[4, PAGE],
		]);
		const stream = pdf.tableStream(WIDTHS, [
			[2, 2, 5, 0],
			[4, 2, 5, 1],
			[5, 1, packed, 0],
		]);
		const table = pdf.table([[0]], `/XRefStm ${stream} /Prev ${first}`);
		expect(await pdfPages(pdf.end(table))).toBe(2);
	});
});

describe('the pages of a PDF with cross-reference streams', () => {
	it.each([[[1, 2, 1]], [[1, 6, 6]], [[0, 1, 0]], [[0, 2, 3]]])(
		'are counted with columns of %j bytes',
		async (widths) => {
			const pdf = new WrittenPdf();
			expect(await pdfPages(pdf.end(pdf.tableStream(widths, addDocumentRows(pdf))))).toBe(1);
		},
	);

	it.each([[[1, 2]], [[1, 2, 1, 1]], [[1, 2, 7]], [[1, 7, 1]]])(
		'are unknown with columns of %j bytes',
		async (widths) => {
			const pdf = new WrittenPdf();
			const table = pdf.tableStream(widths, addDocumentRows(pdf));
			expect(await pdfPages(pdf.end(table))).toBeUndefined();
		},
	);

	it('are counted when the objects are numbered from 0 on, up to the size', async () => {
		const pdf = new WrittenPdf();
		const rows = rowsOf(WIDTHS, [[0, 0, 0, 0], ...addDocumentRows(pdf)]);
		const table = pdf.stream(9, '/W [1 2 1] /Size 4 /Root 1 0 R', rows);
		expect(await pdfPages(pdf.end(table))).toBe(1);
		const short = pdf.stream(9, '/W [1 2 1] /Size 5 /Root 1 0 R', rows);
		expect(await pdfPages(pdf.end(short))).toBeUndefined();
	});

	it('are counted when its rows are compressed with a predictor', async () => {
		const pdf = new WrittenPdf();
		const rows = Buffer.from(rowsOf(WIDTHS, addDocumentRows(pdf)), 'latin1');
		// Each byte as the difference from the one above it, behind the number of this function.
		const predicted = [0, 4, 8].flatMap((start) => [
			2,
			...[0, 1, 2, 3].map((at) => (rows[start + at] ?? 0) - (rows[start + at - 4] ?? 0)),
		]);
		const content = deflateSync(Buffer.from(predicted)).toString('latin1');
		const parameters = '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>';
		const table = pdf.stream(9, `/W [1 2 1] /Index [1 3] /Root 1 0 R ${parameters}`, content);
		expect(await pdfPages(pdf.end(table))).toBe(1);
	});

	it.each([
		['a row without a position', 1, [1, 0, 0], ''],
		['a row without a kind and a position', 1, [0, 0, 2], ''],
		['more rows than bytes', undefined, [0, 0, 2], '/Index [50 1 60 1]'],
		['a row without bytes', undefined, [0, 0, 0], ''],
		['encryption', undefined, WIDTHS, '/Encrypt 50 0 R'],
	])('with %s in the newest of them are %s', async (_, pages, widths, entries) => {
		const pdf = new WrittenPdf();
		const first = pdf.tableStream(WIDTHS, addDocumentRows(pdf));
		const table = pdf.tableStream(widths, [[50, 0, 0, 0]], `/Prev ${first} ${entries}`);
		expect(await pdfPages(pdf.end(table))).toBe(pages);
	});
});

describe('the pages of a PDF with object streams', () => {
	it('are counted', async () => {
		const pdf = new WrittenPdf();
		const packed = pdf.objectStream(5, packedDocument);
		expect(await pdfPages(pdf.end(pdf.tableStream(WIDTHS, packedRows(packed))))).toBe(1);
	});

	it('are counted when the length of the stream is an object of its own', async () => {
		const pdf = new WrittenPdf();
		const [catalog, tree] = addDocumentRows(pdf);
		const content = `3 0 ${PAGE}`;
		const packed = pdf.stream(5, '/First 4 /Length 6 0 R', content);
		const length = pdf.object(6, String(content.length));
		const rows: Row[] = [
			catalog ?? [1],
			tree ?? [2],
			[3, 2, 5, 0],
			[5, 1, packed, 0],
			[6, 1, length, 0],
		];
		expect(await pdfPages(pdf.end(pdf.tableStream(WIDTHS, rows)))).toBe(1);
	});

	it.each([
		['white space around the numbers', { before: '\n ', after: ' \r\n' }],
		['more than a space between the numbers', { between: ' \r\n\t ' }],
	])('are counted with %s', async (_, head) => {
		const pdf = new WrittenPdf();
		const packed = pdf.objectStream(5, packedDocument, '', head);
		expect(await pdfPages(pdf.end(pdf.tableStream(WIDTHS, packedRows(packed))))).toBe(1);
	});

	it('are counted with an object that no table names, and bytes that are no ASCII', async () => {
		const pdf = new WrittenPdf();
		const packed = pdf.objectStream(5, [[70, '(\u00e4\u00f6\u00fc\u0080)'], ...packedDocument]);
		expect(await pdfPages(pdf.end(pdf.tableStream(WIDTHS, packedRows(packed))))).toBe(1);
	});

	it('are unknown when one has no place in the stream', async () => {
		const pdf = new WrittenPdf();
		const objects = [
			[4, PAGE],
			[1, CATALOG],
			[2, treeOf(3, 4)],
		] as const;
		const packed = pdf.objectStream(5, objects, '', { after: ' 3\n' });
		const rows: Row[] = [...packedRows(packed), [4, 2, 5, 3]];
		expect(await pdfPages(pdf.end(pdf.tableStream(WIDTHS, rows)))).toBeUndefined();
	});

	it('are counted as a newer revision has them, which replaced an object of the stream', async () => {
		const pdf = new WrittenPdf();
		const packed = pdf.objectStream(5, packedDocument);
		const first = pdf.tableStream(WIDTHS, packedRows(packed));
		const rows: Row[] = [
			[2, 1, pdf.object(2, treeOf(3, 4)), 0],
			[4, 1, pdf.object(4, PAGE), 0],
		];
		const second = pdf.tableStream(WIDTHS, rows, `/Prev ${first}`);
		expect(await pdfPages(pdf.end(first))).toBe(1);
		expect(await pdfPages(pdf.end(second))).toBe(2);
	});

	it.each([
		['has deleted', 0],
		['describes in an unknown way', 3],
	])('are unknown when a newer revision %s one of the stream', async (_, kind) => {
		const pdf = new WrittenPdf();
		const first = pdf.tableStream(WIDTHS, packedRows(pdf.objectStream(5, packedDocument)));
		const second = pdf.tableStream(WIDTHS, [[3, kind, 5, 2]], `/Prev ${first}`);
		expect(await pdfPages(pdf.end(second))).toBeUndefined();
	});

	it('are unknown when the stream is in a stream itself', async () => {
		const pdf = new WrittenPdf();
		const packed = pdf.objectStream(5, packedDocument);
		const rows = packedRows(packed).map((row): Row => (row[0] === 5 ? [5, 2, 6, 0] : row));
		const table = pdf.tableStream(WIDTHS, [...rows, [6, 1, packed, 0]]);
		expect(await pdfPages(pdf.end(table))).toBeUndefined();
	});
});
