// Posts events to the addresses of clients, and keeps each post as an event hook.

import axios from 'axios';
import { setMaxListeners } from 'node:events';
import qs from 'qs';

import type { User } from '../domain/account';
import { Collection } from '../domain/collection';
import { newHookId } from '../domain/ids';
import { tell, type EncodedPost } from '../domain/observers';

/** One post to a client's URL (docs/service.md#list-of-event-hooks). */
export interface EventHook extends Post {
	id: string;
	createdAt: Date;
	/** What the receiver answered; 0 when it could not be reached. */
	statusCode: number;
	method: 'POST';
}

export interface Post {
	owner: User;
	/** The document or certificate that the event is about. */
	subjectId: string;
	url: string;
	eventType: string;
	payload: Record<string, unknown>;
}

/** How posts that were held back are released. */
export interface Release {
	order: 'asis' | 'reverse';
	/** How many times each is posted. */
	copies: number;
	/** All at once instead of one after the other. */
	parallel: boolean;
}

const TIMEOUT_MS = 30_000;

/** Posts events, one after the other for each URL, and keeps every post as an event hook. */
export class EventDelivery {
	readonly hooks = new Collection<EventHook>('Event hook');
	private readonly queues = new Map<string, Promise<void>>();
	private readonly abort = new AbortController();
	/** A post to an address that contains one of these texts is not sent and counts as unreachable. */
	unreachable: readonly string[] = [];
	private heldPosts: Post[] | undefined;

	constructor(
		private readonly now: () => Date,
		private readonly log: (line: string) => void,
	) {
		// Each post under way adds a listener; there may be many.
		setMaxListeners(0, this.abort.signal);
	}

	/** Posts after the earlier posts to the same URL, or later if events are held back. */
	post(post: Post): void {
		if (this.heldPosts) {
			this.heldPosts.push(post);
			return;
		}
		this.enqueue(post.url, () => this.postNow(post));
	}

	/** Posts at once. Resolves when the receiver has answered or could not be reached. */
	async postNow(post: Post): Promise<EventHook> {
		const { owner, subjectId, url, eventType, payload } = post;
		const createdAt = this.now();
		const statusCode = await this.transmit(url, payload);
		this.log(`event ${eventType} -> ${addressOnly(url)} ${statusCode || 'unreachable'}`);
		return this.hooks.add({
			id: newHookId(),
			createdAt,
			owner,
			subjectId,
			statusCode,
			url,
			method: 'POST',
			eventType,
			payload,
		});
	}

	/** Holds posts back until they are released. */
	hold(): void {
		this.heldPosts ??= [];
	}

	/** Posts what was held back, and ends the holding back. */
	release({ order, copies, parallel }: Release): void {
		const held = this.heldPosts ?? [];
		this.heldPosts = undefined;
		if (order === 'reverse') held.reverse();
		const posts = held.flatMap((post) => Array.from({ length: copies }, () => post));
		posts.forEach((post, index) =>
			this.enqueue(parallel ? `${index} ${post.url}` : post.url, () => this.postNow(post)),
		);
	}

	/** Removes what was held back and returns it, oldest first. Later posts are still held back. */
	takeHeld(): Post[] {
		return this.heldPosts?.splice(0) ?? [];
	}

	/** Resolves when every post has been answered or has failed, except those held back. */
	async settled(): Promise<void> {
		while (this.queues.size > 0) await Promise.all(this.queues.values());
	}

	stop(): void {
		this.heldPosts = [];
		this.abort.abort();
	}

	private enqueue(queue: string, run: () => Promise<unknown>): void {
		const before = this.queues.get(queue) ?? Promise.resolve();
		const turn: Promise<void> = before.then(run).then(() => {
			if (this.queues.get(queue) === turn) this.queues.delete(queue);
		});
		this.queues.set(queue, turn);
	}

	private async transmit(url: string, payload: Record<string, unknown>): Promise<number> {
		const isUnreachable = !URL.canParse(url) || this.unreachable.some((text) => url.includes(text));
		if (isUnreachable || this.abort.signal.aborted) return 0;
		const encoded = encodePost(url, payload);
		const { contentType, body } = encoded;
		tell.post(encoded);
		try {
			const response = await axios.post(url, body, {
				headers: { 'content-type': contentType, 'user-agent': 'signaturit-local-service' },
				maxRedirects: 0,
				proxy: false,
				responseType: 'text',
				signal: this.abort.signal,
				timeout: TIMEOUT_MS,
				validateStatus: () => true,
			});
			return response.status;
		} catch {
			return 0;
		}
	}
}

/**
 * Encodes an event for a URL: JSON when its path ends in `.json`, else a form with nested bracket
 * names (docs/service.md#events-url).
 */
export function encodePost(url: string, payload: Record<string, unknown>): EncodedPost {
	if (new URL(url).pathname.endsWith('.json')) {
		return { contentType: 'application/json', body: JSON.stringify(payload) };
	}
	return {
		contentType: 'application/x-www-form-urlencoded',
		body: qs.stringify(payload, { format: 'RFC1738' }),
	};
}

/** An address without query and user name, which may hold secrets: it goes into the log. */
function addressOnly(url: string): string {
	if (!URL.canParse(url)) return 'no web address';
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
}
