import {
	NodeApiError,
	sleepWithAbort,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IWebhookFunctions,
	type JsonObject,
} from 'n8n-workflow';
import { z } from 'zod';
import type { ServicePath } from './endpoints';
import { apiError } from './errors';
import { connectionCode, faultOfAnswer, faultOfConnection, faultOfContent } from './fault';
import { multipart, urlEncoded, type FormFields, type FormFile } from './form';
import { parseJson } from './json';
import { withRetries } from './retry';
import { readCredential, serviceUrl } from './serviceUrl';

/** The contexts of n8n from which the service is called. */
export type CallContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** What a request carries: query parameters, body fields, files. */
export interface RequestContent {
	query?: IDataObject;
	fields?: FormFields;
	files?: readonly FormFile[];
	/** Milliseconds after which the request is given up; n8n's own five minutes by default. */
	timeout?: number;
	/** Whether it changes something at the service; by default all methods except GET do. */
	writes?: boolean;
	/** Whether it may be tried again when the service is busy or the connection broke. Ignored if it writes. */
	repeatable?: boolean;
}

const answerSchema = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).default({}),
	body: z.unknown(),
});
type Answer = z.infer<typeof answerSchema>;

/** A header's value; empty when it is absent. */
export const headerSchema = z.string().catch('');

/** Checks without copying: lists may have tens of thousands of entries. */
const objectSchema = z.custom<IDataObject>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const jsonBodySchema = z.union([objectSchema, z.array(objectSchema)]);

/**
 * Calls an endpoint that answers JSON and returns the answer unchanged. An empty answer is `{}`.
 *
 * @throws NodeApiError with the service's own words, or with what happened to the connection
 */
export async function request(
	this: CallContext,
	method: IHttpRequestMethods,
	path: ServicePath,
	content: RequestContent = {},
): Promise<IDataObject | IDataObject[]> {
	const text = successText.call(this, await send.call(this, method, path, content, 'text'));
	if (text.trim() === '') return {};

	const parsed = jsonBodySchema.safeParse(parseJson(text));
	if (!parsed.success) throw apiError(this.getNode(), faultOfContent('data'));
	return parsed.data;
}

/**
 * Calls GET as `request` does, but tries up to three times (see `withRetries`).
 *
 * @throws NodeApiError as `request` does
 */
export async function read(
	this: CallContext,
	path: ServicePath,
	query?: IDataObject,
): Promise<IDataObject | IDataObject[]> {
	return await request.call(this, 'GET', path, { query, repeatable: true });
}

/**
 * Calls an endpoint whose answer has no content of interest: every 2xx is a success.
 *
 * @throws NodeApiError as `request` does
 */
export async function command(
	this: CallContext,
	method: IHttpRequestMethods,
	path: ServicePath,
	content: RequestContent = {},
): Promise<void> {
	successText.call(this, await send.call(this, method, path, content, 'text'));
}

/**
 * Sends a command for which the documentation says POST in one place and GET in another
 * (docs/service.md#retry-of-an-event-hook). It sends POST. Only after a 405, with which the service has
 * done nothing, it sends GET.
 *
 * @throws NodeApiError as `request` does
 */
export async function postOrGet(this: CallContext, path: ServicePath): Promise<void> {
	const answer = await send.call(this, 'POST', path, {}, 'text');
	if (answer.statusCode !== 405) successText.call(this, answer);
	else await command.call(this, 'GET', path, { writes: true });
}

/**
 * Sends one request and returns status, headers and body of any answer. A request that changes something
 * is never repeated and follows no redirect: both could send a contract twice. n8n would repeat a request
 * after a 401; because the status is handled here, it does not.
 *
 * @throws NodeApiError when no answer arrives
 */
export async function send(
	this: CallContext,
	method: IHttpRequestMethods,
	path: ServicePath,
	{
		query,
		fields = {},
		files = [],
		timeout,
		writes = method !== 'GET',
		repeatable = false,
	}: RequestContent,
	encoding: 'text' | 'stream',
): Promise<Answer> {
	const credential = readCredential(await this.getCredentials('signaturitApi'));
	const { body, contentType } = encodedBody(fields, files);
	const options: IHttpRequestOptions = {
		method,
		url: serviceUrl(credential, path),
		qs: query,
		arrayFormat: 'brackets',
		headers: {
			Accept: encoding === 'text' ? 'application/json' : '*/*',
			...(contentType && { 'Content-Type': contentType }),
		},
		body,
		encoding,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout,
		disableFollowRedirect: writes,
		sendCredentialsOnCrossOriginRedirect: false,
	};
	const attempt = async () =>
		answerSchema.parse(
			await this.helpers.httpRequestWithAuthentication.call(this, 'signaturitApi', options),
		);
	const pause = async (milliseconds: number) =>
		await sleepWithAbort(milliseconds, cancelSignal.call(this));
	try {
		return await (repeatable && !writes
			? withRetries(attempt, { codeOf: connectionCode, discard, pause })
			: attempt());
	} catch (error) {
		const code = connectionCode(error);
		if (code === undefined) throw new NodeApiError(this.getNode(), error as JsonObject);
		// A fresh error: the client's own carries the request's headers, and with them the token.
		throw apiError(this.getNode(), faultOfConnection(code, writes));
	}
}

/** Aborted when someone stops the execution. Only executions have such a signal. */
function cancelSignal(this: CallContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in this ? this.getExecutionCancelSignal() : undefined;
}

const streamSchema = z.custom<{ destroy(): void }>(
	(value) => typeof value === 'object' && value !== null && 'destroy' in value,
);

/** Closes the connection of an answer that nobody reads. */
function discard({ body }: Answer): void {
	streamSchema.safeParse(body).data?.destroy();
}

/** The body of an answer that is a success. */
function successText(this: CallContext, { statusCode, body }: Answer): string {
	const text = z.string().catch('').parse(body);
	if (statusCode >= 300) throw apiError(this.getNode(), faultOfAnswer(statusCode, text));
	return text;
}

function encodedBody(
	fields: FormFields,
	files: readonly FormFile[],
): { body?: Buffer | URLSearchParams; contentType?: string } {
	if (files.length > 0) return multipart(fields, files);
	// n8n sets the media type of this one.
	return Object.keys(fields).length > 0 ? { body: urlEncoded(fields) } : {};
}

/** The media type of an answer, without parameters, in lower case; empty when there is none. */
export function mediaType(headers: Record<string, unknown>): string {
	const [type = ''] = headerSchema.parse(headers['content-type']).split(';');
	return type.trim().toLowerCase();
}
