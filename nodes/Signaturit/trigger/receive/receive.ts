import { createHash } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { ANY_EVENT } from '../../events/catalogue';
import { referenceIn } from '../../events/reference';
import { delays } from '../../transport/delays';
import { SENDER } from '../../transport/serviceUrl';
import { toHandover, type Handover } from '../handover/handover';
import { nodeKey } from '../handover/nodeKey';
import type { PostedEvent } from '../handover/postedEvent';
import { recentPosts } from '../handover/recentPosts';
import { readSettings, type Settings } from '../panel/settings';
import { confirmEvent } from './confirm';
import { decodeBody } from './decodeBody';
import { parseEvent } from './parseEvent';
import { isFromSignaturit } from './sender';

const UNKNOWN = 'Signaturit does not know of this event';

const requestSchema = z.object({
	rawBody: z.instanceof(Buffer).catch(() => Buffer.alloc(0)),
	headers: z.object({ 'content-type': z.string().catch('') }),
});

/**
 * Answers a post to the trigger's address.
 *
 * - 200, and the workflow starts: an event of a selected type that the service knows of. n8n answers
 *   only after the execution is recorded. Slow work is done in the execution (`emit.ts`).
 * - 200, nothing starts: an event of another type, or a copy of a post that was answered with 200.
 * - 400: not an event.
 * - 403: from another address than *Only From Signaturit's Address* allows, or unknown to the service.
 * - 503: the service cannot be asked. The post counts as failed there and can be fired again.
 *
 * Throws nothing: n8n would record a failed execution for every stray call.
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
	const settings = readSettings(this);
	if (settings.onlyFromSignaturit && !isFromSignaturit(this.getRequestObject())) {
		return refuse.call(this, 403, `Only events from ${SENDER} are accepted`);
	}
	const { rawBody, headers } = requestSchema.parse(this.getRequestObject());
	const posted = parseEvent(decodeBody(headers['content-type'], rawBody));
	if (!posted) return refuse.call(this, 400, 'The body is not a Signaturit event');
	if (!isSelected(posted, settings)) {
		return { webhookResponse: { message: 'Event received, not among the chosen ones' } };
	}
	const postKey = keyOf.call(this, rawBody);
	// A test listen takes the same event as often as it is fired.
	const earlier =
		this.getMode() === 'manual' ? undefined : recentPosts.enter(postKey, this.getResponseObject());
	if (earlier) return answerCopy.call(this, await earlier);
	return await start.call(this, { posted, postKey, rawBody }, settings);
}

/** Acknowledges a copy only if the first post was: otherwise the copy must be fired again. */
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
		const deadline = Date.now() + delays.confirmation;
		const confirmed = await confirmEvent.call(this, posted, reference, { deadline });
		if (!confirmed) {
			this.logger.warn('Signaturit Trigger: an event was refused that Signaturit does not know of');
			return refuse.call(this, 403, UNKNOWN);
		}
		const { createdAt, deliveryId } = confirmed;
		handover.posted = { ...posted, createdAt, record: { ...posted.record, deliveryId } };
	}
	return {
		webhookResponse: { message: 'Event received' },
		workflowData: [[{ json: toHandover(handover) }]],
	};
}

function isSelected({ resource, type }: PostedEvent, settings: Settings): boolean {
	const { types } = settings;
	return resource === settings.resource && (types.includes(ANY_EVENT) || types.includes(type));
}

/** Byte-identical posts are copies. Any other post about the same event is confirmed on its own. */
function keyOf(this: IWebhookFunctions, rawBody: Buffer): string {
	return `${nodeKey.call(this)} ${createHash('sha256').update(rawBody).digest('base64')}`;
}

function refuse(this: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	this.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
