import fc from 'fast-check';
import { formatOf } from '../../../../nodes/Signaturit/transport/files/fileFormat';
import { hasStream } from '../../../../nodes/Signaturit/transport/files/ole';
import { docOf, oleOf, xlsOf } from '../../../workflow/engine/wordFiles';

const SECTOR = 512;
const DIRECTORY = 48;
const MORE_TABLES = 68;
const FIRST_TABLE = 76;
const root = { name: 'Root Entry', type: 'root', child: 1 } as const;
const word = { name: 'WordDocument', type: 'stream' } as const;
const isWord = (content: Buffer) => hasStream(content, 'WordDocument');

/** The sector of this number. */
const sectorOf = (content: Buffer, number: number) =>
	content.subarray((number + 1) * SECTOR, (number + 2) * SECTOR);

describe('an OLE container', () => {
	it('is a DOC when it has the stream of Word itself', () => {
		expect(formatOf(docOf())?.name).toBe('DOC');
	});

	it('is not when the stream is in a storage, e.g. of a document that is embedded or attached', () => {
		expect(formatOf(xlsOf())).toBeUndefined();
	});

	it.each([
		['has the name and is a storage', [root, { ...word, type: 'storage' }]],
		['has the name in its text only', [root, { ...word, name: 'Workbook' }]],
		['has a longer name', [root, { ...word, name: 'WordDocument2' }]],
		['has a shorter name', [root, { ...word, name: 'WordDoc' }]],
		['is in no storage', [{ ...root, child: undefined }, word]],
		['has no entries', []],
		[
			'is a circle',
			[root, { ...word, name: 'a', left: 1, right: 2 }, { ...word, name: 'b', left: 1 }],
		],
		['is beyond the directory', [{ ...root, child: 99 }, word]],
	] as const)('has no such stream when what it has %s', (_, entries) => {
		expect(isWord(oleOf(entries))).toBe(false);
	});

	it.each([
		['left', [root, { ...word, name: 'Data', left: 2 }, word]],
		['right', [root, { ...word, name: 'Data', right: 2 }, word]],
	] as const)('has a stream %s of another one', (_, entries) => {
		expect(isWord(oleOf(entries))).toBe(true);
	});

	it.each(['worddocument', 'WORDDOCUMENT'])('has the stream that is called %s', (name) => {
		expect(isWord(oleOf([root, { ...word, name }]))).toBe(true);
	});

	/** One whose directory is in two sectors, of which the second, with Word's stream, is before the first. */
	function twoSectors(): Buffer {
		const far = { ...root, child: 4 };
		const content = oleOf([far]);
		sectorOf(content, 2).set(sectorOf(oleOf([word]), 6));
		sectorOf(content, 7).writeUInt32LE(2, 4 * 6);
		sectorOf(content, 7).writeUInt32LE(0xfffffffe, 4 * 2);
		return content;
	}

	it('has a directory in several sectors', () => {
		expect(isWord(twoSectors())).toBe(true);
	});

	it.each([
		['a circle', 6],
		['beyond the end', 900],
		['at its end', 0xfffffffe],
	])('has the entries up to where the chain of its sectors is %s', (_, next) => {
		const content = twoSectors();
		sectorOf(content, 7).writeUInt32LE(next, 4 * 6);
		expect(isWord(content)).toBe(false);
		expect(isWord(docOf())).toBe(true);
	});

	it('has tables that sectors of their own name', () => {
		const content = oleOf([{ ...root, child: 4 }], 109 * 128 + 20);
		const last = 109 * 128 + 19;
		const directory = sectorOf(content, last - 1);
		// The table in the last sector is the one of the sectors from 109 × 128 on; sector 3 names it.
		content.writeUInt32LE(0xffffffff, FIRST_TABLE);
		content.writeUInt32LE(3, MORE_TABLES);
		sectorOf(content, 3).fill(0xff).writeUInt32LE(last, 0);
		sectorOf(content, last).writeUInt32LE(last - 2, 4 * (last - 1 - 109 * 128));
		sectorOf(content, last - 2).set(sectorOf(oleOf([word]), 6));
		expect(directory.readUInt32LE(76)).toBe(4);
		expect(isWord(content)).toBe(true);
		// A circle of such sectors ends.
		sectorOf(content, 3).writeUInt32LE(3, SECTOR - 4);
		expect(isWord(content)).toBe(true);
	});

	it('may have no more of its last sector than is used', () => {
		const content = docOf();
		const directoryLast = Buffer.concat([content.subarray(0, -2 * SECTOR), sectorOf(content, 7)]);
		const entries = sectorOf(content, 6).subarray(0, 2 * 128);
		const swapped = Buffer.concat([directoryLast, entries]);
		swapped.writeUInt32LE(7, DIRECTORY);
		swapped.writeUInt32LE(6, FIRST_TABLE);
		expect(isWord(swapped)).toBe(true);
	});

	it.each([0, 8, 20, 0xffff])(
		'with sectors of 2 to the power of %d bytes has no streams',
		(shift) => {
			const content = docOf();
			content.writeUInt16LE(shift, 30);
			expect(isWord(content)).toBe(false);
		},
	);

	it('is read to an end, whatever its bytes are', () => {
		const whole = twoSectors();
		const damage = fc.array(fc.tuple(fc.integer({ min: 8, max: whole.length - 1 }), fc.nat(255)));
		fc.assert(
			fc.property(damage, fc.integer({ min: 8, max: whole.length }), (changes, length) => {
				const damaged = Buffer.from(whole);
				for (const [at, byte] of changes) damaged[at] = byte;
				expect(typeof isWord(damaged.subarray(0, length))).toBe('boolean');
			}),
		);
	});

	it('looks at each entry once in a directory of 15 MB', () => {
		const count = 4 * 30_000;
		const content = Buffer.alloc(SECTOR * (1 + 30_000 + 235 + 2));
		content.set(docOf().subarray(0, SECTOR));
		const table = 30_000;
		content.writeUInt32LE(0, DIRECTORY);
		for (let index = 0; index < 109; index++)
			content.writeUInt32LE(table + index, FIRST_TABLE + 4 * index);
		content.writeUInt32LE(table + 235, MORE_TABLES);
		const more = sectorOf(content, table + 235);
		for (let index = 0; index < 126; index++) more.writeUInt32LE(table + 109 + index, 4 * index);
		for (let number = 0; number + 1 < 30_000; number++) {
			sectorOf(content, table + Math.floor(number / 128)).writeUInt32LE(
				number + 1,
				4 * (number % 128),
			);
		}
		for (let index = 0; index < count; index++) {
			const entry = content.subarray(SECTOR + 128 * index);
			entry.writeUInt32LE((index * 7) % count, 68);
			entry.writeUInt32LE(index + 1, 72);
			entry.writeUInt32LE(1, 76);
		}
		expect(isWord(content)).toBe(false);
		sectorOf(content, 29_999).set(sectorOf(oleOf([root, root, root, word]), 6));
		expect(isWord(content)).toBe(true);
	});
});
