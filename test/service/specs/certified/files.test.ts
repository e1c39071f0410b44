import { createHash } from 'node:crypto';

import { rigForEach } from '../support/rig';
import { answer, form, refusal } from '../support/wire';

const rig = rigForEach();

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const upload = async (bytes: Buffer, fields: Record<string, string> = {}) =>
	answer(
		await rig.http.post(
			'/v3/files.json',
			form(fields, [{ field: 'file', name: 'log.bin', bytes, type: 'application/octet-stream' }]),
		),
	) as { status: number; data: Record<string, unknown> };

describe('certified files', () => {
	test('a file of any kind is certified with digest, name and size, and can be read later', async () => {
		const bytes = Buffer.from('anything');
		const { status, data } = await upload(bytes);
		expect(status).toBe(201);
		expect(data).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			created_at: expect.stringMatching(/\+0000$/),
			md5: md5(bytes),
			name: 'log.bin',
			size: 8,
		});
		expect((await rig.http.get(`/v3/files/${String(data.id)}.json`)).data).toEqual(data);
		expect((await rig.http.get('/v3/files/none.json')).status).toBe(404);
	});

	test('a file sent in chunks under the key of the first answer is certified as a whole', async () => {
		const [one, two, three] = [Buffer.from('one-'), Buffer.from('two-'), Buffer.from('three')];
		const whole = Buffer.concat([one, two, three]);
		const first = await upload(one, { chunk: '1', chunks: '3' });
		expect(first.data).toEqual({
			id: expect.any(String),
			created_at: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
			name: 'log.bin',
			chunk: 1,
			total_chunks: 3,
			upload_key: expect.any(String),
			completed: false,
		});
		const upload_key = String(first.data.upload_key);
		const second = { chunk: '2', chunks: '3', upload_key };
		expect((await upload(two, second)).data).toMatchObject({ chunk: 2 });
		const again = await upload(two, second);
		expect(again).toMatchObject({ status: 201, data: { chunk: 2, completed: false } });
		const { data } = await upload(three, { chunk: '3', chunks: '3', upload_key });
		expect(data).toMatchObject({ completed: true, md5: md5(whole), size: whole.length });
		const later = await rig.http.get<object>(`/v3/files/${String(data.id)}.json`);
		expect(later.data).toMatchObject({ md5: md5(whole) });
	});

	test('an upload in chunks uses the key that the client chooses', async () => {
		const first = await upload(Buffer.from('a'), { chunk: '1', chunks: '2', upload_key: 'mine' });
		expect(first.data.upload_key).toBe('mine');
	});

	test.each([
		['a chunk out of order', { chunk: '3', chunks: '3', upload_key: 'k' }, 'Invalid chunk'],
		['a chunk with another total', { chunk: '2', chunks: '4', upload_key: 'k' }, 'Invalid chunks'],
		['a second chunk without upload_key', { chunk: '2', chunks: '3' }, 'Invalid upload_key'],
		[
			'a chunk with an unknown upload_key',
			{ chunk: '2', chunks: '3', upload_key: 'x' },
			'Invalid upload_key',
		],
		['chunk 0', { chunk: '0', chunks: '3', upload_key: 'k' }, 'Invalid chunk'],
		['a chunk beyond the last', { chunk: '4', chunks: '3', upload_key: 'k' }, 'Invalid chunk'],
		['a chunk without a total', { chunk: '2', upload_key: 'k' }, 'Invalid chunks'],
		['a file with an unknown parameter', { part: '2' }, 'Unknown parameter part'],
	])('uploading %s answers 400', async (_what, fields, message) => {
		await upload(Buffer.from('a'), { chunk: '1', chunks: '3', upload_key: 'k' });
		const refused = await upload(Buffer.from('b'), fields as unknown as Record<string, string>);
		expect(refused).toMatchObject(refusal(message));
	});

	test('uploading no file or a file of more than 15 MB answers 400', async () => {
		expect((await rig.http.post('/v3/files.json', form({ file: 'text' }))).status).toBe(400);
		const tooLarge = await upload(Buffer.alloc(15 * 1024 * 1024 + 1));
		expect(tooLarge).toMatchObject(refusal('Invalid file size'));
	});
});
