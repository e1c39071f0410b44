import { PassThrough, Readable } from 'node:stream';
import { constants, createGunzip, gzipSync } from 'node:zlib';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import {
	bytesOf,
	jsonOf,
	mediaType,
	redirectTarget,
	saysItsEnd,
	textOf,
	textOfRefusal,
	unreadable,
} from '../../../nodes/Signaturit/transport/exchange';

/** An answer that is decompressed as n8n's HTTP client does it: also when it is cut off. */
function decompressed(bytes: Uint8Array) {
	const stream = createGunzip({
		flush: constants.Z_SYNC_FLUSH,
		finishFlush: constants.Z_SYNC_FLUSH,
	});
	stream.end(bytes);
	return stream;
}

const gzipped = gzipSync('Words');
/** The header of the compression alone, which Node decompresses to nothing, without an error. */
const cutOff = gzipped.subarray(0, 10);
const damaged = { code: 'ANSWER_DAMAGED', message: 'The compressed answer is damaged' };

describe('mediaType', () => {
	it.each([
		['application/pdf', 'application/pdf'],
		['Application/PDF ; charset=UTF-8; q=1', 'application/pdf'],
		[' text/html', 'text/html'],
		['', ''],
		[undefined, ''],
		[['application/pdf'], ''],
	])('of the header %j is "%s"', (header, type) => {
		expect(mediaType({ 'content-type': header })).toBe(type);
	});
});

describe('saysItsEnd', () => {
	it.each([
		[true, 200, { 'content-length': '0' }],
		[true, 200, { 'transfer-encoding': 'gzip, Chunked' }],
		[true, 204, {}],
		[false, 200, {}],
		[false, 200, { 'transfer-encoding': 'identity' }],
		[false, 200, { 'transfer-encoding': 'chunked, gzip' }],
	])('is %s for status %d with %j', (expected, statusCode, headers) => {
		expect(saysItsEnd({ statusCode, headers })).toBe(expected);
	});
});

describe('bytesOf', () => {
	const pieces = () => Readable.from([Buffer.from('abc'), Buffer.from('de')]);

	it('are all bytes of a stream that has no more than wanted', async () => {
		expect(await bytesOf(pieces(), 5)).toEqual(Buffer.from('abcde'));
		expect(await bytesOf(Readable.from([]), 0)).toEqual(Buffer.alloc(0));
	});

	it('are undefined for a stream that has one more', async () => {
		expect(await bytesOf(pieces(), 4)).toBeUndefined();
	});
});

describe('jsonOf', () => {
	it('tells an empty answer from one that is not JSON', () => {
		expect(jsonOf(' \n')).toBeUndefined();
		expect(jsonOf('<html>')).toBe(unreadable);
		expect(jsonOf('{"id":"s1"')).toBe(unreadable);
		expect(jsonOf('null')).toBeNull();
		expect(jsonOf('{"id":"s1"}')).toEqual({ id: 's1' });
	});
});

describe('textOf', () => {
	it('joins the pieces of an answer, also inside a letter, and drops the mark before it', async () => {
		const bytes = Buffer.from('\uFEFF{"name":"Zoë"}');
		const pieces = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
		expect(await textOf(Readable.from(pieces))).toBe('{"name":"Zoë"}');
	});

	it('stops at 64 MB, whatever the answer was compressed to', async () => {
		const piece = Buffer.alloc(1024 * 1024);
		let sent = 0;
		async function* endless() {
			for (;;) {
				sent++;
				yield piece;
			}
		}
		await expect(textOf(Readable.from(endless()))).rejects.toMatchObject({
			code: 'ANSWER_TOO_LONG',
			message: 'The answer is longer than 64 MB',
		});
		expect(sent).toBeLessThan(100);
	});

	it('takes 64 MB', async () => {
		const { length } = await textOf(Readable.from([Buffer.alloc(64 * 1024 * 1024)]));
		expect(length).toBe(67_108_864);
	});

	it('takes a compressed answer, also an empty one', async () => {
		expect(await textOf(decompressed(gzipped))).toBe('Words');
		expect(await textOf(decompressed(gzipped.subarray(0, 0)))).toBe('');
		expect(await textOf(Readable.from([]))).toBe('');
	});

	it('does not take a compressed answer for empty when it was cut off', async () => {
		await expect(textOf(decompressed(cutOff))).rejects.toMatchObject(damaged);
	});

	it('throws what breaks the connection', async () => {
		const body = new PassThrough();
		body.write('{');
		body.destroy(new Error('reset'));
		await expect(textOf(body)).rejects.toThrow('reset');
	});
});

describe('textOfRefusal', () => {
	it('is empty when the text is too long', async () => {
		const piece = Buffer.alloc(65 * 1024 * 1024);
		expect(await textOfRefusal(Readable.from([piece]))).toBe('');
	});

	it('is the text when it ends soon', async () => {
		expect(await textOfRefusal(Readable.from([Buffer.from('Words')]))).toBe('Words');
	});

	it('throws what breaks the answer', async () => {
		await expect(textOfRefusal(decompressed(cutOff))).rejects.toMatchObject(damaged);
		const reset = new PassThrough();
		reset.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
		await expect(textOfRefusal(reset)).rejects.toThrow('reset');
	});

	it('is empty when the text does not end, and lets go of it', async () => {
		const { refusalText } = delays;
		delays.refusalText = 1;
		try {
			const body = new PassThrough();
			body.write('Wor');
			expect(await textOfRefusal(body)).toBe('');
			body.destroy();
		} finally {
			delays.refusalText = refusalText;
		}
	});
});

const service = 'http://127.0.0.1:8025/v3/x';
const target = (location: unknown, statusCode = 302, from = service) =>
	redirectTarget({ statusCode, headers: { location } }, from, service);

describe('redirectTarget', () => {
	it.each([301, 302, 303, 307, 308])('follows status %d to another host over https', (status) => {
		expect(target('https://files.example.com/a?b=c', status)).toBe(
			'https://files.example.com/a?b=c',
		);
	});

	it.each([200, 300, 304, 305, 404])('does not follow status %d', (status) => {
		expect(target('https://files.example.com/', status)).toBeUndefined();
	});

	it.each([
		'http://files.example.com/',
		'http://127.0.0.1:8026/',
		'ftp://127.0.0.1:8025/',
		'file:///etc/passwd',
		'data:application/pdf,x',
		'https://',
		undefined,
		['https://files.example.com/'],
	])('does not follow %j', (location) => {
		expect(target(location)).toBeUndefined();
	});

	it('follows an address at the service itself, also a relative one', () => {
		expect(target('/files/1')).toBe('http://127.0.0.1:8025/files/1');
		expect(target('http://127.0.0.1:8025/files/1')).toBe('http://127.0.0.1:8025/files/1');
	});

	it('reads a relative address from where the redirect came from', () => {
		expect(target('../b', 302, 'https://files.example.com/a/c')).toBe(
			'https://files.example.com/b',
		);
	});
});
