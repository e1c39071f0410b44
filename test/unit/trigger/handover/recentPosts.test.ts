import { EventEmitter } from 'node:events';
import { Guard } from '../../../../nodes/Signaturit/trigger/handover/recentPosts';

/** An answer that a test brings to its end. */
class FakeAnswer extends EventEmitter {
	statusCode = 200;
	writableFinished = false;

	end(statusCode: number): void {
		Object.assign(this, { statusCode, writableFinished: true });
		this.emit('close');
	}
}

describe('Guard', () => {
	let now: number;
	let guard: Guard;

	beforeEach(() => {
		now = 0;
		guard = new Guard(() => now);
	});

	it('lets a copy wait for the answer to the first, and get the same', async () => {
		const first = new FakeAnswer();
		expect(guard.enter('a', first)).toBeUndefined();
		const copies = [guard.enter('a', new FakeAnswer()), guard.enter('a', new FakeAnswer())];
		first.end(200);
		expect(await Promise.all(copies)).toEqual([200, 200]);
		expect(await guard.enter('a', new FakeAnswer())).toBe(200);
	});

	it('keeps different posts apart', () => {
		guard.enter('a', new FakeAnswer());
		expect(guard.enter('b', new FakeAnswer())).toBeUndefined();
	});

	it.each([403, 500, 503])('forgets a post that was answered %d', async (status) => {
		const first = new FakeAnswer();
		guard.enter('a', first);
		const copy = guard.enter('a', new FakeAnswer());
		first.end(status);
		expect(await copy).toBe(status);
		expect(guard.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('forgets a post whose caller left before the answer', async () => {
		const first = new FakeAnswer();
		guard.enter('a', first);
		const copy = guard.enter('a', new FakeAnswer());
		first.emit('close');
		expect(await copy).toBeUndefined();
		expect(guard.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('forgets a post after a minute, and when it is told so', async () => {
		guard.enter('a', new FakeAnswer());
		now = 60_000;
		expect(guard.enter('a', new FakeAnswer())).toBeUndefined();
		guard.forget('a');
		expect(guard.enter('a', new FakeAnswer())).toBeUndefined();
	});

	it('does not let the late end of a post wipe out one that came after it', async () => {
		const [old, young] = [new FakeAnswer(), new FakeAnswer()];
		guard.enter('a', old);
		now = 60_000;
		guard.enter('a', young);
		old.end(503);
		await Promise.resolve();
		expect(guard.enter('a', new FakeAnswer())).toBeDefined();
	});

	it('remembers a bounded number, the newest', () => {
		for (let post = 0; post < 5_000; post++) guard.enter(String(post), new FakeAnswer());
		expect(guard.size).toBe(1_000);
		expect(guard.enter('4999', new FakeAnswer())).toBeDefined();
		expect(guard.enter('0', new FakeAnswer())).toBeUndefined();
	});
});
