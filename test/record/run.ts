// One whole run of the recorder: all its scenes in order, then the cleaning up.

import { randomBytes } from 'node:crypto';

import { cleanUp, type Leftover } from './cleanUp';
import { CallFailed, type CallSender } from './client';
import { recorderFiles } from './recorderTexts';
import { Recorder, type Pace } from './recorder';
import type { Tape } from './tape';
import { readRequests } from './tour/account';
import { readOtherLists } from './tour/otherLists';
import { ACCEPTED_FORMS, tryForms } from './tour/refusals';
import { followEmail, followRequest, followWordFile, type Cast } from './tour/requests';
import { readTeam } from './tour/team';
import { TEMPLATE_FORMS, useTemplate } from './tour/templates';

/** How many requests a run with a signer creates at most, if the service behaves as we believe. */
export const CREATIONS = ACCEPTED_FORMS + TEMPLATE_FORMS + 3;

export interface Recording {
	tape: Tape;
	/** What could not be cleaned up. */
	leftovers: Leftover[];
	/** Why the run ended before its end. */
	stopped?: Error;
}

/**
 * Asks the service, and cancels and deletes what it has created: also after an error or an interruption.
 *
 * @param signers addresses for signature requests, at most two; without any, only reading calls are made
 */
export async function record(
	client: CallSender,
	signers: string[],
	pace: Pace,
): Promise<Recording> {
	const mark = randomBytes(8).toString('hex');
	const hint =
		signers.length > 0
			? 'an earlier answer does not have what it needs'
			: 'it needs --signer, or something that the account does not have';
	const recorder = new Recorder(client, pace, hint);
	const stopped = await makeTour(recorder, signers, mark);
	if (signers.length > 0) pace.tell?.('Canceling and deleting');
	const leftovers =
		signers.length > 0 ? await cleanUp(client, recorder.created, mark, pace.pauseMs) : [];
	return { tape: recorder.tape, leftovers, ...(stopped && { stopped }) };
}

type Scene = [step: string, play: () => Promise<void>];

/** Makes the calls. A scene that gets no answer ends; the next one begins. */
async function makeTour(
	recorder: Recorder,
	signers: string[],
	mark: string,
): Promise<Error | undefined> {
	const [signer] = signers;
	const scenes: Scene[] = [
		[
			'templates, event hooks, emails, SMS, contacts, subscriptions, brandings, credits, the enrollment code',
			() => readOtherLists(recorder),
		],
		['the team', () => readTeam(recorder)],
	];
	if (signer !== undefined) {
		const cast: Cast = { signers, mark, files: await recorderFiles() };
		// First, because the status of a creation is the guess that there is most against.
		scenes.unshift(['the life of a request', () => followRequest(recorder, cast)]);
		scenes.push(
			['a request by email', () => followEmail(recorder, cast)],
			['a request with a Word file', () => followWordFile(recorder, cast)],
			['requests from a template', () => useTemplate(recorder, cast)],
			['requests of every form', () => tryForms(recorder, mark, signer, cast.files)],
		);
	}
	// At the end: the requests of the run are in the lists of an account that has no others.
	scenes.push(['lists of requests', () => readRequests(recorder)]);
	try {
		await checkToken(recorder);
		for (const [step, scene] of scenes) {
			recorder.pace.tell?.(`Asking: ${step}`);
			await untilUnanswered(scene);
		}
		return undefined;
	} catch (error) {
		return error as Error;
	}
}

async function untilUnanswered(scene: () => Promise<void>): Promise<void> {
	try {
		await scene();
	} catch (error) {
		if (!(error instanceof CallFailed)) throw error;
	}
}

/** With a token that is refused, every answer would be a refusal. */
async function checkToken({ ask }: Recorder): Promise<void> {
	const { status } = await ask('count of requests', {
		method: 'GET',
		path: '/v3/signatures/count.json',
	});
	if (status === 401 || status === 403) {
		throw new Error(`The service refuses the token: status ${status}`);
	}
}
