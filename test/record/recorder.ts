// Sends the recorder's requests, keeps each answer without tokens, and notes what was created.

import { setTimeout as wait } from 'node:timers/promises';

import { CallFailed, type Answer, type Call, type CallSender } from './client';
import { withTokensMasked } from './secrets';
import { Tape } from './tape';
import { idOf } from './wire';

/** How often an answer is asked for that takes time. */
const TRIES = 10;

export interface Pace {
	/** Milliseconds between two tries for an answer that takes time. */
	pauseMs: number;
	/** Ends the run; what was created is canceled. */
	signal?: AbortSignal;
	/** Is told what the run does next. */
	tell?: (step: string) => void;
}

/** Sends calls and keeps them with their answers. It knows what has been created. */
export class Recorder {
	readonly tape: Tape;
	/** Ids of the signature requests that were created, oldest first. */
	readonly created: string[] = [];

	constructor(
		private readonly client: CallSender,
		readonly pace: Pace,
		hint: string,
	) {
		this.tape = new Tape(client.host, hint);
	}

	/**
	 * Nobody but this function sees the tokens and codes that an answer carries.
	 *
	 * @throws CallFailed when no answer comes
	 * @throws Error when the run was interrupted
	 */
	readonly ask = async (name: string, call: Call): Promise<Answer> => {
		if (this.pace.signal?.aborted) throw new Error('It was interrupted');
		const answer = withTokensMasked(
			await this.client.send(call).catch((error: unknown) => {
				if (error instanceof CallFailed) this.tape.addFailure(name, error.message);
				throw error;
			}),
			call.tellsSecret,
		);
		this.tape.add({ name, call, answer });
		const id = isCreation(call) && answer.status < 300 ? idOf(answer) : undefined;
		if (id !== undefined) this.created.push(id);
		return answer;
	};

	/** Asks until the answer is `done`, at most ten times; returns the last answer. */
	async askUntil(name: string, call: Call, done: (answer: Answer) => boolean): Promise<Answer> {
		for (let tries = 1; ; tries++) {
			const answer = await this.ask(name, call);
			if (done(answer) || tries === TRIES) return answer;
			await wait(this.pace.pauseMs);
		}
	}
}

const isCreation = ({ method, path }: Call): boolean =>
	method === 'POST' && path === '/v3/signatures.json';
