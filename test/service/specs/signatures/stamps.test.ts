import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

import { ADA } from '../../../people';
import { NO_SIGNATURE } from '../../pdf/layout';
import type { Word } from '../../pdf/words';
import { placedWordsIn, TURNS, turnedPdf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { createSignature, download, pdfFile, recipients, widgetsOf } from '../support/wire';

const rig = rigForEach();

const TEXT = { type: 'text', page: '1', left: '10', top: '40' };

/** The words of the first page of a signed document with this widget. */
async function written(widget: Record<string, string>, file?: Buffer): Promise<Word[]> {
	const signature = { type: 'signature', page: '1', left: '10', top: '80' };
	const { id, documents } = await createSignature(
		rig,
		{ ...recipients(ADA), ...widgetsOf(0, [widget, signature]) },
		file && [pdfFile(file, 0)],
	);
	await rig.control.sign(
		{ signatureId: id, email: ADA.email },
		{ 'w0-0': widget.default ?? 'Flat four' },
	);
	await rig.control.settled();
	const path = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/signed`;
	const { bytes } = await download(rig, path);
	return (await placedWordsIn(bytes)).filter(({ page }) => page === 1);
}

/** In tenths of a point: PDF writes no more digits of some numbers. */
const placeOf = (words: Word[], text: string) => {
	const word = words.find((one) => one.text === text);
	if (!word) throw new Error(`${text} is not written`);
	return { x: Math.round(10 * word.x) / 10, top: Math.round(10 * word.top) / 10 };
};

/** How far the second word stands from the first, which grows with the letters. */
const distance = (words: Word[], first: string, second: string): number =>
	placeOf(words, second).x - placeOf(words, first).x;

describe('values in a signed document', () => {
	test('are as large as their field is high', async () => {
		const flat = async (size: Record<string, string>) =>
			distance(await written({ ...TEXT, default: 'Flat four', ...size }), 'Flat', 'four');
		const usual = await flat({ width: '80', height: '3' });
		expect((await flat({ width: '80', height: '6' })) / usual).toBeCloseTo(2, 1);
		expect((await flat({})) / usual).toBeCloseTo(1, 1);
	});

	test('stay within their field, however long they are', async () => {
		const value = 'The flat on the fourth floor to the left';
		const words = await written({ ...TEXT, default: value, width: '25', height: '3' });
		const last = placeOf(words, 'left');
		expect(last.x).toBeGreaterThan(40);
		expect(last.x).toBeLessThan(40 + 100);
	});

	test('begin where their field begins, even if it reaches over the edges of its page', async () => {
		const words = await written({ ...TEXT, left: '90', top: '95', width: '50', height: '6' });
		expect(placeOf(words, 'Flat')).toEqual({ x: 360, top: 25 });
	});
});

test('long names stay within the pages that the service makes', async () => {
	const name = 'W'.repeat(200);
	const signature = await createSignature(rig, { ...recipients(ADA), 'recipients[0][name]': name });
	await rig.control.sign({ signatureId: signature.id, email: ADA.email });
	await rig.control.settled();
	const path = `/v3/signatures/${signature.id}/documents/${signature.documents[0]?.id}/download`;
	const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
	for (const end of ['signed', 'audit_trail']) {
		const words = await placedWordsIn((await download(rig, `${path}/${end}`)).bytes);
		const written = words.filter(({ text }) => /^W+$/.test(text));
		expect(written.map(({ text }) => text).join('')).toContain(name);
		// The page is A4 with a margin of 56 points.
		const ends = written.map(({ text, x }) => x + font.widthOfTextAtSize(text, 10.5));
		expect(Math.max(...ends)).toBeLessThan(595 - 55);
	}
});

describe.each(TURNS)('on a page that is turned by $angle degrees', (turn) => {
	const [width, height] = turn.angle % 180 === 0 ? [400, 500] : [500, 400];

	test('values stand upright at the place of their field, as the page is shown', async () => {
		const size = { width: '30', height: '6' };
		const words = await written({ ...TEXT, ...size }, await turnedPdf(turn, 'Lease'));
		const [first, second] = [placeOf(words, 'Flat'), placeOf(words, 'four')];
		expect(first).toEqual({ x: 0.1 * width, top: 0.6 * height });
		expect(second.top).toBe(first.top);
		expect(second.x).toBeGreaterThan(first.x);
	});

	test('a value at a word stands at it', async () => {
		const widget = { type: 'text', word_anchor: 'HERE', left: '20', width: '30', height: '6' };
		const words = await written(widget, await turnedPdf(turn, 'Sign HERE'));
		const [word, value] = [placeOf(words, 'HERE'), placeOf(words, 'Flat')];
		expect(word.top).toBe(height - 100 + 14);
		expect(value).toEqual({ x: word.x + 0.2 * width, top: word.top - 0.01 * height });
	});

	test('the words that say that nothing is a signature stand upright at the lower edge', async () => {
		const words = await written(TEXT, await turnedPdf(turn, 'Lease'));
		const [first, last] = [placeOf(words, 'Test'), placeOf(words, 'nothing')];
		expect(NO_SIGNATURE).toMatch(/^Test .* nothing\.$/);
		expect(first.x).toBe(8);
		expect(last.top).toBe(first.top);
		expect(first.top).toBeLessThan(20);
	});
});
