import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { zipSync } from 'fflate';
import { BinaryDataService } from 'n8n-core';
import { bytesOf, runNode, startEngine } from '../engine/engine';
import { chunked, cut, file, stalled, untilClosed, type Send } from '../engine/fileAnswers';
import { documentParameters, pdfOf } from '../engine/fixtures';
import { answer, downloads, scriptedServer } from '../engine/scriptedServer';

/** Stands for a proxy between n8n and the service that spoils downloads; the local service never does. */
const server = scriptedServer();
const PDF = 'application/pdf';
const NOT_A_PDF = "Signaturit's address answered with something other than a PDF file";
const BROKEN = 'The connection to Signaturit broke off before the answer was complete';
const NOT_WHOLE = 'The file that arrived is not a whole PDF';

let pdf: Buffer;
/** The same document after a change, which is written behind its end. */
let revised: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A contract');
	revised = Buffer.concat([pdf, Buffer.from('\n% changed\nstartxref\n9\n%%EOF\n')]);
});

const download = async (operation = 'downloadSigned', options = {}) =>
	await runNode({
		parameters: documentParameters(operation, 's', 'd', { options }),
		credential: server.credential,
	});

const serve = (...sends: Send[]) => {
	server.answers = sends.map((send) => (_, response) => send(response));
};

const expectFile = async (bytes: Buffer, field = 'data') => {
	const { items, error } = await download();
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect((await bytesOf(items[0]?.binary?.[field])).equals(bytes)).toBe(true);
};

const expectError = async (message: string, options = {}) => {
	const { items, error, record } = await download('downloadSigned', options);
	expect(error?.message).toBe(message);
	expect(items).toEqual([]);
	expect(inspect({ error, record }, { depth: Infinity })).not.toContain('a-token');
	return error;
};

describe.each(['default', 'filesystem'] as const)(
	'a download with binary data in the mode %s',
	(mode) => {
		beforeAll(async () => await startEngine(mode));

		it('is judged without reading back what was stored', async () => {
			const store = Container.get(BinaryDataService);
			const reads = [jest.spyOn(store, 'getAsStream'), jest.spyOn(store, 'getAsBuffer')];
			serve(file(pdf));
			const { items } = await download();
			expect(items).toHaveLength(1);
			for (const read of reads) {
				expect(read).not.toHaveBeenCalled();
				read.mockRestore();
			}
		});

		it('fails when only half of the PDF arrives and the connection ends without an error', async () => {
			serve(untilClosed(pdf.subarray(0, 300)));
			const error = await expectError(NOT_WHOLE);
			expect(error?.description).toContain('It was not kept');
		});

		it('fails when fewer bytes arrive than were announced, after three tries', async () => {
			serve(cut(revised));
			await expectError(BROKEN);
			expect(downloads(server)).toHaveLength(3);
		});

		it('gives the whole file when an earlier try broke off', async () => {
			serve(cut(revised), cut(revised), file(revised));
			await expectFile(revised);
		});

		it('leaves no connection open from a try that broke off', async () => {
			serve(cut(revised), file(revised));
			await download();
			expect(server.received[0]?.socket.destroyed).toBe(true);
		});

		it('fails when a web page has the marks of a PDF in it', async () => {
			serve(file(Buffer.from('<html>%PDF- %%EOF</html>')));
			await expectError(NOT_A_PDF);
		});

		it('fails when the end of the PDF is missing', async () => {
			serve(file(pdf.subarray(0, -6)));
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
			serve((response) => response.writeHead(206, { 'Content-Type': PDF }).end(pdf));
			await expectError(NOT_WHOLE);
		});

		it('fails when a whole file is said to be a part, and when its MD5 is another', async () => {
			const [part, md5] = [{ 'Content-Range': 'bytes 0-9/9999' }, { 'Content-MD5': 'AAAA' }];
			for (const header of [part, md5]) {
				serve(file(pdf, { 'Content-Type': PDF, ...header }));
				await expectError(NOT_WHOLE);
			}
		});

		it('is taken when its MD5 is right', async () => {
			const right = createHash('md5').update(pdf).digest('base64');
			serve(file(pdf, { 'Content-Type': PDF, 'Content-MD5': right }));
			await expectFile(pdf);
		});

		it.each([
			['is cut off', (bytes: Buffer) => file(bytes.subarray(0, -6))],
			['breaks off', (bytes: Buffer) => cut(bytes)],
			['is something else', () => file(Buffer.from('{"message":"No"}'))],
		])('leaves nothing in n8n when it %s', async (_, send) => {
			const stored = jest.spyOn(Container.get(BinaryDataService), 'store');
			serve(send(revised));
			await download();
			expect(stored).not.toHaveBeenCalled();
			stored.mockRestore();
		});

		it('is stored as it arrives when it is large and does not say how long it is', async () => {
			const large = Buffer.concat([
				Buffer.from('%PDF-1.7\n'),
				Buffer.alloc(33 * 1024 * 1024),
				revised,
			]);
			serve(chunked(large));
			await expectFile(large);
			expect(downloads(server)).toHaveLength(2);
		});

		it.each([
			['ends early', () => gzipSync(pdf).subarray(0, 200), NOT_WHOLE],
			['is damaged', () => pdf, BROKEN],
		])('fails when an answer that nobody asked to compress %s', async (_, body, message) => {
			serve(file(body(), { 'Content-Type': PDF, 'Content-Encoding': 'gzip' }));
			await expectError(message);
		});

		it('fails and ends the connection when it stands still until its time is over', async () => {
			let closed: Promise<unknown> | undefined;
			serve((response) => {
				closed = new Promise((resolve) => response.once('close', resolve));
				stalled(pdf.subarray(0, 300))(response);
			});
			await expectError('Signaturit did not answer in time', { timeout: 1 });
			await closed;
		});
	},
);

