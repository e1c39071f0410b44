// A thread that reads untrusted files, within limits of time and memory.

import { clearTimeout, setTimeout } from 'node:timers';
import { MessageChannel, Worker } from 'node:worker_threads';

/** How long a thread waits for another file, in milliseconds. A process ends faster without it. */
const IDLE = 3_000;

/**
 * How long reading a file may take, in milliseconds: a library may never come to an end with what an attacker has made.
 * It only ends what hangs: the machine may be busy.
 */
const LIMIT = 120_000;

/** In megabytes; a library may make any amount out of few bytes. */
const HEAP = 256;

/**
 * A thread that reads files. There is one for all of them, because starting it takes longer than reading. One that needs
 * too much memory or time is ended.
 */
export class ReadingThread<Answer> {
	private thread: Worker | undefined;
	private reading = 0;
	private idle: NodeJS.Timeout | undefined;

	constructor(private readonly path: string) {}

	/** @throws what the reader throws, e.g. at a file that is no PDF */
	async read(bytes: Uint8Array): Promise<Answer> {
		const { port1, port2 } = new MessageChannel();
		clearTimeout(this.idle);
		this.reading++;
		const thread = this.running();
		let isAnswered = false;
		const limit = setTimeout(() => void thread.terminate(), LIMIT);
		try {
			const answered = new Promise<{ read: Answer } | { error: string }>((resolve, reject) => {
				port1.once('message', resolve);
				port1.once('close', () => {
					// It takes no other file, though it has not ended in all its parts.
					if (!isAnswered) this.forget(thread);
					reject(new Error('The thread that reads PDFs has ended'));
				});
			});
			thread.postMessage({ bytes, port: port2 }, [bytes.buffer as ArrayBuffer, port2]);
			const answer = await answered;
			isAnswered = true;
			if ('error' in answer) throw new Error(answer.error);
			return answer.read;
		} finally {
			clearTimeout(limit);
			port1.close();
			this.reading--;
			this.idle = setTimeout(() => this.endIdle(), IDLE).unref();
		}
	}

	private running(): Worker {
		if (this.thread) return this.thread;
		const thread = new Worker(this.path, { resourceLimits: { maxOldGenerationSizeMb: HEAP } });
		thread.unref();
		// Who waits for it learns it from the port. Without a listener, the error would end the whole process.
		thread.once('error', () => undefined);
		thread.once('exit', () => this.forget(thread));
		this.thread = thread;
		return thread;
	}

	private forget(thread: Worker): void {
		if (this.thread === thread) this.thread = undefined;
	}

	private endIdle(): void {
		const { thread } = this;
		if (this.reading > 0 || !thread) return;
		this.thread = undefined;
		void thread.terminate();
	}
}
