import { PassThrough, Readable } from 'node:stream';
import {
	jsonOf,
	textOf,
	textOfRefusal,
	unreadable,
} from '../../../nodes/Signaturit/transport/exchange';
import { delays } from '../../../nodes/Signaturit/transport/deadline';

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
		});
		expect(sent).toBeLessThan(100);
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
