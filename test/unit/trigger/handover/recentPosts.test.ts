import { EventEmitter } from 'node:events';
import { RecentPosts } from '../../../../nodes/Signaturit/trigger/handover/recentPosts';

/** An answer that ends when the test says so. */
class FakeAnswer extends EventEmitter {
	statusCode = 200;
	writableFinished = false;

	end(statusCode: number): void {
		Object.assign(this, { statusCode, writableFinished: true });
		this.emit('close');
	}
}

describe('RecentPosts', () => {
	let now: number;
	let posts: RecentPosts;

	beforeEach(() => {
		now = 0;
		posts = new RecentPosts(() => now);
	});

	it('makes copies wait for the answer to the first post, and gives them its status', async () => {
		const first = new FakeAnswer();
		expect(posts.enter('a', first)).toBeUndefined();
		const copies = [posts.enter('a', new FakeAnswer()), posts.enter('a', new FakeAnswer())];
		first.end(200);
		expect(await Promise.all(copies)).toEqual([200, 200]);
		expect(await posts.enter('a', new FakeAnswer())).toBe(200);
	});

	it('treats a different post as new', () => {
		posts.enter('a', new FakeAnswer());
		expect(posts.enter('b', new FakeAnswer())).toBeUndefined();
	});

	it.each([403, 500, 503])(
		'gives waiting copies the status %d and then forgets the post',
		async (status) => {
			const first = new FakeAnswer();
			posts.enter('a', first);
			const copy = posts.enter('a', new FakeAnswer());
			first.end(status);
			expect(await copy).toBe(status);
			expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
		},
	);

	it('forgets a post whose caller disconnected before the answer', async () => {
		const first = new FakeAnswer();
		posts.enter('a', first);
		const copy = posts.enter('a', new FakeAnswer());
		first.emit('close');
		expect(await copy).toBeUndefined();
		expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('forgets a post after a minute, and when forget is called', async () => {
		posts.enter('a', new FakeAnswer());
		now = 60_000;
		expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
		posts.forget('a');
		expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('keeps a newer post when an older one with the same key fails late', async () => {
		const [old, young] = [new FakeAnswer(), new FakeAnswer()];
		posts.enter('a', old);
		now = 60_000;
		posts.enter('a', young);
		old.end(503);
		await new Promise(setImmediate);
		expect(posts.enter('a', new FakeAnswer())).toBeDefined();
	});

	it('remembers at most 1,000 posts and drops the oldest first', () => {
		for (let post = 0; post < 5_000; post++) posts.enter(String(post), new FakeAnswer());
		expect(posts.size).toBe(1_000);
		expect(posts.enter('4999', new FakeAnswer())).toBeDefined();
		expect(posts.enter('0', new FakeAnswer())).toBeUndefined();
	});
});
