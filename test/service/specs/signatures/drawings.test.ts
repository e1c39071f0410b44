import { decodePDFRawStream, PDFDocument, PDFRawStream, type PDFPage } from '@cantoo/pdf-lib';

import { ADA } from '../../../people';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	documentStatuses,
	download,
	form,
	recipients,
	widgetsOf,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

const PATH = 'M60 24L300 216L540 24';
const SIGNATURE = { type: 'signature', page: '1', left: '10', top: '80', width: '30', height: '8' };

/** Signs as the page's form does. */
async function sign(signature: WireSignature, fields: Record<string, string>) {
	const [message] = await rig.control.outbox();
	const { status } = await rig.http.post(
		`${new URL(message?.url ?? '').pathname}/sign`,
		form(fields),
	);
	await rig.control.settled();
	return { status, documents: await documentStatuses(rig, signature.id) };
}

async function signedPages({ id, documents }: WireSignature): Promise<PDFPage[]> {
	const path = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/signed`;
	return (await PDFDocument.load((await download(rig, path)).bytes)).getPages();
}

/** What a page draws, in PDF's own words. */
function drawnOn(page: PDFPage): string {
	const contents = page.node.normalizedEntries().Contents;
	return Array.from({ length: contents?.size() ?? 0 }, (_, index) => {
		const stream = contents?.lookup(index);
		return stream instanceof PDFRawStream
			? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
			: '';
	}).join('\n');
}

describe('a drawn signature', () => {
	test('stands in the signed PDF as lines, as large as its field allows, and on the signature page', async () => {
		const signature = await createSignature(rig, {
			...recipients(ADA),
			...widgetsOf(0, [SIGNATURE]),
		});
		const { documents } = await sign(signature, { 'values[0]': '', 'drawings[0]': PATH });
		expect(documents).toEqual(['completed']);
		const pages = await signedPages(signature);
		// The field is 120 by 40 points, 40 from the left and 100 from below; the drawing is 600 by 240.
		const lines = '60 24 m\n300 216 l\n540 24 l';
		const onPage = drawnOn(pages[0] as PDFPage).replace(/\.0+(?= )/g, '');
		expect(onPage).toContain(lines);
		expect(onPage).toMatch(/1 0 0 1 40 100 cm[^]*0\.1666\d* 0 0 -0\.1666\d* 0 0 cm[^]*60 24 m/);
		expect(drawnOn(pages.at(-1) as PDFPage)).toContain(lines);
	});

	test('may be the only signature of a signer without widgets', async () => {
		const signature = await createSignature(rig, recipients(ADA));
		expect(await sign(signature, { 'drawings[0]': PATH })).toEqual({
			status: 200,
			documents: ['completed'],
		});
		const pages = await signedPages(signature);
		expect(drawnOn(pages[0] as PDFPage)).not.toContain('60 24 m');
		expect(drawnOn(pages.at(-1) as PDFPage)).toContain('60 24 m');
	});

	test.each([
		['other commands', 'M1 1C2 2 3 3 4 4'],
		['no line', 'M1 1'],
		['points beyond the pad', 'M1 1L601 1'],
		['markup', 'M1 1L2 2"><script>'],
		['more lines than anybody draws', `M1 1${'L2 2'.repeat(10_001)}`],
	])('with %s is refused, and nothing is signed', async (_, path) => {
		const signature = await createSignature(rig, recipients(ADA));
		expect(await sign(signature, { 'drawings[0]': path })).toEqual({
			status: 400,
			documents: ['ready'],
		});
	});

	test('counts for signatures only', async () => {
		const text = { ...SIGNATURE, type: 'text', left: '60' };
		const signature = await createSignature(rig, {
			...recipients(ADA),
			...widgetsOf(0, [SIGNATURE, text]),
		});
		const { status } = await sign(signature, { 'drawings[0]': PATH, 'drawings[1]': PATH });
		expect(status).toBe(422);
	});
});