describe('an answer to a download', () => {
	it.each([
		['application/pdf'],
		['application/octet-stream'],
		['binary/octet-stream'],
		['application/x-pdf'],
		['application/force-download'],
		['text/plain; charset=utf-8'],
		['application/zip'],
		['nonsense'],
	])('is taken by its bytes when its type is %s', async (type) => {
		serve(file(pdf, { 'Content-Type': type }));
		await expectFile(pdf);
	});

	it('is taken by its bytes when it has no type', async () => {
		serve(file(pdf, {}));
		await expectFile(pdf);
	});

	it.each(['text/html', 'application/xhtml+xml; charset=utf-8'])(
		'is an error with status 200 when it is a login page (%s)',
		async (type) => {
			server.answers = [answer(200, '<html>Log in</html>', type)];
			await expectError(NOT_A_PDF);
		},
	);

	it.each(['application/json', 'application/problem+json', 'application/octet-stream'])(
		"is an error in the service's words when they come with status 200 (%s)",
		async (type) => {
			server.answers = [answer(200, '{"message":"The document is locked"}', type)];
			await expectError('The document is locked');
		},
	);

	it('has the status that stands in its body', async () => {
		server.answers = [answer(200, '{"status_code":423,"message":"The document is locked"}')];
		const error = await expectError('The document is locked');
		expect(error?.httpCode).toBe('423');
	});

	it('is an error when it is JSON without words', async () => {
		server.answers = [answer(200, '{"id":"d1"}')];
		await expectError(NOT_A_PDF);
	});

	it('is an archive without files when it is an empty ZIP', async () => {
		const zip = Buffer.from(zipSync({}));
		serve(file(zip, { 'Content-Type': 'application/zip' }));
		const { items, error } = await download('downloadAttachments');
		expect(error).toBeUndefined();
		const stored = items[0]?.binary?.data;
		expect(stored).toMatchObject({ mimeType: 'application/zip', bytes: 22 });
		expect((await bytesOf(stored)).equals(zip)).toBe(true);
	});
});

describe('a PDF with a later version inside it', () => {
	it.each([
		['says its length', file],
		['is sent in chunks', chunked],
	])('is downloaded once when the answer %s', async (_, send) => {
		serve(send(revised));
		await expectFile(revised);
		expect(downloads(server)).toHaveLength(1);
	});

	it('is downloaded twice and compared when only the end of the connection ends the answer', async () => {
		serve(untilClosed(revised));
		await expectFile(revised);
		expect(downloads(server)).toHaveLength(2);
	});

	it('is downloaded until two downloads are the same when one was cut off after the first version', async () => {
		serve(untilClosed(pdf), untilClosed(revised));
		await expectFile(revised);
		expect(downloads(server)).toHaveLength(3);
	});

	it('is taken as it is when a later answer says where it ends', async () => {
		serve(untilClosed(pdf), file(revised));
		await expectFile(revised);
		expect(downloads(server)).toHaveLength(2);
	});

	it('is an error when no two downloads are the same', async () => {
		const third = Buffer.concat([revised, Buffer.from('startxref\n9\n%%EOF\n')]);
		serve(untilClosed(pdf), untilClosed(revised), untilClosed(third));
		const error = await expectError('It cannot be proven that the whole PDF arrived');
		expect(error?.description).toContain('None was kept');
		expect(downloads(server)).toHaveLength(3);
	});
});
