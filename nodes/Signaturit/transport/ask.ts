// Sends a request through n8n, and gives its answer as a stream that can be ended.

import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { z } from 'zod';
import { endingWith } from '../n8n/request';
import type { Call, N8nContext } from './call';
import { CREDENTIAL } from './credential';
import { delays, pause } from './deadline';

export type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

const replySchema = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).default({}),
	body: z.custom<ByteStream>(
		(value) => typeof value === 'object' && value !== null && 'destroy' in value,
	),
});

/** An answer whose body is still to come. */
export type StreamedAnswer = z.infer<typeof replySchema>;

/** An error with a code, as those of Node and axios have. */
export class AnswerError extends Error {
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** Axios's code when a request is aborted. */
const STOPPED = 'ERR_CANCELED';

/**
 * Sends one request by n8n, and gives its answer as a stream. When `signal` is aborted, n8n ends both. What n8n does not
 * end by itself fails soon after, and the log says so.
 */
export async function askN8n(
	call: Call,
	options: IHttpRequestOptions,
	signal: AbortSignal,
	credential: ICredentialDataDecryptedObject | undefined,
): Promise<StreamedAnswer> {
	const request = { ...options, abortSignal: signal };
	const asked = send(call.n8n, request, signal, credential).then((answer) =>
		replySchema.parse(answer),
	);
	let isEnded = () => false;
	return await new Promise<StreamedAnswer>((resolve, reject) => {
		asked.then(
			(reply) => {
				isEnded = () => reply.body.destroyed;
				resolve(reply);
			},
			(error: unknown) => {
				isEnded = () => true;
				reject(error);
			},
		);
		const giveUp = async () => {
			await pause(delays.unended);
			if (isEnded()) return;
			const error = new AnswerError(STOPPED, 'The request was stopped');
			reject(error);
			logUnended(call, options.url);
			await asked.then(({ body }) => body.destroy(error)).catch(() => undefined);
		};
		signal.addEventListener('abort', () => void giveUp());
		if (signal.aborted) void giveUp();
	});
}

/** Says in the log, once in a run, that n8n has not ended a request. */
function logUnended(call: Call, url: string): void {
	const text = `n8n has not ended a request to ${new URL(url).host} whose time was over, or which was stopped. Its connection may stay open. Update n8n-nodes-signaturit.`;
	call.once('unended', () => call.log('error', `Signaturit: ${text}`));
}

async function send(
	n8n: N8nContext,
	request: IHttpRequestOptions,
	signal: AbortSignal,
	credential: ICredentialDataDecryptedObject | undefined,
): Promise<unknown> {
	if (!credential) return await n8n.helpers.httpRequest(request);

	const derived = endingWith(n8n, signal);
	// Otherwise n8n would read the credential again for each request: slower, and another one if it has changed.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data: credential };
	return await n8n.helpers.httpRequestWithAuthentication.call(derived, CREDENTIAL, request, {
		credentialsDecrypted,
	});
}
