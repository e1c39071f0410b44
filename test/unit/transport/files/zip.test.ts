import fc from 'fast-check';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { documentHints, documentProblem } from '../../../../nodes/Signaturit/input/fileChecks';
import { edgesOf, formatOf, zip } from '../../../../nodes/Signaturit/transport/files/fileFormat';
import { zipDirectory, entryNames } from '../../../../nodes/Signaturit/transport/files/zip';
import { spreadsheet } from '../../../files/others';
import { docxEntries, docxOf, noise } from '../../../workflow/engine/wordFiles';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const END_BYTES = 22;
const zipped = (entries: Zippable) => Buffer.from(zipSync(entries, { level: 0 }));
const named = (...names: string[]) =>
	zipped(Object.fromEntries(names.map((name) => [name, strToU8('<x/>')])));

/** The same archive with the records of a ZIP64 one before its end record, whose fields say that they are elsewhere. */
function zip64Of(archive: Buffer): Buffer {
	const at = archive.length - END_BYTES;
	const record = Buffer.from(archive.subarray(at));
	const end64 = Buffer.alloc(56);
	end64.write('PK\u0006\u0006', 'latin1');
	end64.writeBigUInt64LE(44n, 4);
	end64.writeBigUInt64LE(BigInt(record.readUInt32LE(12)), 40);
	end64.writeBigUInt64LE(BigInt(record.readUInt32LE(16)), 48);
	const locator = Buffer.alloc(20);
	locator.write('PK\u0006\u0007', 'latin1');
	locator.writeBigUInt64LE(BigInt(at), 8);
	record.fill(0xff, 8, 20);
	return Buffer.concat([archive.subarray(0, at), end64, locator, record]);
}

function commented(archive: Buffer, comment: Buffer): Buffer {
	const whole = Buffer.concat([archive, comment]);
	whole.writeUInt16LE(comment.length, archive.length - 2);
	return whole;
}

const between = (before: number, archive: Buffer, after: number) =>
	Buffer.concat([Buffer.alloc(before, 1), archive, Buffer.alloc(after, 1)]);

const sizes = [1, 60, 66, 67, 75, 300, 2 * KILOBYTE, 14 * KILOBYTE];

describe('a DOCX', () => {
	it.each(sizes)('of about %d kB is known, and sent without a hint', (size) => {
		const content = docxOf('A contract', size * KILOBYTE);
		expect(formatOf(content)?.name).toBe('DOCX');
		expect(documentProblem(content, 'Contract No. 5')).toBeUndefined();
		expect(documentHints([{ fileName: 'a.docx', content, mimeType: '' }])).toEqual([]);
	});

	const whole = docxOf('A contract', 200 * KILOBYTE);
	it.each<[string, Buffer]>([
		['has a comment', commented(whole, Buffer.from('made by hand'))],
		['has the longest comment', commented(whole, Buffer.alloc(0xffff, 'PK'))],
		['has an end record in its comment', commented(whole, Buffer.from(zipSync({})))],
		['has a line end behind it', Buffer.concat([whole, Buffer.from('\r\n')])],
		['has a kilobyte around it', between(1000, whole, 1024)],
		['is a ZIP64 archive', zip64Of(whole)],
		['is a ZIP64 archive with a comment', commented(zip64Of(whole), Buffer.alloc(0xffff, 'c'))],
		['is a ZIP64 archive with a kilobyte around it', between(1000, zip64Of(whole), 1024)],
		['has a thousand pictures', many(docxEntries('A contract'), 'word/media/image', 1000)],
		['has a thousand pictures, as ZIP64', zip64Of(many(docxEntries('A'), 'word/media/', 1000))],
		['has its other parts first', many({}, 'customXml/item', 2000, docxEntries('A contract'))],
		['has a main part of another name', named('[Content_Types].xml', 'word/document2.xml')],
		['has a main part in capitals', named('[Content_Types].xml', 'Word/Document.xml')],
		['has names with backslashes', named('[Content_Types].xml', '\\word\\document.xml')],
		['has a workbook embedded', withPart('word/embeddings/a.xlsx', spreadsheet)],
	])('that %s is known', (_, content) => {
		expect(formatOf(content)?.name).toBe('DOCX');
	});

	function many(entries: Zippable, name: string, count: number, last: Zippable = {}): Buffer {
		const more = Array.from({ length: count }, (_, index) => [`${name}${index}.xml`, noise(9)]);
		return zipped({ ...entries, ...(Object.fromEntries(more) as Zippable), ...last });
	}

	function withPart(name: string, content: Buffer): Buffer {
		return zipped({ ...docxEntries('A contract', 100 * KILOBYTE), [name]: content });
	}
});

