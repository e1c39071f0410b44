/** How long a post is remembered here. Afterwards n8n's database tells what was given out. */
const FRESH_MS = 60_000;

/** How many posts are remembered at most. */
const MAX_POSTS = 1_000;

/** The part of Node's response that tells how an answer ended. */
export interface Answer {
	readonly statusCode: number;
	readonly writableFinished: boolean;
	once(event: 'close', listener: () => void): unknown;
}

interface Post {
	at: number;
	/** Status of its answer; `undefined` when the caller left before. */
	answered: Promise<number | undefined>;
}

/**
 * Remembers the posts of the last minute, so that identical posts that arrive at the same time start one
 * execution. A copy is answered like the first post, and only after it: until then the first post is not
 * recorded. A post that was not answered with 200 is forgotten, so that it can be fired again.
 */
export class RecentPosts {
	private readonly posts = new Map<string, Post>();

	constructor(private readonly now = () => Date.now()) {}

	/**
	 * Remembers a post with its answer.
	 *
	 * @returns the status with which an identical earlier post was answered, or `undefined` if this is
	 * the first one
	 */
	enter(key: string, answer: Answer): Post['answered'] | undefined {
		const earlier = this.posts.get(key);
		if (earlier && this.now() - earlier.at < FRESH_MS) return earlier.answered;

		const post: Post = { at: this.now(), answered: finalStatus(answer) };
		this.posts.delete(key);
		this.posts.set(key, post);
		void post.answered.then((status) => {
			if (status !== 200 && this.posts.get(key) === post) this.posts.delete(key);
		});
		const [oldest] = this.posts.keys();
		if (this.posts.size > MAX_POSTS && oldest !== undefined) this.posts.delete(oldest);
		return undefined;
	}

	/** Forgets a post whose execution has failed. */
	forget(key: string): void {
		this.posts.delete(key);
	}

	get size(): number {
		return this.posts.size;
	}
}

/** The posts to this process. Their keys name the workflow and the node. */
export const recentPosts = new RecentPosts();

async function finalStatus(answer: Answer): Promise<number | undefined> {
	await new Promise<void>((resolve) => answer.once('close', resolve));
	return answer.writableFinished ? answer.statusCode : undefined;
}
