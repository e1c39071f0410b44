import {
	decodePDFRawStream,
	PDFDocument,
	PDFRawStream,
	StandardFonts,
	type PDFPage,
} from '@cantoo/pdf-lib';

import { ADA } from '../../../people';
import { PIXEL } from '../../domain/fields/exampleInput';
import { NO_SIGNATURE } from '../../pdf/layout';
import type { Word } from '../../pdf/words';
import { placedWordsIn, TURNS, turnedPdf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	documentPath,
	documentStatuses,
	download,
	form,
	pdfFile,
	sign,
	widgetsOf,
	type FilePart,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

const SIGNATURE = { type: 'signature', page: '1', left: '10', top: '80', width: '30', height: '8' };
const TEXT = { type: 'text', page: '1', left: '10', top: '40' };

const signedFile = async (signature: WireSignature): Promise<Buffer> =>
	(await download(rig, documentPath(signature, 'download/signed'))).bytes;

/** The words of the first page of a signed document with this widget. */
async function written(widget: Record<string, string>, file?: Buffer): Promise<Word[]> {
	const widgets = widgetsOf([widget, SIGNATURE]);
	const signature = await createSignature(rig, widgets, file && [pdfFile(file, 0)]);
	await sign(rig, signature.id, ADA, { 'w0-0': widget.default ?? 'Flat four' });
	return (await placedWordsIn(await signedFile(signature))).filter(({ page }) => page === 1);
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
	const signature = await createSignature(rig, { 'recipients[0][name]': name });
	await sign(rig, signature.id);
	const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
	for (const end of ['download/signed', 'download/audit_trail']) {
		const words = await placedWordsIn((await download(rig, documentPath(signature, end))).bytes);
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

/** Signs as the page's form does. */
async function signOnPage(
	signature: WireSignature,
	fields: Record<string, string>,
	files?: FilePart[],
) {
	const [message] = await rig.control.outbox();
	const { pathname } = new URL(message?.url ?? '');
	const { status } = await rig.http.post(`${pathname}/sign`, form(fields, files));
	await rig.control.settled();
	return { status, documents: await documentStatuses(rig, signature.id) };
}

/** What the pages of a signed document draw, in PDF's own words. */
async function drawnOnPages(signature: WireSignature): Promise<string[]> {
	const drawnOn = (page: PDFPage): string => {
		const contents = page.node.normalizedEntries().Contents;
		return Array.from({ length: contents?.size() ?? 0 }, (_, index) => {
			const stream = contents?.lookup(index);
			return stream instanceof PDFRawStream
				? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
				: '';
		}).join('\n');
	};
	return (await PDFDocument.load(await signedFile(signature))).getPages().map(drawnOn);
}

describe('a drawn signature', () => {
	const PATH = 'M60 24L300 216L540 24';

	test('stands in the signed PDF as lines, as large as its field allows, and on the signature page', async () => {
		const signature = await createSignature(rig, widgetsOf([SIGNATURE]));
		const { documents } = await signOnPage(signature, { 'values[0]': '', 'drawings[0]': PATH });
		expect(documents).toEqual(['completed']);
		const pages = await drawnOnPages(signature);
		// The field is 120 by 40 points, 40 from the left and 100 from below; the drawing is 600 by 240.
		const lines = '60 24 m\n300 216 l\n540 24 l';
		const onPage = pages[0]?.replace(/\.0+(?= )/g, '');
		expect(onPage).toContain(lines);
		expect(onPage).toMatch(/1 0 0 1 40 100 cm[^]*0\.1666\d* 0 0 -0\.1666\d* 0 0 cm[^]*60 24 m/);
		expect(pages.at(-1)).toContain(lines);
	});

	test('may be the only signature of a signer without widgets', async () => {
		const signature = await createSignature(rig);
		const signed = await signOnPage(signature, { 'drawings[0]': PATH });
		expect(signed).toEqual({ status: 200, documents: ['completed'] });
		const pages = await drawnOnPages(signature);
		expect(pages[0]).not.toContain('60 24 m');
		expect(pages.at(-1)).toContain('60 24 m');
	});

	test.each([
		['other commands', 'M1 1C2 2 3 3 4 4'],
		['no line', 'M1 1'],
		['points beyond the pad', 'M1 1L601 1'],
		['markup', 'M1 1L2 2"><script>'],
		['more lines than anybody draws', `M1 1${'L2 2'.repeat(10_001)}`],
	])('with %s is refused, and nothing is signed', async (_, path) => {
		const signed = await signOnPage(await createSignature(rig), { 'drawings[0]': path });
		expect(signed).toEqual({ status: 400, documents: ['ready'] });
	});

	test('counts for signatures only', async () => {
		const text = { ...SIGNATURE, type: 'text', left: '60' };
		const signature = await createSignature(rig, widgetsOf([SIGNATURE, text]));
		const drawings = { 'drawings[0]': PATH, 'drawings[1]': PATH };
		expect((await signOnPage(signature, drawings)).status).toBe(422);
	});
});

test.each([
	['stamped into the signed document when it is whole', PIXEL, 200, 'completed', 200],
	['refused when it is cut off', PIXEL.subarray(0, 40), 422, 'ready', 404],
	['refused when it is only called one', Buffer.from('\u0089PNG', 'latin1'), 422, 'ready', 404],
	['refused when it is a JPEG without a size', Buffer.from('ffd8ffd9', 'hex'), 422, 'ready', 404],
])('a picture that a signer adds is %s', async (_, bytes, status, document, downloaded) => {
	const signature = await createSignature(rig, widgetsOf([SIGNATURE, { ...TEXT, type: 'image' }]));
	const picture = { field: 'files[1]', name: 'me.png', bytes, type: 'image/png' };
	const signed = await signOnPage(signature, { 'values[0]': 'Ada' }, [picture]);
	expect(signed).toEqual({ status, documents: [document] });
	const { status: found } = await download(rig, documentPath(signature, 'download/signed'));
	expect(found).toBe(downloaded);
});
