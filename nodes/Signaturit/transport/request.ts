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
	/** Milliseconds until the attempt is given up; n8n's own five minutes unless told otherwise. */
	timeout?: number;
	/** Whether it changes something at the service, as any method but GET does unless told otherwise. */
	writes?: boolean;
	/** Whether it may be made again when the service is busy or the connection broke; only if it writes nothing. */
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

/** Only looked at, not copied: lists may hold tens of thousands. */
const objectSchema = z.custom<IDataObject>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const jsonBodySchema = z.union([objectSchema, z.array(objectSchema)]);

/**
 * Calls an endpoint that answers JSON and returns the answer as it is; an empty answer is `{}`.
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
 * Reads what an endpoint has, as `request` with GET, but tries up to three times (see `withRetries`).
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
 * Calls an endpoint of which only the success matters: any 2xx will do, whatever comes with it.
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
 * A command of which the documentation says POST in one place and GET in another. POST is sent (wire
 * facts, Responses); GET follows only a 405, by which the service has done nothing.
 *
 * @throws NodeApiError as `request` does
 */
export async function postOrGet(this: CallContext, path: ServicePath): Promise<void> {
	const answer = await send.call(this, 'POST', path, {}, 'text');
	if (answer.statusCode !== 405) successText.call(this, answer);
	else await command.call(this, 'GET', path, { writes: true });
}

/**
 * Sends one request and returns status, headers and body of whatever answer arrives. A request that
 * changes something is never repeated and follows no redirect: either could send a contract twice.
 * With the status handled here, n8n does not send a second one after a 401 either.
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

/** Aborted when someone stops the execution; other contexts of n8n know no such thing. */
function cancelSignal(this: CallContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in this ? this.getExecutionCancelSignal() : undefined;
}

const streamSchema = z.custom<{ destroy(): void }>(
	(value) => typeof value === 'object' && value !== null && 'destroy' in value,
);

/** Lets go of the connection that an answer nobody reads would hold. */
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
