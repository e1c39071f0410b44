// Sends a fuzz sequence to a new local service, and fails at answers that differ from the description.

import axios from 'axios';
import qs from 'qs';

import { startService, type RunningService } from '../..';
import { controlClient, type ControlClient } from '../../control/client';
import type { Description, Operation, WireAnswer } from '../../description/description';
import { BEGINNINGS } from './beginnings';
import { copied, decoded, encoded, holdsFile, MULTIPART, type Encoded } from './bodies';
import { KnownIds } from './knownIds';
import { mutate } from './mutations';
import type { ActStep, RequestStep, Step } from './steps';
import type { FuzzTally } from './tally';

/** A request as it goes over the wire. */
interface Sent {
	method: string;
	url: URL;
	headers: Record<string, string>;
	body: Encoded | undefined;
}

/**
 * Sends a sequence of requests to a new service.
 *
 * @throws Error when the service fails, answers otherwise than described, or accepts what is not described
 */
export async function runSequence(
	description: Description,
	steps: Step[],
	tally: FuzzTally,
): Promise<void> {
	const failures: string[] = [];
	const service = await startService({
		log: (line) => {
			if (line.startsWith('failed')) failures.push(line);
		},
	});
	try {
		const sequence = new Sequence(service, description, tally);
		await sequence.begin();
		for (const step of steps) {
			await (step.kind === 'act' ? sequence.act(step) : sequence.send(step));
			if (failures.length > 0) throw new Error(failures.join('\n'));
		}
	} finally {
		await service.close();
	}
}

class Sequence {
	private readonly known = new KnownIds();
	private readonly control: ControlClient;

	constructor(
		private readonly service: RunningService,
		private readonly description: Description,
		private readonly tally: FuzzTally,
	) {
		this.control = controlClient(service);
	}

	/** Creates one of each, so that most paths lead to something from the start. */
	async begin(): Promise<void> {
		for (const [operationId, body] of Object.entries(BEGINNINGS)) {
			const { method, path } = this.operationOf(operationId);
			const mediaType = holdsFile(body) ? MULTIPART : 'application/json';
			const sent = this.sent(method, path, encoded(mediaType, body));
			this.known.learn(operationId, (await answerTo(sent)).body);
		}
		await this.control.settled();
		const hooks = await answerTo(this.sent('GET', '/v3/event-hooks'));
		this.known.learn('listEventHooks', hooks.body);
	}

	/** What somebody does with a request. The service may refuse it: not every request allows it. */
	async act({ act, pick }: ActStep): Promise<void> {
		const { control } = this;
		const { signatureId, documentId } = this.known.pick(['signatureId', 'documentId'], pick);
		if (signatureId === undefined || documentId === undefined) return;
		const target = { documentId };
		const acts = {
			sign: () => control.sign(target),
			decline: () => control.decline(target),
			bounce: () => control.bounce(target),
			open: () => control.open(target),
			expire: () => control.expire(signatureId),
			advance: () => control.advance({ days: 1 + (pick % 5) }),
		};
		await acts[act]().catch(() => undefined);
		await control.settled();
	}

	/** Sends the request of a step, and judges the answer. */
	async send(step: RequestStep): Promise<void> {
		const { pick, strangeId, spoil } = step;
		const operation = this.operationOf(step.operationId);
		const path = this.known.fill(operation.path, pick, strangeId);
		const sent = this.sent(operation.method, `${path}${searchOf(step)}`, bodyOf(operation, step));
		if (spoil === 'no token') delete sent.headers.authorization;
		if (spoil === 'wrong token') sent.headers.authorization = 'Bearer wrong';
		const answer = await answerTo(sent);
		const problems = await this.requestProblems(sent);
		this.tally.count(operation.id, answer.status, problems.length === 0);
		this.judge(sent, answer, problems);
		if (answer.status < 400) this.known.learn(operation.id, answer.body);
	}

	private operationOf(operationId: string): Operation {
		const operation = this.description.operations.find(({ id }) => id === operationId);
		if (!operation) throw new Error(`The description has no ${operationId}`);
		return operation;
	}

	private sent(method: string, pathAndQuery: string, body?: Encoded): Sent {
		return {
			method,
			url: new URL(`${this.service.url}${pathAndQuery}`),
			headers: {
				authorization: `Bearer ${this.service.token}`,
				...(body && { 'content-type': body.type }),
			},
			body,
		};
	}

	/** What is wrong with a request by the description. */
	private async requestProblems({ method, url, headers, body }: Sent): Promise<string[]> {
		const operation = this.description.operation(method, url.pathname);
		if (!operation) return ['no such endpoint is described'];
		const tree = body ? await decoded(method, body) : {};
		if (!tree) return ['the body cannot be decoded'];
		return operation.requestProblems({ query: url.search.slice(1), headers, body: tree });
	}

	private judge({ method, url, body }: Sent, answer: WireAnswer, problems: string[]): void {
		const operation = this.description.operation(method, url.pathname);
		const wrong = operation?.answerProblems(answer) ?? this.description.unknownPathProblems(answer);
		if (answer.status < 400)
			wrong.push(...problems.map((problem) => `accepted, although ${problem}`));
		if (wrong.length === 0) return;
		const sent = body?.bytes.toString('latin1').slice(0, 3000) ?? '';
		const text = answer.body.toString('latin1').slice(0, 3000);
		throw new Error(
			`${wrong.join('; ')}\n${method} ${url.pathname}${url.search}\n${sent}\n${answer.status} ${text}`,
		);
	}
}

async function answerTo({ method, url, headers, body }: Sent): Promise<WireAnswer> {
	const answer = await axios.request<ArrayBuffer>({
		method,
		url: url.href,
		headers,
		data: body?.bytes,
		maxRedirects: 0,
		// It only ends what hangs, and the error names the request.
		timeout: 60_000,
		proxy: false,
		responseType: 'arraybuffer',
		validateStatus: () => true,
	});
	return {
		status: answer.status,
		headers: { ...answer.headers },
		body: Buffer.from(answer.data),
	};
}

function searchOf({ query, queryMutations }: RequestStep): string {
	const { data, ...others } = query;
	const pairs: Record<string, unknown> = { ...others, ...(data as object | undefined) };
	for (const mutation of queryMutations) mutate(pairs, mutation);
	const search = qs.stringify(pairs, { arrayFormat: 'repeat' });
	return search && `?${search}`;
}

function bodyOf(
	operation: Operation,
	{ mediaType, body, bodyMutations, spoil }: RequestStep,
): Encoded | undefined {
	if (!operation.requestBody) return undefined;
	const tree = copied(body) as Record<string, unknown>;
	for (const mutation of bodyMutations) mutate(tree, mutation);
	const { type, bytes } = encoded(mediaType, tree);
	if (spoil === 'cut body') return { type, bytes: bytes.subarray(0, bytes.length / 2) };
	return { type: spoil === 'other media type' ? 'text/plain' : type, bytes };
}
