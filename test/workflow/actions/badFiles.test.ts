import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { startEngine } from '../engine/engine';
import { chunked, cut, file, stalled, untilClosed } from '../engine/fileAnswers';
import { downloads } from '../engine/scriptedServer';
import { downloadsOnServer, NOT_A_PDF } from './downloadsOnServer';

const { server, files, download, serve, expectFile, expectError } = downloadsOnServer();
const PDF = 'application/pdf';
const BROKEN = 'The connection to Signaturit broke off before the answer was complete';
const NOT_WHOLE = 'The file that arrived is not a whole PDF';

describe.each(['default', 'filesystem'] as const)(
	'a download with binary data in the mode %s',
	(mode) => {
		beforeAll(async () => await startEngine(mode));

		it('is judged without reading back what was stored', async () => {
			const store = Container.get(BinaryDataService);
			const reads = [jest.spyOn(store, 'getAsStream'), jest.spyOn(store, 'getAsBuffer')];
			serve(file(files.pdf));
			const { items } = await download();
			expect(items).toHaveLength(1);
			for (const read of reads) {
				expect(read).not.toHaveBeenCalled();
				read.mockRestore();
			}
		});

		it('fails when only half of the PDF arrives and the connection ends without an error', async () => {
			serve(untilClosed(files.pdf.subarray(0, 300)));
			const error = await expectError(NOT_WHOLE);
			expect(error?.description).toContain('It was not kept');
		});

		it('fails when fewer bytes arrive than were announced, after three tries', async () => {
			serve(cut(files.revised));
			await expectError(BROKEN);
			expect(downloads(server)).toHaveLength(3);
		});

		it('gives the whole file when an earlier try broke off', async () => {
			serve(cut(files.revised), cut(files.revised), file(files.revised));
			await expectFile(files.revised);
		});

		it('leaves no connection open from a try that broke off', async () => {
			serve(cut(files.revised), file(files.revised));
			await download();
			expect(server.received[0]?.socket.destroyed).toBe(true);
		});

		it('fails when a web page has the marks of a PDF in it', async () => {
			serve(file(Buffer.from('<html>%PDF- %%EOF</html>')));
			await expectError(NOT_A_PDF);
		});

		it('fails when the end of the PDF is missing', async () => {
			serve(file(files.pdf.subarray(0, -6)));
			await expectError(NOT_WHOLE);
		});

		it.each([
			['204', 204],
			['200', 200],
		])('fails when the answer is empty, with status %s', async (_, status) => {
			serve((response) => response.writeHead(status, { 'Content-Type': PDF }).end());
			const error = await expectError('Signaturit answered without a PDF file');
			expect(error?.httpCode).toBe('204');
		});

		it('fails when a part of the PDF is answered that nobody asked for', async () => {
			serve((response) => response.writeHead(206, { 'Content-Type': PDF }).end(files.pdf));
			await expectError(NOT_WHOLE);
		});

		it('fails when a whole file is said to be a part, and when its MD5 is another', async () => {
			const [part, md5] = [{ 'Content-Range': 'bytes 0-9/9999' }, { 'Content-MD5': 'AAAA' }];
			for (const header of [part, md5]) {
				serve(file(files.pdf, { 'Content-Type': PDF, ...header }));
				await expectError(NOT_WHOLE);
			}
		});

		it('is taken when its MD5 is right', async () => {
			const right = createHash('md5').update(files.pdf).digest('base64');
			serve(file(files.pdf, { 'Content-Type': PDF, 'Content-MD5': right }));
			await expectFile(files.pdf);
		});

		it.each([
			['is cut off', (bytes: Buffer) => file(bytes.subarray(0, -6))],
			['is cut off and has no length', (bytes: Buffer) => untilClosed(bytes.subarray(0, -40))],
			['breaks off', (bytes: Buffer) => cut(bytes)],
			['is something else', () => file(Buffer.from('{"message":"No"}'))],
		])('leaves nothing in n8n when it %s', async (_, send) => {
			const stored = jest.spyOn(Container.get(BinaryDataService), 'store');
			serve(send(files.revised));
			await download();
			expect(stored).not.toHaveBeenCalled();
			stored.mockRestore();
		});

		it('is stored as it arrives when it is large and does not say how long it is', async () => {
			const large = Buffer.concat([
				Buffer.from('%PDF-1.7\n'),
				Buffer.alloc(33 * 1024 * 1024),
				files.revised,
			]);
			serve(chunked(large));
			await expectFile(large);
			expect(downloads(server)).toHaveLength(2);
		});

		it.each([
			['ends early', () => gzipSync(files.pdf).subarray(0, 200), NOT_WHOLE],
			['is damaged', () => files.pdf, BROKEN],
		])('fails when an answer that nobody asked to compress %s', async (_, body, message) => {
			serve(file(body(), { 'Content-Type': PDF, 'Content-Encoding': 'gzip' }));
			await expectError(message);
		});

		it('fails and ends the connection when it stands still until its time is over', async () => {
			let closed: Promise<unknown> | undefined;
			serve((response) => {
				closed = new Promise((resolve) => response.once('close', resolve));
				stalled(files.pdf.subarray(0, 300))(response);
			});
			await expectError('Signaturit did not answer in time', { timeout: 1 });
			await closed;
		});
	},
);
