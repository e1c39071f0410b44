// Records which events the workflows have given out, and how many polls that took.

import { z } from 'zod';
import { startRecorder, type Recorder } from '../lib/recorder';
import { waitFor } from '../lib/wait';

const EVENTS_PATH = '/given/';
const TICK_PATH = '/tick';

const itemSchema = z.object({
	event: z.object({ type: z.string() }),
	documentId: z.string(),
});

/** What the workflows have given out, and how many polls it took: read from what a recorder got. */
export class GivenOut {
	private constructor(private readonly recorder: Recorder) {}

	static async start(): Promise<GivenOut> {
		return new GivenOut(await startRecorder());
	}

	/** Where the node after the trigger of this workflow posts its item. */
	urlFor(workflow: string): string {
		return this.recorder.url + pathOf(workflow);
	}

	/** Calls to this address lie between two polls. */
	get tickUrl(): string {
		return this.recorder.url + TICK_PATH;
	}

	/** The events that a workflow has given out, in their order. */
	by(workflow: string): string[] {
		const posts = this.recorder.posts.filter(({ path }) => path === pathOf(workflow));
		return posts.map(({ body }) => {
			const { event, documentId } = itemSchema.parse(body);
			return eventKey(documentId, event.type);
		});
	}

	/** The number of ticks so far. */
	get ticks(): number {
		return this.recorder.posts.filter(isTick).length;
	}

	/** Waits until a workflow has given out `count` events, and notices it at once. */
	async reaches(workflow: string, count: number): Promise<void> {
		await waitFor({ what: `${count} events to be given out`, everyMs: 2 }, async () => {
			const { length } = this.by(workflow);
			return length >= count ? { done: true } : { seen: String(length) };
		});
	}

	/** From now on no event is answered: the node after the trigger goes on running. */
	hold(): void {
		this.recorder.hold(EVENTS_PATH);
	}

	/** Answers what was held back. */
	release(): void {
		this.recorder.release();
	}

	async close(): Promise<void> {
		await this.recorder.close();
	}
}

/** Each type occurs once in the history of a document that these tests have made. */
export const eventKey = (documentId: string, type: string): string => `${documentId} ${type}`;

const pathOf = (workflow: string): string => EVENTS_PATH + encodeURIComponent(workflow);

const isTick = ({ path }: { path: string }): boolean => path === TICK_PATH;
