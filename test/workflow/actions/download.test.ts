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

const PDF = 'application/pdf';
const NOT_A_PDF = "Signaturit's address answered with something other than a PDF file";
const BROKEN = 'The connection to Signaturit broke off before the answer was complete';
const NOT_WHOLE = 'The file that arrived is not a whole PDF';
const UNPROVEN = 'It cannot be proven that the whole PDF arrived';

/** Stands for a proxy between n8n and the service that spoils downloads; the local service never does. */
const server = scriptedServer();
/** A document, and the same one after a change, which is written behind its end. */
const files: Record<'pdf' | 'revised', Buffer> = { pdf: Buffer.of(), revised: Buffer.of() };

beforeAll(async () => {
	files.pdf = await pdfOf('A contract');
	const change = Buffer.from('\n% changed\nstartxref\n9\n%%EOF\n');
	files.revised = Buffer.concat([files.pdf, change]);
});

const download = async (operation = 'downloadSigned', options = {}) =>
	await runNode({
		parameters: documentParameters(operation, 's', 'd', { options }),
		credential: server.credential,
	});

const serve = (...sends: Send[]) => {
	server.answers = sends.map((send) => (_, response) => send(response));
};

const expectFile = async (bytes: Buffer) => {
	const { items, error } = await download();
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect((await bytesOf(items[0]?.binary?.data)).equals(bytes)).toBe(true);
};

/** Downloads what was served, which must fail and leave nothing in n8n. */
const expectError = async (message: string, options = {}) => {
	const stored = jest.spyOn(Container.get(BinaryDataService), 'store');
	const { items, error, record } = await download('downloadSigned', options);
	expect(error?.message).toBe(message);
	expect(items).toEqual([]);
	expect(stored).not.toHaveBeenCalled();
	stored.mockRestore();
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
			serve(file(files.pdf));
			const { items } = await download();
			expect(items).toHaveLength(1);
			for (const read of reads) {
				expect(read).not.toHaveBeenCalled();
				read.mockRestore();
			}
		});

		const compressed = (body: Buffer) =>
			file(body, { 'Content-Type': PDF, 'Content-Encoding': 'gzip' });

		it.each<[string, string, () => Send]>([
			['its end is missing', NOT_WHOLE, () => file(files.pdf.subarray(0, -6))],
			[
				'it is whole, but only the end of the connection ends it',
				UNPROVEN,
				() => untilClosed(files.pdf),
			],
			['nothing comes before the connection ends', UNPROVEN, () => untilClosed(Buffer.of())],
			[
				'a web page has the marks of a PDF in it',
				NOT_A_PDF,
				() => file(Buffer.from('<html>%PDF- %%EOF</html>')),
			],
			[
				'a part is answered that nobody asked for',
				NOT_WHOLE,
				() => (response) => response.writeHead(206, { 'Content-Type': PDF }).end(files.pdf),
			],
			[
				'a whole file is said to be a part',
				NOT_WHOLE,
				() => file(files.pdf, { 'Content-Type': PDF, 'Content-Range': 'bytes 0-9/9999' }),
			],
			[
				'its MD5 is another',
				NOT_WHOLE,
				() => file(files.pdf, { 'Content-Type': PDF, 'Content-MD5': 'AAAA' }),
			],
			[
				'compression that nobody asked for ends early',
				NOT_WHOLE,
				() => compressed(gzipSync(files.pdf).subarray(0, 200)),
			],
			['compression that nobody asked for is damaged', BROKEN, () => compressed(files.pdf)],
		])('fails and leaves nothing in n8n when %s', async (_, message, send) => {
			serve(send());
			await expectError(message);
		});

		it('fails, and says that it was not kept, when it is not whole', async () => {
			serve(file(files.pdf.subarray(0, -6)));
			expect((await expectError(NOT_WHOLE))?.description).toContain('It was not kept');
		});

		it('fails when fewer bytes arrive than were announced, after three tries', async () => {
			serve(cut(files.revised));
			await expectError(BROKEN);
			expect(downloads(server)).toHaveLength(3);
		});

		it('gives the whole file when earlier tries broke off, whose connections are closed', async () => {
			serve(cut(files.revised), cut(files.revised), file(files.revised));
			await expectFile(files.revised);
			const broken = server.received.slice(0, 2).map(({ socket }) => socket.destroyed);
			expect(broken).toEqual([true, true]);
		});

		it.each([204, 200])('fails when the answer is empty, with status %d', async (status) => {
			serve((response) => response.writeHead(status, { 'Content-Type': PDF }).end());
			const error = await expectError('Signaturit answered without a PDF file');
			expect(error?.httpCode).toBe('204');
		});

		it('is taken when its MD5 is right', async () => {
			const right = createHash('md5').update(files.pdf).digest('base64');
			serve(file(files.pdf, { 'Content-Type': PDF, 'Content-MD5': right }));
			await expectFile(files.pdf);
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

describe('an answer to a download', () => {
	it.each([
		'application/pdf',
		'application/octet-stream',
		'binary/octet-stream',
		'application/x-pdf',
		'application/force-download',
		'text/plain; charset=utf-8',
		'application/zip',
		'nonsense',
		undefined,
	])('is taken by its bytes when its type is %s', async (type) => {
		serve(file(files.pdf, type === undefined ? {} : { 'Content-Type': type }));
		await expectFile(files.pdf);
	});

	it.each([
		['a login page', NOT_A_PDF, '<html>Log in</html>', 'text/html'],
		['a login page', NOT_A_PDF, '<html>Log in</html>', 'application/xhtml+xml; charset=utf-8'],
		['JSON without words', NOT_A_PDF, '{"id":"d1"}', 'application/json'],
	])('is an error with status 200 when it is %s: %s', async (_, message, body, type) => {
		server.answers = [answer(200, body, type)];
		await expectError(message);
	});

	const LOCKED = 'The document is locked';

	it.each(['application/json', 'application/problem+json', 'application/octet-stream'])(
		"is an error in the service's words when they come with status 200 (%s)",
		async (type) => {
			server.answers = [answer(200, JSON.stringify({ message: LOCKED }), type)];
			await expectError(LOCKED);
		},
	);

	it('has the status that stands in its body', async () => {
		server.answers = [answer(200, JSON.stringify({ status_code: 423, message: LOCKED }))];
		expect((await expectError(LOCKED))?.httpCode).toBe('423');
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
		serve(send(files.revised));
		await expectFile(files.revised);
		expect(downloads(server)).toHaveLength(1);
	});

	it('is refused, and downloaded once, when only the end of the connection ends the answer', async () => {
		serve(untilClosed(files.revised));
		const error = await expectError(UNPROVEN);
		expect(error?.description).toContain('It was not kept');
		expect(error?.description).toContain('pass on the header Content-Length');
		expect(downloads(server)).toHaveLength(1);
	});
});
