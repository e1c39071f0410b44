// A server that keeps what the nodes after a trigger post to it.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../../listening';

/** A post of JSON that has arrived. */
export interface RecordedPost {
	/** As in its request line, e.g. `/given/a`. */
	path: string;
	headers: IncomingHttpHeaders;
	body: unknown;
}

/**
 * A server to which the node after a trigger posts what it got: what is here has reached that node, whatever
 * becomes of n8n afterwards.
 */
export interface Recorder {
	/** Without a slash at the end. */
	url: string;
	/** In the order of their arrival. */
	posts: RecordedPost[];
	/** From now on posts to paths that begin so are not answered: the node that has sent one goes on running. */
	hold(prefix: string): void;
	/** Answers what was held back. */
	release(): void;
	close(): Promise<void>;
}

/** Starts a recorder on a free port. */
export async function startRecorder(): Promise<Recorder> {
	const posts: RecordedPost[] = [];
	const held: ServerResponse[] = [];
	let heldPrefix: string | undefined;
	const server = createServer((request, response) => {
		void text(request).then(
			(body) => {
				const { url: path = '/', headers } = request;
				posts.push({ path, headers, body: JSON.parse(body) });
				if (heldPrefix !== undefined && path.startsWith(heldPrefix)) held.push(response);
				else answer(response);
			},
			// The sender was killed before it had sent all.
			() => response.destroy(),
		);
	});
	const { url, close } = await listening(server);
	return {
		url,
		posts,
		hold: (prefix) => {
			heldPrefix = prefix;
		},
		release: () => {
			heldPrefix = undefined;
			held.splice(0).forEach(answer);
		},
		close,
	};
}

/** Ends the connection: n8n could use it again in the moment in which it is closed here. */
function answer(response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{}');
}
