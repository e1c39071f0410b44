// The bytes of a post to a webhook, as they came.

import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

const requestSchema = z.object({ rawBody: z.instanceof(Buffer) });

/**
 * The bytes of a post to a webhook, as they came. Those of a form with files are left out: no event is one.
 *
 * n8n: its request has them as `rawBody`, which the type of express does not (2.8 and 2.41,
 * `n8n/dist/middlewares/body-parser.js`). It does not read a form with files in this way.
 *
 * Without it: loud. It is `undefined`; the post is answered with 503, so that it is posted again, and the log says why.
 * Polls find the events.
 */
export function postedBody(n8n: IWebhookFunctions): Buffer | undefined {
	const request = n8n.getRequestObject();
	const { data } = requestSchema.safeParse(request);
	if (data) return data.rawBody;
	const { 'content-type': type = '' } = request.headers;
	return type.toLowerCase().startsWith('multipart/') ? Buffer.alloc(0) : undefined;
}

export const NO_BODY =
	'This version of n8n does not give the content of a post. Update n8n-nodes-signaturit.';
