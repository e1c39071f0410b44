// Answers the posts to the trigger's address: events, and reports of signing pages.

import type { IWebhookResponseData } from 'n8n-workflow';
import { hearsOfSigningPages, receiveReport, reportItem } from '../embedded/reports';
import { NO_BODY, postedBody } from '../n8n/postedBody';
import type { WebhookCall } from '../transport/call';
import { decodeBody } from '../transport/form';
import { textForLog } from '../transport/errors/errors';
import { answer, start } from './answer';
import { NOT_ASKED } from './gate';
import { walk } from './gates';
import { toHandover, type PostedOnly } from './history';
import { readPostedEvent } from './post';
import { processState, runState } from './processState';
import { readSettings, type Settings } from './settings';
import { receiveInTest } from './testListen';

const RECEIVED = [200, 'Event received'] as const;

const FOR_PAGES = [404, 'This trigger listens to signing pages only'] as const;

/** How many executions the reports with one token start in an hour: a signer has it, and may report anything. */
const MOST_REPORTS = 100;

/**
 * Answers a post to the trigger's address, as docs/operate.md#posts says. n8n answers 200 only after it has recorded
 * the execution, which does the slow work and decides (`gates`).
 *
 * Throws nothing: n8n would record a failed execution for every stray call.
 */
export async function receive(call: WebhookCall): Promise<IWebhookResponseData> {
	try {
		if (hearsOfSigningPages(call)) return answer(call, FOR_PAGES);
		const settings = readSettings(call);
		const rawBody = postedBody(call.n8n);
		if (!rawBody) throw new Error(NO_BODY);
		const { 'content-type': contentType = '' } = call.n8n.getHeaderData();
		const body = decodeBody(contentType, rawBody);
		const post = readPostedEvent(call, settings, body, rawBody);
		const receiveHere = async () => await receiveEvent(call, settings, post);
		if (call.n8n.getMode() !== 'manual') return await receiveHere();
		return await receiveInTest(call, settings, body, receiveHere);
	} catch (error) {
		call.log('warn', `Signaturit Trigger: a post could not be handled. ${textForLog(error)}`);
		return answer(call, [503, 'The event cannot be handled now']);
	}
}

async function receiveEvent(
	call: WebhookCall,
	settings: Settings,
	post: PostedOnly,
): Promise<IWebhookResponseData> {
	const state = runState(call);
	const finding = NOT_ASKED;
	const arrived = { call, settings, state, post, finding, happenings: [], undo: () => undefined };
	const { passing, stoppedBy } = await walk('webhook', arrived);
	if (stoppedBy) return answer(call, stoppedBy.answer ?? RECEIVED);
	unlessAccepted(call, passing.undo);
	const mustBeConfirmed = settings.confirm && passing.finding.kind !== 'confirmed';
	if (!mustBeConfirmed) state.postsArrive = true;
	const {
		finding: { delivery },
		happenings,
	} = passing;
	const { posted, rawBody } = post;
	return start(
		delivery
			? { kind: 'happenings', happenings: [...happenings], delivery, posted, rawBody }
			: { ...post, mustBeConfirmed },
	);
}

/** Forgets a post for which n8n could not record an execution, so that it can be posted again. */
function unlessAccepted(call: WebhookCall, forget: () => void): void {
	const response = call.n8n.getResponseObject();
	response.once('close', () => {
		if (response.statusCode !== 200) forget();
	});
}

/**
 * Answers a report of an embedded signing page. The execution gives out equal reports once: pages are opened again, and
 * browsers report again.
 */
export function receivePageReport(call: WebhookCall): IWebhookResponseData {
	const { reports } = processState(call);
	return receiveReport(call, (report) => {
		const { event, signatureId, documentId = '', token } = report;
		const slots = Array.from({ length: MOST_REPORTS }, (_, slot) => `${token} ${slot}`);
		const free = slots.find((slot) => !reports.has(slot));
		if (free === undefined) return undefined;
		reports.add(free);
		const key = `page ${JSON.stringify([signatureId, documentId, event])}`;
		return toHandover({ kind: 'report', key, item: reportItem(report) });
	});
}
