import { ADA } from '../../people';
import { attacks } from '../../files/attacks';
import { contract, noPdfs, readAsText } from '../../files/others';
import { bytesOf, runNode, storedFile } from '../engine/engine';
import { file } from '../engine/fileAnswers';
import { createParameters, documentParameters, itemWithPdf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { scriptedServer } from '../engine/scriptedServer';
import { docxOf } from '../engine/wordFiles';

const onLastPage = { widget: [{ type: 'signature', place: 'bottomLeft' }] };
const recipients = { recipient: [{ ...ADA, widgets: onLastPage }] };

/** The size of files that were made to stop n8n. A proof has larger ones (.ci/prove). */
const SIZE = process.env.FILES === 'all' ? 1 : 0.1;

describe('a file from a stranger', () => {
	const local = localService();

	const create = async (content: Buffer, name = 'contract.pdf', changes = {}) =>
		await runNode({
			parameters: createParameters(changes),
			credential: local.credential,
			items: [await itemWithPdf(name, content)],
		});

	it.each(Object.keys(attacks))('that is %s stops neither n8n nor the service', async (name) => {
		await create(attacks[name]?.(SIZE) as Buffer, 'contract.pdf', { recipients });
		const { items, error } = await create(contract, 'contract.pdf', { recipients });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	it('is not read when no widget asks for a page', async () => {
		const words = '/Encrypt is a word';
		const { error } = await create(Buffer.from(`%PDF-1.7\n${words}\n%%EOF`));
		expect(error?.message).toBe('Invalid pdf');
	});

	it('is refused once, by its name, when a widget needs its last page and it is no PDF', async () => {
		const { error } = await create(docxOf('A contract'), 'letter.docx', { recipients });
		expect(error?.message).toBe(
			'Place: the last page of "letter.docx" is not known: only those of PDFs are counted. Choose At a Position on a Page, or At a Word in the Document',
		);
	});

	it('is refused when it was read as text', async () => {
		const { error } = await create(readAsText(contract), 'contract.pdf', { recipients });
		expect(error?.message).toBe(
			'Input Binary Field(s): "contract.pdf" was read as text on its way here: choose File as the response format of the node before',
		);
	});

	it.each(Object.entries(noPdfs))('is certified when it is %s', async (name, content) => {
		const upload = { resource: 'certifiedFile', operation: 'upload' };
		const binary = { data: await storedFile(content, name) };
		const { items, error, hints } = await runNode({
			parameters: upload,
			credential: local.credential,
			items: [{ json: {}, binary }],
		});
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(items[0]?.json).toMatchObject({ fileName: name, size: content.length });
	});
});

describe('a download', () => {
	const server = scriptedServer();

	it.each<[string, Buffer]>([
		[
			'a DOCX with a line end behind it',
			Buffer.concat([docxOf('A contract'), Buffer.from('\r\n')]),
		],
		['a PDF with bytes before and behind it', Buffer.from(`From a fax\n${contract}\nThe end`)],
		...Object.entries(attacks).map(([name, make]) => [name, make(SIZE)] as [string, Buffer]),
	])('gives %s as it was sent', async (_, content) => {
		server.answers = [(__, response) => file(content)(response)];
		const { items, error } = await runNode({
			parameters: documentParameters('downloadUploaded', 's', 'd'),
			credential: server.credential,
		});
		expect(error).toBeUndefined();
		expect((await bytesOf(items[0]?.binary?.data)).equals(content)).toBe(true);
	});
});
