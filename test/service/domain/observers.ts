// The channels that tell an observer of the process about servers, changed answers and event posts.

import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';

/** A post to a client's URL, as it is sent. */
export interface EncodedPost {
	contentType: string;
	body: string;
}

/**
 * Names of the channels (node:diagnostics_channel) on which whoever watches this process is told of the
 * service, besides the requests themselves.
 */
export const channels = {
	/** The HTTP server of a new service. */
	server: 'signaturit.server',
	/** A request that is not answered as the real service would, because a test or a user wants it so. */
	bent: 'signaturit.bent',
	/** A post, as it is sent. */
	post: 'signaturit.post',
};

/** Tells whoever watches. */
export const tell = {
	server: (server: Server) => channel(channels.server).publish(server),
	bent: (request: IncomingMessage) => channel(channels.bent).publish(request),
	post: (post: EncodedPost) => channel(channels.post).publish(post),
};
