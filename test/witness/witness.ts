// Compares requests, answers and event posts with the service's OpenAPI description, and counts them.

import { channel, type Channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

import { channels, type EncodedPost } from '../service/domain/observers';
import { parseNested, readBody } from '../service/http/body';
import type { Tree } from '../service/http/nested';
import { Description } from '../service/description/description';
import { observeServers, type Exchange } from './observe';

/** How many there were. */
export interface Tally {
	/** Requests to the service, and of the nodes to any server. */
	requests: number;
	/** Those of which the body was not read, e.g. because the token was wrong; all else was compared. */
	withoutBody: number;
	/** Answers of the service that were compared. */
	answers: number;
	/** Answers that a test has spoiled on purpose. */
	spoiled: number;
	/** Answers of other servers, which tests have made up. */
	madeUp: number;
	/** Answers that were broken off by the client or the end of a test. */
	brokenOff: number;
	/** Event posts. */
	posts: number;
	/** Requests that were not compared. */
	unchecked: number;
}

const NONE: Tally = {
	requests: 0,
	withoutBody: 0,
	answers: 0,
	spoiled: 0,
	madeUp: 0,
	brokenOff: 0,
	posts: 0,
	unchecked: 0,
};

/** Node 20 loses a new channel when an old one of its name is garbage, so these are kept for the whole process. */
const kept = {
	server: channel(channels.server),
	bent: channel(channels.bent),
	post: channel(channels.post),
};

/** n8n's name in the header User-Agent. */
const N8N = 'n8n';

/** Compares everything that the service of this process gets, answers and posts with its description. */
export class Witness {
	private tally = { ...NONE };
	private violations: string[] = [];
	private readonly servers = new WeakSet<object>();
	private readonly bent = new WeakSet<object>();
	private readonly pending = new Set<Promise<void>>();
	private readonly seen = new Set<string>();
	private knownDescription?: Description;

	/** Begins to watch. Returns a function that ends it. */
	watch(): () => void {
		const ends = [
			listen(kept.server, (server) => this.servers.add(server as object)),
			listen(kept.bent, (request) => this.bent.add(request as object)),
			listen(kept.post, (post) => this.seePost(post as EncodedPost)),
			observeServers(({ request, server }) => {
				const isOwn = this.servers.has(server);
				const path = apiPath(request);
				if (path === undefined || (!isOwn && !isFromNode(request))) return undefined;
				this.tally.requests++;
				this.tally.unchecked++;
				return (exchange) => this.later(this.see(exchange, path, isOwn));
			}),
		];
		return () => ends.forEach((end) => end());
	}

	/** Resolves when all that is over has been compared. */
	async settled(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	/** What was not as described since the last call. */
	takeViolations(): string[] {
		return this.violations.splice(0);
	}

	/** The ids of the operations that were called. */
	get operations(): string[] {
		return [...this.seen];
	}

	/** The counts since the last call. */
	takeTally(): Tally {
		const taken = this.tally;
		this.tally = { ...NONE };
		return taken;
	}

	private get description(): Description {
		this.knownDescription ??= new Description();
		return this.knownDescription;
	}

	private later(work: Promise<void>): void {
		const turn: Promise<void> = work
			.catch((error: unknown) => void this.violations.push(String(error)))
			.finally(() => this.pending.delete(turn));
		this.pending.add(turn);
	}

	private async see(exchange: Exchange, path: string, isOwn: boolean): Promise<void> {
		const { request, status, headers, answer, isAnswered } = exchange;
		const { method = '' } = request;
		const operation = this.description.operation(method, path);
		const { body, problem } = await decoded(exchange);
		if (operation) this.seen.add(operation.id);
		if (!exchange.isWhole) this.tally.withoutBody++;
		const [, query = ''] = request.url?.split('?') ?? [];
		const requestProblems = operation
			? [...problem, ...operation.requestProblems({ query, headers: request.headers, body })]
			: ['no such endpoint is described'];
		this.tally.unchecked--;
		if (isFromNode(request)) this.report(`${method} ${path} as sent`, requestProblems);

		if (!isOwn) this.tally.madeUp++;
		else if (this.bent.has(request)) this.tally.spoiled++;
		else if (!isAnswered) this.tally.brokenOff++;
		else {
			this.tally.answers++;
			const wire = { status, headers, body: answer };
			this.report(
				`${method} ${path} answered with ${status}`,
				operation?.answerProblems(wire) ?? this.description.unknownPathProblems(wire),
			);
			if (status < 400) this.report(`${method} ${path} accepted with ${status}`, requestProblems);
		}
	}

	private seePost({ contentType, body }: EncodedPost): void {
		this.tally.posts++;
		const tree = contentType === 'application/json' ? JSON.parse(body) : parseNested(body);
		this.report('event post', this.description.postProblems(contentType, tree as Tree));
	}

	private report(what: string, problems: string[]): void {
		if (problems.length > 0) this.violations.push(`${what}: ${problems.join('; ')}`);
	}
}

function listen(to: Channel, told: (message: unknown) => void): () => void {
	to.subscribe(told);
	return () => void to.unsubscribe(told);
}

const isFromNode = ({ headers }: IncomingMessage): boolean => headers['user-agent'] === N8N;

/** The path of a request to the API, without what stands before the version. */
const apiPath = ({ url = '' }: IncomingMessage): string | undefined =>
	/\/v[34]\/[^?]*/.exec(url.split('?')[0] ?? '')?.[0];

/** The decoded body, or why it cannot be decoded; nothing when the service has not read it. */
async function decoded({
	request,
	body,
	isWhole,
}: Exchange): Promise<{ body?: Tree; problem: string[] }> {
	if (!isWhole) return { problem: [] };
	try {
		const tree = await readBody(request.method ?? '', request.headers, Readable.from([body]));
		return { body: tree, problem: [] };
	} catch (error) {
		return { problem: [`the body cannot be decoded: ${String(error)}`] };
	}
}
