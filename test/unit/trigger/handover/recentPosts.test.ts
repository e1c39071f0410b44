import { EventEmitter } from 'node:events';
import { RecentPosts } from '../../../../nodes/Signaturit/trigger/handover/recentPosts';

/** An answer that a test brings to its end. */
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

	it('lets a copy wait for the answer to the first, and get the same', async () => {
		const first = new FakeAnswer();
		expect(posts.enter('a', first)).toBeUndefined();
		const copies = [posts.enter('a', new FakeAnswer()), posts.enter('a', new FakeAnswer())];
		first.end(200);
		expect(await Promise.all(copies)).toEqual([200, 200]);
		expect(await posts.enter('a', new FakeAnswer())).toBe(200);
	});

	it('keeps different posts apart', () => {
		posts.enter('a', new FakeAnswer());
		expect(posts.enter('b', new FakeAnswer())).toBeUndefined();
	});

	it.each([403, 500, 503])('forgets a post that was answered %d', async (status) => {
		const first = new FakeAnswer();
		posts.enter('a', first);
		const copy = posts.enter('a', new FakeAnswer());
		first.end(status);
		expect(await copy).toBe(status);
		expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('forgets a post whose caller left before the answer', async () => {
		const first = new FakeAnswer();
		posts.enter('a', first);
		const copy = posts.enter('a', new FakeAnswer());
		first.emit('close');
		expect(await copy).toBeUndefined();
		expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('forgets a post after a minute, and when it is told so', async () => {
		posts.enter('a', new FakeAnswer());
		now = 60_000;
		expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
		posts.forget('a');
		expect(posts.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('does not let the late end of a post wipe out one that came after it', async () => {
		const [old, young] = [new FakeAnswer(), new FakeAnswer()];
		posts.enter('a', old);
		now = 60_000;
		posts.enter('a', young);
		old.end(503);
		await Promise.resolve();
		expect(posts.enter('a', new FakeAnswer())).toBeDefined();
	});

	it('remembers a bounded number, the newest', () => {
		for (let post = 0; post < 5_000; post++) posts.enter(String(post), new FakeAnswer());
		expect(posts.size).toBe(1_000);
		expect(posts.enter('4999', new FakeAnswer())).toBeDefined();
		expect(posts.enter('0', new FakeAnswer())).toBeUndefined();
	});
});
