import { mismatchOfChunkAnswer } from '../../../../nodes/Signaturit/actions/certified/certifiedFile';

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

describe('mismatchOfChunkAnswer', () => {
	it.each([
		['the first chunk', { chunk: 1, isLast: false }, answer({ chunk: 1 })],
		['a middle chunk', { chunk: 2, isLast: false, uploadKey: 'k1' }, answer()],
		[
			'a chunk whose number is answered as text',
			{ chunk: 2, isLast: false, uploadKey: 'k1' },
			answer({ chunk: '2' }),
		],
		[
			'the last chunk, which says that the upload is completed',
			{ chunk: 3, isLast: true, uploadKey: 'k1' },
			answer({ chunk: 3, completed: true }),
		],
	])('accepts the answer to %s', (_, sent, given) => {
		expect(mismatchOfChunkAnswer(given, sent)).toBeUndefined();
	});

	it.each([
		['alone', file],
		['with the fields of the chunk', { ...answer({ chunk: 3, completed: true }), ...file }],
	])('accepts the certified file as the answer to the last chunk, %s', (_, given) => {
		expect(
			mismatchOfChunkAnswer(given, { chunk: 3, isLast: true, uploadKey: 'k1' }),
		).toBeUndefined();
	});

	const middle = { chunk: 2, isLast: false, uploadKey: 'k1' };
	const last = { chunk: 2, isLast: true, uploadKey: 'k1' };
	it.each([
		['an answer without fields', middle, {}, 'The answer does not confirm the part.'],
		['a list', middle, [], 'The answer does not confirm the part.'],
		[
			'an empty upload key',
			middle,
			answer({ upload_key: '' }),
			'The answer does not confirm the part.',
		],
		[
			'the certified file before the last chunk',
			middle,
			file,
			'The answer does not confirm the part.',
		],
		[
			'the number of another chunk',
			middle,
			answer({ chunk: 1 }),
			'The answer confirms part 1 instead.',
		],
		['the key of another upload', middle, answer({ upload_key: 'k2' }), 'of another upload'],
		[
			'an upload that is completed before the last chunk',
			middle,
			answer({ completed: true }),
			'although parts are left',
		],
		[
			'an upload that is not completed after the last chunk',
			last,
			answer(),
			'Parts are missing there',
		],
		['a file that is not completed', last, { ...answer(), ...file }, 'Parts are missing there'],
	])('finds the mismatch in %s', (_, sent, given, words) => {
		expect(mismatchOfChunkAnswer(given, sent)).toContain(words);
	});
});
