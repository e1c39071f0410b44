import { wordOnline } from '../../../files/others';
import { ADA } from '../../../people';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { answer, createSignature, download, pdfFile, recipients } from '../support/wire';

const rig = rigForEach();

const pathOf = (documentId = '') => `/v3/documents/${documentId}/download/uploaded`;

describe('the uploaded file of a document', () => {
	test('is answered by the id of the document, with its bytes and its name', async () => {
		const files = [pdfFile(await pdfOf('First'), 0), pdfFile(await pdfOf('Second'), 1)];
		const { documents } = await createSignature(rig, recipients(ADA), files);
		for (const [index, { bytes, name }] of files.entries()) {
			const got = await download(rig, pathOf(documents[index]?.id));
			expect(got).toMatchObject({ status: 200, type: 'application/pdf' });
			expect(got.bytes.equals(bytes)).toBe(true);
			expect(got.disposition).toContain(`filename="${name}"`);
		}
	});

	test.each([
		[
			'b.doc',
			'application/msword',
			Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
		],
		// Word Online names the main part document2.xml.
		[
			'a.docx',
			'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
			wordOnline,
		],
	])('is a Word file when one was uploaded: %s (%s)', async (name, type, bytes) => {
		const { documents } = await createSignature(rig, recipients(ADA), [
			{ field: 'files[0]', name, bytes },
		]);
		const got = await download(rig, pathOf(documents[0]?.id));
		expect(got.type).toBe(type);
		expect(got.bytes.equals(bytes)).toBe(true);
	});

	test("a document of a template has the template's file", async () => {
		const { documents } = await createSignature(
			rig,
			{ ...recipients(ADA), 'templates[0]': '#Consent' },
			[],
		);
		const got = await download(rig, pathOf(documents[0]?.id));
		expect(got.disposition).toContain('filename="Consent.pdf"');
	});

	test('of a document that does not exist answers 404, and so does the id of a request', async () => {
		const { id } = await createSignature(rig, recipients(ADA));
		for (const other of ['none', id]) {
			expect(answer(await rig.http.get(pathOf(other)))).toEqual({
				status: 404,
				data: { status_code: 404, message: 'Document not found' },
			});
		}
	});
});
