import { ADA } from '../../people';
import { bytesOf, runNode } from '../engine/engine';
import { chunked, cut, file, untilClosed, type Send } from '../engine/fileAnswers';
import { createSignature, documentParameters, pdfOf, recipients } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { scriptedServer } from '../engine/scriptedServer';
import { docOf, docxOf } from '../engine/wordFiles';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const NOT_WHOLE = 'The file that arrived is not a whole document';

const files = {
	pdf: { mimeType: 'application/pdf', make: async () => await pdfOf('A contract') },
	doc: { mimeType: 'application/msword', make: async () => docOf() },
	docx: { mimeType: DOCX, make: async () => docxOf('A contract') },
};
type Ending = keyof typeof files;
const endings = Object.keys(files) as Ending[];

describe('Download Uploaded', () => {
	const local = localService();

	const createWith = async (ending: Ending) => {
		const content = await files[ending].make();
		const file = {
			field: 'files[0]',
			name: `contract.${ending}`,
			bytes: content,
			type: 'application/octet-stream',
		};
		const { id, documents } = await createSignature(local, recipients(ADA), [file]);
		return { content, id, documentId: documents[0]?.id ?? '' };
	};

	const download = async (id: string, documentId: string) =>
		await runNode({
			parameters: documentParameters('downloadUploaded', id, documentId, {
				binaryPropertyName: 'got',
			}),
			credential: local.credential,
		});

	it.each(endings)(
		'gives a %s as it was uploaded, with its own media type and ending',
		async (ending) => {
			const { content, id, documentId } = await createWith(ending);
			const { items, error } = await download(id, documentId);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toEqual({ signatureId: id, documentId });
			expect(items[0]?.binary?.got).toMatchObject({
				mimeType: files[ending].mimeType,
				fileExtension: ending,
				fileName: `contract – ${ADA.name} – uploaded.${ending}`,
			});
			expect((await bytesOf(items[0]?.binary?.got)).equals(content)).toBe(true);
		},
	);

	it('asks for the ID of the document, not of the request', async () => {
		const { id, documentId } = await createWith('pdf');
		await local.control.clearRequests();
		await download(id, documentId);
		const [request] = await local.control.requests();
		expect(request?.path).toBe(`/v3/documents/${documentId}/download/uploaded`);
	});

	it("says in the service's words that there is no such document", async () => {
		const { id } = await createWith('pdf');
		const { items, error } = await download(id, 'none');
		expect(error?.message).toBe('Document not found');
		expect(items).toEqual([]);
	});
});

describe('an uploaded file that a proxy spoils', () => {
	const server = scriptedServer();

	const download = async (...sends: Send[]) => {
		server.answers = sends.map((send) => (_, response) => send(response));
		return await runNode({
			parameters: documentParameters('downloadUploaded', 's', 'd'),
			credential: server.credential,
		});
	};

	it.each(endings)('is not kept when the end of the %s is missing', async (ending) => {
		const content = await files[ending].make();
		const half = content.subarray(0, content.length - 600);
		for (const send of [file(half), chunked(half), untilClosed(half)]) {
			const { items, error } = await download(send);
			expect(error?.message).toBe(NOT_WHOLE);
			expect(items).toEqual([]);
		}
	});

	it('is not kept when the connection breaks off', async () => {
		const { items, error } = await download(cut(docOf()));
		expect(error?.message).toContain('broke off before the answer was complete');
		expect(items).toEqual([]);
	});

	it.each(endings)('is named by what the %s is when nobody tells its name', async (ending) => {
		const { items, error } = await download(
			file(await files[ending].make(), { 'Content-Type': 'application/octet-stream' }),
		);
		expect(error).toBeUndefined();
		expect(items[0]?.binary?.data).toMatchObject({
			fileName: `d – uploaded.${ending}`,
			fileExtension: ending,
			mimeType: files[ending].mimeType,
		});
	});

	it("is an error in the service's words when these come with status 200", async () => {
		const words = Buffer.from('{"message":"The file is gone"}');
		const { items, error } = await download(file(words, { 'Content-Type': 'text/plain' }));
		expect(error?.message).toBe('The file is gone');
		expect(items).toEqual([]);
	});
});
