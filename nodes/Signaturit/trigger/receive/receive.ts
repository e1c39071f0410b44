import { createHash } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { decodeBody } from './body';
import { ANY_EVENT } from '../../events/catalogue';
import { CONFIRM_MS, confirmed } from './confirm';
import { toEvent, type PostedEvent } from './event';
import { guard } from '../handover/recentPosts';
import { toHandover, type Handover } from '../handover/handover';
import { referenceIn } from '../../events/reference';
import { nodeKey } from '../emit/processed';
import { isFromSignaturit, SENDER } from './sender';
import { settingsOf, type Settings } from '../panel/settings';

const UNKNOWN = 'Signaturit does not know of this event';

const requestSchema = z.object({
	rawBody: z.instanceof(Buffer).catch(() => Buffer.alloc(0)),
	headers: z.object({ 'content-type': z.string().catch('') }),
});

/**
 * Answers a post to the trigger's address.
 *
 * - 200, and the workflow starts: an event of a chosen type that the service knows of. n8n answers only
 *   after the execution is recorded. What takes longer happens in the execution (`emit.ts`).
 * - 200, nothing starts: an event of another type, or a copy of one that has been answered so.
 * - 400: no event. 403: from another address than asked for, or unknown to the service.
 * - 503: the service cannot be asked. The post counts as failed there and can be fired again.
 *
 * Nothing is thrown: n8n would record a failed execution for every stray call.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await answer.call(this);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		this.logger.warn(`Signaturit Trigger: an event could not be confirmed. ${reason}`);
		return refuse.call(this, 503, 'The event cannot be confirmed with Signaturit now');
	}
}

async function answer(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = settingsOf(this);
	if (settings.onlyFromSignaturit && !isFromSignaturit(this.getRequestObject())) {
		return refuse.call(this, 403, `Only events from ${SENDER} are accepted`);
	}
	const { rawBody, headers } = requestSchema.parse(this.getRequestObject());
	const posted = toEvent(decodeBody(headers['content-type'], rawBody));
	if (!posted) return refuse.call(this, 400, 'The body is not a Signaturit event');
	if (!isChosen(posted, settings)) {
		return { webhookResponse: { message: 'Event received, not among the chosen ones' } };
	}
	const postKey = keyOf.call(this, rawBody);
	// A test listen takes the same event as often as it is fired.
	const earlier =
		this.getMode() === 'manual' ? undefined : guard.enter(postKey, this.getResponseObject());
	if (earlier) return answerCopy.call(this, await earlier);
	return await start.call(this, { posted, postKey, rawBody }, settings);
}

/** A copy is acknowledged only if the first one was: that one may have failed, and this one be fired again. */
function answerCopy(this: IWebhookFunctions, status: number | undefined): IWebhookResponseData {
	if (status === 200) return { webhookResponse: { message: 'Event received before' } };
	if (status === 403) return refuse.call(this, 403, UNKNOWN);
	return refuse.call(this, 503, 'The event could not be recorded');
}

async function start(
	this: IWebhookFunctions,
	{ posted, postKey, rawBody }: { posted: PostedEvent; postKey: string; rawBody: Buffer },
	settings: Settings,
): Promise<IWebhookResponseData> {
	const reference = referenceIn(this.getQueryData());
	const handover: Handover = {
		posted,
		reference,
		address: this.getNodeWebhookUrl('default') ?? '',
		postKey,
		rawBody: settings.includeRawBody ? rawBody.toString('utf8') : undefined,
	};
	if (settings.confirm) {
		const deadline = Date.now() + CONFIRM_MS;
		const known = await confirmed.call(this, posted, reference, { deadline });
		if (!known) {
			this.logger.warn('Signaturit Trigger: an event was refused that Signaturit does not know of');
			return refuse.call(this, 403, UNKNOWN);
		}
		handover.posted = {
			...posted,
			createdAt: known.createdAt,
			record: { ...posted.record, parentId: known.parentId },
		};
	}
	return {
		webhookResponse: { message: 'Event received' },
		workflowData: [[{ json: toHandover(handover) }]],
	};
}

function isChosen({ resource, type }: PostedEvent, settings: Settings): boolean {
	const { types } = settings;
	return resource === settings.resource && (types.includes(ANY_EVENT) || types.includes(type));
}

/** Copies are the same to the byte; whatever else is said of the same event is confirmed by itself. */
function keyOf(this: IWebhookFunctions, rawBody: Buffer): string {
	return `${nodeKey.call(this)} ${createHash('sha256').update(rawBody).digest('base64')}`;
}

function refuse(this: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	this.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
