import { zipSync } from 'fflate';
import { bytesOf } from '../engine/engine';
import { chunked, file, untilClosed } from '../engine/fileAnswers';
import { answer, downloads } from '../engine/scriptedServer';
import { downloadsOnServer, NOT_A_PDF } from './downloadsOnServer';

const { server, files, download, serve, expectFile, expectError } = downloadsOnServer();

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
		serve(file(files.pdf, { 'Content-Type': type }));
		await expectFile(files.pdf);
	});

	it('is taken by its bytes when it has no type', async () => {
		serve(file(files.pdf, {}));
		await expectFile(files.pdf);
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
		serve(send(files.revised));
		await expectFile(files.revised);
		expect(downloads(server)).toHaveLength(1);
	});

	it('is downloaded twice and compared when only the end of the connection ends the answer', async () => {
		serve(untilClosed(files.revised));
		await expectFile(files.revised);
		expect(downloads(server)).toHaveLength(2);
	});

	it('is downloaded until two downloads are the same when one was cut off after the first version', async () => {
		serve(untilClosed(files.pdf), untilClosed(files.revised));
		await expectFile(files.revised);
		expect(downloads(server)).toHaveLength(3);
	});

	it('is taken as it is when a later answer says where it ends', async () => {
		serve(untilClosed(files.pdf), file(files.revised));
		await expectFile(files.revised);
		expect(downloads(server)).toHaveLength(2);
	});

	it('is an error when no two downloads are the same', async () => {
		const third = Buffer.concat([files.revised, Buffer.from('startxref\n9\n%%EOF\n')]);
		serve(untilClosed(files.pdf), untilClosed(files.revised), untilClosed(third));
		const error = await expectError('It cannot be proven that the whole PDF arrived');
		expect(error?.description).toContain('None was kept');
		expect(downloads(server)).toHaveLength(3);
	});
});
