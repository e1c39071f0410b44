import { readChunkAnswer } from '../../../../nodes/Signaturit/actions/certifiedFile/chunkAnswer';

/** The documented answer (docs/service.md#chunks). */
const answer = (changes = {}) => ({
	id: 'c1',
	created_at: 'Mon, 15 Aug 2016 09:51:29 +0000',
	name: 'big.bin',
	chunk: 2,
	total_chunks: 3,
	upload_key: 'k1',
	completed: false,
	...changes,
});
const file = {
	id: 'f1',
	created_at: '2016-08-15T09:51:29+0000',
	md5: 'd41d',
	name: 'big',
	size: 9,
};

describe('readChunkAnswer', () => {
	it.each([
		['the first', { chunk: 1, isLast: false }, answer({ chunk: 1 })],
		['a middle one', { chunk: 2, isLast: false, uploadKey: 'k1' }, answer()],
		['one confirmed in text', { chunk: 2, isLast: false, uploadKey: 'k1' }, answer({ chunk: '2' })],
		[
			'the last',
			{ chunk: 3, isLast: true, uploadKey: 'k1' },
			answer({ chunk: 3, completed: true }),
		],
	])('gives the key of the upload for %s', (_, sent, given) => {
		expect(readChunkAnswer(given, sent)).toEqual({ uploadKey: 'k1' });
	});

	it.each([
		['alone', file],
		['with the chunk', { ...answer({ chunk: 3, completed: true }), ...file }],
	])('takes the certified file as the answer to the last, %s', (_, given) => {
		expect(readChunkAnswer(given, { chunk: 3, isLast: true, uploadKey: 'k1' })).not.toHaveProperty(
			'fault',
		);
	});

	const middle = { chunk: 2, isLast: false, uploadKey: 'k1' };
	const last = { chunk: 2, isLast: true, uploadKey: 'k1' };
	it.each([
		['no confirmation', middle, {}, 'It does not confirm the part.'],
		['a list', middle, [], 'It does not confirm the part.'],
		['no key', middle, answer({ upload_key: '' }), 'It does not confirm the part.'],
		['the file too early', middle, file, 'It does not confirm the part.'],
		['another part', middle, answer({ chunk: 1 }), 'It confirms part 1 instead.'],
		['another key', middle, answer({ upload_key: 'k2' }), 'of another upload'],
		['the end too early', middle, answer({ completed: true }), 'although parts are left'],
		['no end', last, answer(), 'Parts are missing there'],
		['a file that is not completed', last, { ...answer(), ...file }, 'Parts are missing there'],
	])('refuses %s', (_, sent, given, words) => {
		const read = readChunkAnswer(given, sent);
		expect(read).toMatchObject({ fault: { description: expect.stringContaining(words) } });
	});
});
