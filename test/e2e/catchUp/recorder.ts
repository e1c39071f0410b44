import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { waitFor } from '../lib/wait';

/** A trigger to which posts arrive well looks every five minutes only. */
export const PATIENCE_MS = 600_000;

const itemSchema = z.object({
	event: z.object({ type: z.string() }),
	document: z.object({ id: z.string() }),
});

/** What has reached the recorder: an event of a workflow, or the tick between two polls. */
type Entry = { of: string; event: string } | 'tick';

/**
 * A server that the node after the trigger calls. Its log is the truth of what was given out: an event is
 * there as soon as n8n has begun to run that node, whatever becomes of n8n afterwards.
 */
export class Recorder {
	private readonly log: Entry[] = [];
	private held?: ServerResponse[];

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Recorder> {
		const server = createServer();
		const recorder = new Recorder(server);
		server.on('request', (request, response: ServerResponse) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const isEvent = recorder.enter(request.url ?? '', Buffer.concat(chunks).toString('utf8'));
				if (isEvent && recorder.held) recorder.held.push(response);
				else response.end('{}');
			});
			// A connection ends in the middle when n8n is killed.
			request.on('error', () => undefined);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return recorder;
	}

	/** Where the node after the trigger of this workflow posts its item. */
	urlFor(workflow: string): string {
		return `${this.origin}/given/${encodeURIComponent(workflow)}`;
	}

	/** Calls to this address lie between two polls. */
	get tickUrl(): string {
		return `${this.origin}/tick`;
	}

	private get origin(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Returns whether it was an event. */
	private enter(path: string, body: string): boolean {
		if (path === '/tick') {
			this.log.push('tick');
			return false;
		}
		const { event, document } = itemSchema.parse(JSON.parse(body));
		const of = decodeURIComponent(path.slice('/given/'.length));
		this.log.push({ of, event: eventKey(document.id, event.type) });
		return true;
	}

	/** The events that a workflow has given out, in their order. */
	given(workflow: string, from = 0): string[] {
		return this.log
			.slice(from)
			.flatMap((entry) => (entry !== 'tick' && entry.of === workflow ? entry.event : []));
	}

	/** The number of entries so far: a place in the log. */
	get position(): number {
		return this.log.length;
	}

	/** How many ticks lie between a place in the log and the last event that a workflow has given out. */
	ticksUntilLast(workflow: string, from: number): number {
		const part = this.log.slice(from);
		const last = part.findLastIndex((entry) => entry !== 'tick' && entry.of === workflow);
		return part.slice(0, last + 1).filter((entry) => entry === 'tick').length;
	}

	/** The number of ticks so far. */
	get ticks(): number {
		return this.log.filter((entry) => entry === 'tick').length;
	}

	/** Waits until a workflow has given out `count` events, and notices it at once. */
	async reaches(workflow: string, count: number): Promise<void> {
		const limits = { timeoutMs: PATIENCE_MS, everyMs: 2 };
		await waitFor({ what: `${count} events to be given out`, ...limits }, async () => {
			const { length } = this.given(workflow);
			return length >= count ? { done: true } : { seen: String(length) };
		});
	}

	/** From now on no event is answered: the node after the trigger goes on running. */
	hold(): void {
		this.held ??= [];
	}

	/** Answers what was held back. */
	release(): void {
		const held = this.held ?? [];
		this.held = undefined;
		for (const response of held) response.end('{}');
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}

/** Each type occurs once in the history of a document that these tests have made. */
export const eventKey = (documentId: string, type: string): string => `${documentId} ${type}`;
