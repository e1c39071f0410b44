// Reports of embedded signing pages: their secret, tokens and address, and how one is checked.

import { createHmac, timingSafeEqual } from 'node:crypto';
import {
	UserError,
	type IDataObject,
	type INodeProperties,
	type IWebhookDescription,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { z } from 'zod';
import { ANY_EVENT } from '../events/catalogue';
import { ownAddressProblem } from '../events/reachability';
import { activeTriggers, isRegistered, register, withdraw } from '../events/registration';
import { newSecret } from '../events/tracking';
import { listOfEntries, openChoice } from '../input/doors';
import { validated } from '../input/schemas';
import { choicesField, noticeField, shownWhen, option } from '../input/fields';
import { NO_BODY, postedBody } from '../n8n/postedBody';
import type { ExecuteCall, HookCall, PollCall, WebhookCall } from '../transport/call';
import { entryTo } from '../transport/entry';
import { parseJson } from '../transport/form';
import { reportedEvents } from './pageFields';
import { Refusal } from '../transport/errors/refusal';

const keptSchema = z
	.object({ workflowId: z.string(), secret: z.string().min(32) })
	.optional()
	.catch(undefined);

/** The workflow's secret; `undefined` before a trigger for embedded signing has been activated. */
export function workflowSecret(staticData: IDataObject, workflowId: string): string | undefined {
	const kept = keptSchema.parse(staticData.signaturitEmbedded);
	// A copied workflow brings the static data of its original along.
	return kept?.workflowId === workflowId ? kept.secret : undefined;
}

/** Makes the workflow's secret unless it has one. Deactivation keeps it: open pages may report again later. */
export function keepSecret(staticData: IDataObject, workflowId: string): void {
	if (workflowSecret(staticData, workflowId) !== undefined) return;
	staticData.signaturitEmbedded = { workflowId, secret: newSecret() };
}

/** Proves until it `expires` (seconds since 1970) that this workflow made the page for this request. */
export function reportToken(secret: string, signatureId: string, expires: number): string {
	// The first text makes tokens for another purpose with the same secret invalid here.
	const content = JSON.stringify(['embedded-signing', signatureId, expires]);
	return `${expires}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Whether the token was made with the secret for this request and has not expired `now` (seconds since 1970). */
export function isValidToken(
	token: string,
	{ secret, signatureId, now }: { secret: string; signatureId: string; now: number },
): boolean {
	const [, digits = ''] = /^(\d{1,12})\./.exec(token) ?? [];
	const expires = Number(digits);
	const given = Buffer.from(token);
	const valid = Buffer.from(reportToken(secret, signatureId, expires));
	return given.length === valid.length && timingSafeEqual(given, valid) && now < expires;
}

/** A report has four short texts. */
const MAX_BYTES = 4096;

const reportText = z.string().trim().min(1).max(100);

const reportSchema = z.object({
	event: reportText,
	documentId: reportText.nullish().transform((id) => id ?? undefined),
	signatureId: reportText,
	token: z.string().max(200).catch(''),
});

type Report = z.infer<typeof reportSchema>;

/**
 * Answers a report of a signing page. It starts the workflow if its token is one of this workflow for this request;
 * any other is answered with 4xx. n8n has answered the browser's CORS request before, for every origin.
 *
 * @param start makes the input of the execution; `undefined` if the token has started too many
 */
export function receiveReport(
	call: WebhookCall,
	start: (report: Report) => IDataObject | undefined,
): IWebhookResponseData {
	// Throwing would record a failed execution for every stray call.
	const refuse = (status: number, message: string) => {
		call.n8n.getResponseObject().status(status).json({ message });
		return { noWebhookResponse: true };
	};
	if (!hearsOfSigningPages(call))
		return refuse(404, 'This trigger does not listen to signing pages');
	const rawBody = postedBody(call.n8n);
	if (!rawBody) {
		call.log('warn', `Signaturit Trigger: a report could not be read. ${NO_BODY}`);
		return refuse(503, 'The report cannot be read now');
	}
	if (rawBody.length > MAX_BYTES) return refuse(413, 'The report is too long');

	const parsed = reportSchema.safeParse(parseJson(rawBody.toString('utf8')));
	if (!parsed.success) return refuse(400, 'The body is not a report of a signing page');
	const { event, signatureId, token } = parsed.data;
	if (token === '') return refuse(401, 'The report has no token');
	const { id = '' } = call.n8n.getWorkflow();
	const secret = workflowSecret(call.n8n.getWorkflowStaticData('global'), id);
	if (secret === undefined || !isValidToken(token, { secret, signatureId, now: secondsNow() })) {
		return refuse(403, 'The token is not one for this signature request, or has expired');
	}

	const chosen = chosenReports(call);
	if (!chosen.includes(ANY_EVENT) && !chosen.includes(event)) {
		return { webhookResponse: { message: 'Report received, not among the chosen events' } };
	}
	const json = start(parsed.data);
	if (!json) return refuse(429, 'Too many reports with this token');
	return { webhookResponse: { message: 'Report received' }, workflowData: [[{ json }]] };
}

const secondsNow = () => Math.floor(Date.now() / 1000);

/** The item of a report. Its time is the time of arrival. */
export function reportItem({ event, documentId, signatureId }: Omit<Report, 'token'>): IDataObject {
	const createdAt = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
	const document = documentId ? { documentId } : {};
	return { event: { type: event, createdAt }, signatureId, ...document, source: 'embedded' };
}

/**
 * The address to which pages of this workflow report, with a token for one request.
 *
 * @param days how long the token is valid from now on
 * @throws UserError when there is not exactly one active trigger for such reports
 */
export function reportTarget(call: ExecuteCall, signatureId: string, days: number) {
	const { id = '' } = call.n8n.getWorkflow();
	const staticData = call.n8n.getWorkflowStaticData('global');
	const [trigger, ...moreTriggers] = activeTriggers(staticData, id, 'embedded');
	const secret = workflowSecret(staticData, id);
	if (!trigger || secret === undefined) {
		throw new Refusal(
			'This workflow has no published Signaturit Trigger for embedded signing',
			'builder',
			{
				advice:
					'Add a Signaturit Trigger node with the resource "Embedded Signing" to this workflow and publish the workflow, or set "Reports" to "Don\'t Send". If it is published, n8n hides it from this run, as n8n 2.41 in queue mode does on its workers: there, choose "Don\'t Send", and let a Signaturit Trigger for signature requests start the workflow when everyone has signed.',
			},
		);
	}
	if (moreTriggers.length > 0) {
		const names = [trigger, ...moreTriggers].map(({ nodeName }) => `"${nodeName}"`).join(', ');
		const several =
			'This workflow has more than one published Signaturit Trigger for embedded signing';
		const advice = `A page reports to one address only. Remove all but one of ${names}.`;
		throw new Refusal(several, 'builder', { advice });
	}
	const expires = secondsNow() + days * 24 * 3600;
	return { url: trigger.url, token: reportToken(secret, signatureId, expires) };
}

/** The trigger's resource for the reports of signing pages. */
const RESOURCE = 'embeddedSigning';

/** Whether the trigger that calls listens to signing pages. Both its webhooks are always there. */
export const hearsOfSigningPages = ({ n8n }: HookCall | PollCall | WebhookCall): boolean =>
	n8n.getNodeParameter('resource', '') === RESOURCE;

/** In the expressions of the node's description: whether the trigger listens to signing pages. */
export const isEmbedded = `$parameter["resource"] === "${RESOURCE}"`;

/** Where the signing pages post their reports. */
export const webhook: IWebhookDescription = {
	name: 'setup',
	httpMethod: 'POST',
	path: 'embedded',
	responseMode: 'onReceived',
	// Without it, n8n answers with the literal text "firstEntryJson".
	responseData: '',
	ndvHideUrl: `={{ !(${isEmbedded}) }}`,
};

const eventChoices = [
	...reportedEvents,
	option('Any Event', ANY_EVENT, 'Also events that are not in this list'),
];

const eventsField = choicesField('Events', 'embeddedEvents', {
	required: true,
	options: eventChoices,
	default: ['completed', 'declined'],
	description: 'Which reports start the workflow',
});

/** The types of the reports that start the workflow; throws UserError as `validated` does. */
const chosenReports = (call: HookCall | WebhookCall): string[] =>
	validated(
		listOfEntries('Events', openChoice('Events', eventChoices)),
		call.n8n.getNodeParameter('embeddedEvents', []),
	);

/** The trigger's fields for this resource. */
export const fields: INodeProperties[] = [
	noticeField(
		"Publish the workflow: its signing pages then report here, from the signers' browsers. Reports are no proof; the events of the other resources are.",
		'embeddedNotice',
	),
	eventsField,
].map((field) => shownWhen({ resource: [RESOURCE] }, field));

/** Registers the address of the trigger for the pages that this workflow makes. */
export const methods = {
	checkExists: entryTo((call: HookCall): boolean => {
		if (!hearsOfSigningPages(call)) return true;
		const [staticData, nodeId, entry] = pageRegistration(call);
		const secret = workflowSecret(staticData, entry.workflowId);
		return secret !== undefined && isRegistered(staticData, nodeId, entry);
	}),

	create: entryTo((call: HookCall): boolean => {
		// A test listen.
		if (call.n8n.getMode() === 'manual' || !hearsOfSigningPages(call)) return true;
		const [staticData, nodeId, entry] = pageRegistration(call);
		const fault = ownAddressProblem(entry.url);
		if (fault) throw new UserError(fault.problem, { description: fault.advice });
		chosenReports(call);
		keepSecret(staticData, entry.workflowId);
		register(staticData, nodeId, entry);
		return true;
	}),

	delete: entryTo((call: HookCall): boolean => {
		const [staticData, nodeId, entry] = pageRegistration(call);
		// The end of a test listen comes here too, with the test URL.
		if (isRegistered(staticData, nodeId, entry)) withdraw(staticData, nodeId);
		return true;
	}),
};

function pageRegistration(call: HookCall) {
	const { id: nodeId, name: nodeName } = call.node;
	const url = call.n8n.getNodeWebhookUrl('setup') ?? '';
	const { id: workflowId = '' } = call.n8n.getWorkflow();
	const entry = { workflowId, nodeName, url, use: 'embedded' } as const;
	return [call.n8n.getWorkflowStaticData('global'), nodeId, entry] as const;
}
