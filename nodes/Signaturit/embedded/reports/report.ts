import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { ANY_EVENT } from '../../events/catalogue';
import { parseJson } from '../../transport/json';
import { workflowSecret } from './secret';
import { isValidToken } from './token';

/** A report has four short texts. */
const MAX_BYTES = 4096;

const requestSchema = z.object({ rawBody: z.instanceof(Buffer).catch(() => Buffer.alloc(0)) });

const text = z.string().trim().min(1).max(100);

const reportSchema = z.object({
	event: text,
	documentId: text.nullish().transform((id) => id ?? undefined),
	signatureId: text,
	token: z.string().max(200).catch(''),
});

type Report = z.infer<typeof reportSchema>;

/**
 * Answers a report of a signing page. n8n has answered the browser's CORS request before, for every
 * origin. A report whose token is one of this workflow for this request starts the workflow. Any other
 * report is answered with 4xx and starts nothing.
 *
 * @param mayStart whether a token may start another execution
 */
export function receiveReport(
	this: IWebhookFunctions,
	mayStart: (token: string) => boolean,
): IWebhookResponseData {
	const { rawBody } = requestSchema.parse(this.getRequestObject());
	if (rawBody.length > MAX_BYTES) return refuse.call(this, 413, 'The report is too long');

	const parsed = reportSchema.safeParse(parseJson(rawBody.toString('utf8')));
	if (!parsed.success) return refuse.call(this, 400, 'The body is not a report of a signing page');
	const report = parsed.data;
	if (report.token === '') return refuse.call(this, 401, 'The report has no token');
	if (!isOurs.call(this, report)) {
		return refuse.call(
			this,
			403,
			'The token is not one for this signature request, or has expired',
		);
	}

	const chosen = this.getNodeParameter('embeddedEvents', []) as string[];
	if (!chosen.includes(ANY_EVENT) && !chosen.includes(report.event)) {
		return { webhookResponse: { message: 'Report received, not among the chosen events' } };
	}
	if (!mayStart(report.token)) return refuse.call(this, 429, 'Too many reports with this token');
	return {
		webhookResponse: { message: 'Report received' },
		workflowData: [[{ json: reportItem(report) }]],
	};
}

function isOurs(this: IWebhookFunctions, { token, signatureId }: Report): boolean {
	const { id = '' } = this.getWorkflow();
	const secret = workflowSecret(this.getWorkflowStaticData('global'), id);
	const now = Math.floor(Date.now() / 1000);
	return secret !== undefined && isValidToken(token, { secret, signatureId, now });
}

/** The item of a report. Its time is the time of arrival, in the service's format. */
export function reportItem({ event, documentId, signatureId }: Omit<Report, 'token'>): IDataObject {
	const createdAt = new Date().toISOString().replace(/\.\d+Z$/, '+0000');
	return {
		event: { type: event, createdAt },
		signatureId,
		...(documentId !== undefined && { documentId }),
		source: 'embedded',
	};
}

/** Throwing would record a failed execution for every stray call. */
function refuse(this: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	this.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