describe('a ZIP', () => {
	const word = docxOf('A contract', 100 * KILOBYTE);
	it.each<[string, Buffer]>([
		['holds a DOCX', zipped({ 'contract.docx': word })],
		['holds a DOCX and ends after it', zipped({ 'a.txt': strToU8('a'), 'contract.docx': word })],
		['has a folder called word', named('word/contract.pdf', 'word/annex.pdf')],
		['has a folder called word with the parts of one', named('a/[Content_Types].xml', 'a/word/b')],
		['is a workbook', named('[Content_Types].xml', 'xl/workbook.xml')],
		['is a workbook with a DOCX', named('[Content_Types].xml', 'xl/workbook.bin', 'word/a.docx')],
		['is a workbook embedding', zipped({ '[Content_Types].xml': word, 'xl/embeddings/a': word })],
		['is a presentation', named('[Content_Types].xml', 'ppt/presentation.xml', 'word/a.docx')],
		['is a text', named('mimetype', 'content.xml', 'word/a.xml')],
		['names parts in a comment', commented(named('a'), Buffer.from('[Content_Types].xml word/'))],
	])('that %s is no DOCX', (_, content) => {
		expect(formatOf(content)?.name).toBe('ZIP');
	});
});

describe('the directory of a ZIP', () => {
	const namesOf = (content: Buffer) => [
		...entryNames(content, zipDirectory(edgesOf(content)) ?? [0, 0], 9),
	];

	it('has the beginnings of all names', () => {
		expect(namesOf(named('a', 'año', 'a-long-name'))).toEqual(['a', 'a\u00c3\u00b1o', 'a-long-na']);
	});

	it('ends before an entry that is damaged or not all there', () => {
		const content = named('a', 'b', 'c');
		const [start, end] = zipDirectory(edgesOf(content)) ?? [0, 0];
		expect([...entryNames(content, [start, end - 2], 9)]).toEqual(['a', 'b']);
		content[start + 47] = 0;
		expect([...entryNames(content, [start, end], 9)]).toEqual(['a']);
	});

	it('is read to an end, whatever its bytes are', () => {
		const content = docxOf('A contract');
		const [start, end] = zipDirectory(edgesOf(content)) ?? [0, 0];
		const damage = fc.array(fc.tuple(fc.integer({ min: start, max: end - 1 }), fc.nat(255)));
		fc.assert(
			fc.property(damage, (changes) => {
				const damaged = Buffer.from(content);
				for (const [at, byte] of changes) damaged[at] = byte;
				expect(namesOf(damaged).length).toBeLessThanOrEqual((end - start) / 46);
				expect(['DOCX', 'ZIP']).toContain(formatOf(damaged)?.name);
			}),
		);
	});

	it('has as many entries as fit into a file of 15 MB', () => {
		const entry = Buffer.alloc(46);
		entry.write('PK\u0001\u0002', 'latin1');
		const count = Math.floor((15 * MEGABYTE) / entry.length);
		const record = Buffer.from(zipSync({}));
		record.writeUInt32LE(count * entry.length, 12);
		record.writeUInt32LE(4, 16);
		const start = Buffer.from('PK\u0003\u0004', 'latin1');
		const content = Buffer.concat([start, Buffer.alloc(count * entry.length, entry), record]);
		expect(namesOf(content)).toHaveLength(count);
		expect(formatOf(content)).toBe(zip);
	});

	it('of a ZIP64 archive is where its own record says', () => {
		const content = zip64Of(docxOf('A contract'));
		const wrong = Buffer.from(content);
		wrong.writeUInt8(1, content.length - END_BYTES - 20 + 8);
		expect(zipDirectory(edgesOf(content))).toBeDefined();
		expect(zipDirectory(edgesOf(wrong))).toBeUndefined();
		wrong.set(content);
		wrong.writeUInt8(1, content.length - END_BYTES - 20 - 56 + 48);
		expect(zipDirectory(edgesOf(wrong))).toBeUndefined();
	});
});
