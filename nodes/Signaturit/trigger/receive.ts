// Answers the posts to the trigger's address: events, and reports of signing pages.

import type { IWebhookResponseData } from 'n8n-workflow';
import { hearsOfPages, receiveReport, reportItem } from '../embedded/reports';
import { readRegistration } from '../events/registration';
import { instant } from '../events/state';
import { isFromAccount, isIssued, referenceIn } from '../events/tracking';
import { NO_BODY, postedBody } from '../n8n/postedBody';
import type { WebhookCall } from '../transport/call';
import { delays } from '../transport/deadline';
import { triggerDelays } from './delays';
import { decodeBody } from '../transport/form';
import { textForLog } from '../transport/errors/errors';
import { isFromSignaturit, SENDER } from '../transport/hosts';
import type { DeliveryKind } from '../transport/endpoints';
import { eventPostSchema } from '../transport/shapes';
import { startedBy, toHandover, type PostedEvent, type PostedOnly } from './history';
import { receiveInTest } from './testListen';
import { answer, start } from './answer';
import { confirmEvent } from './confirm';
import { countedOf, readBegun } from './counted';
import { mayBringOutcome, readSettings, startsWorkflow, type Settings } from './settings';
import { processState, runState } from './processState';

/** How many unconfirmed posts are looked for at once. Few if anybody may have posted them: each starts an execution. */
const MOST_UNCONFIRMED = { ours: 20, anybodys: 3 };

const NOT_FOUND = [403, 'This event was not found at Signaturit'] as const;

const FOR_PAGES = [404, 'This trigger listens to signing pages only'] as const;

/** How many executions the reports with one token start in an hour: a signer has it, and may report anything. */
const MOST_REPORTS = 100;

/**
 * Answers a post to the trigger's address, as docs/operate.md#posts says. n8n answers 200 only after it has recorded
 * the execution, which does the slow work and decides (`emit`).
 *
 * Throws nothing: n8n would record a failed execution for every stray call.
 */
export async function receive(call: WebhookCall): Promise<IWebhookResponseData> {
	try {
		if (hearsOfPages(call)) return answer(call, FOR_PAGES);
		const settings = readSettings(call);
		const rawBody = postedBody(call.n8n);
		if (!rawBody) throw new Error(NO_BODY);
		const { 'content-type': contentType = '' } = call.n8n.getHeaderData();
		const body = decodeBody(contentType, rawBody);
		const receiveHere = async () => await receiveEvent(call, settings, body, rawBody);
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
	body: unknown,
	rawBody: Buffer,
): Promise<IWebhookResponseData> {
	if (settings.onlyFromSignaturit && !isFromSignaturit(call.n8n.getRequestObject())) {
		return answer(call, [403, `Only events from ${SENDER} are accepted`]);
	}
	const posted = parseEvent(body, settings.resource);
	if (!posted) return answer(call, [400, 'The body is not a Signaturit event']);
	const { resource, type, createdAt, record } = posted;
	const isChosen = startsWorkflow(settings, type) || mayBringOutcome(settings, type);
	if (resource !== settings.resource || !isChosen) {
		return answer(call, [200, 'Event received, not among the chosen ones']);
	}
	// The subscription could not be ended when the trigger began to listen to its workflow only.
	if (settings.listenTo === 'workflow' && isFromAccount(call.n8n.getQueryData())) {
		return answer(call, [200, 'Event received, not from this workflow']);
	}
	const post: PostedOnly = {
		kind: 'posted',
		mustBeConfirmed: false,
		posted,
		reference: referenceIn(call.n8n.getQueryData()),
		postKey: `${record.id} ${type} ${createdAt}`,
		begun: readBegun(call),
		rawBody: settings.includeRawBody ? rawBody.toString('utf8') : undefined,
	};
	if (settings.confirm) return await answerConfirmed(call, post, settings);
	runState(call).postsArrive = true;
	return start(post);
}

/**
 * Reads an event from the decoded body of a post; `undefined` if it has no type, time or record with an id.
 *
 * @param expected the resource of a certificate that names neither a phone number nor an email address
 */
export function parseEvent(body: unknown, expected: DeliveryKind): PostedEvent | undefined {
	const parsed = eventPostSchema.safeParse(body);
	if (!parsed.success) return undefined;
	const { type, created_at, reason, document, certificate } = parsed.data;
	const record = document ?? certificate;
	if (!record || !Number.isFinite(instant(created_at))) return undefined;
	// Certificates of certified SMS have a phone, those of certified emails have none.
	const { phone, email } = record;
	const isSms = phone !== undefined || (email === undefined && expected === 'certifiedSms');
	const certified = isSms ? 'certifiedSms' : 'certifiedEmail';
	return {
		resource: document ? 'signature' : certified,
		type,
		createdAt: created_at,
		reason,
		record,
	};
}

async function answerConfirmed(
	call: WebhookCall,
	post: PostedOnly,
	settings: Settings,
): Promise<IWebhookResponseData> {
	const state = runState(call);
	const { posted, reference, postKey } = post;
	if (state.refused.has(postKey)) return answer(call, NOT_FOUND);
	if (state.unconfirmed.has(postKey)) return answer(call, [200, 'Event received before']);

	// Whether the Create of this workflow has made up the address.
	const { secret } = readRegistration(call) ?? {};
	const isOurs = reference !== undefined && secret !== undefined && isIssued(reference, secret);
	const looks = { ...delays.looks.post, isPrivileged: isOurs };
	const finding = await confirmEvent(call, posted, reference, looks);
	if (finding.kind === 'absent') {
		state.refused.add(postKey);
		call.log('debug', 'Signaturit Trigger: an event was refused that was not found at Signaturit');
		return answer(call, NOT_FOUND);
	}
	if (finding.kind === 'confirmed') {
		const { delivery, event } = finding;
		const { progress } = state;
		const all = startedBy(delivery, posted.record.id, event, settings);
		const started = await countedOf(call, post.begun, all, delivery);
		if (started.length < all.length && started.length === 0) {
			return answer(call, [200, 'Event received, older than the publication of the workflow']);
		}
		const happenings = started.filter(({ key }) => progress.isOpen(key));
		if (happenings.length === 0) {
			return answer(call, [200, started.length > 0 ? 'Event received before' : 'Event received']);
		}
		state.postsArrive = true;
		happenings.forEach(({ key }) => progress.lease(key, triggerDelays.handedOver));
		unlessAccepted(call, () => happenings.forEach(({ key }) => progress.fail(key)));
		return start({ kind: 'happenings', happenings, delivery, posted, rawBody: post.rawBody });
	}
	if (state.unconfirmed.has(postKey)) return answer(call, [200, 'Event received before']);
	if (state.unconfirmed.count >= MOST_UNCONFIRMED[isOurs ? 'ours' : 'anybodys']) {
		return answer(call, [503, 'Too many events cannot be confirmed with Signaturit now']);
	}
	state.unconfirmed.add(postKey);
	unlessAccepted(call, () => state.unconfirmed.delete(postKey));
	return start({ ...post, mustBeConfirmed: true });
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
		const places = Array.from({ length: MOST_REPORTS }, (_, place) => `${token} ${place}`);
		const free = places.find((place) => !reports.has(place));
		if (free === undefined) return undefined;
		reports.add(free);
		const key = `page ${JSON.stringify([signatureId, documentId, event])}`;
		return toHandover({ kind: 'report', key, item: reportItem(report) });
	});
}
