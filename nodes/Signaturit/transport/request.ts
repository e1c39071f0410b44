import {
	ApplicationError,
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type IWebhookFunctions,
	type JsonObject,
} from 'n8n-workflow';
import { z } from 'zod';
import { parseJson } from '../json';
import { faultOfAnswer, faultOfConnection, faultOfContent, type Fault } from './fault';
import { multipart, urlEncoded, type FormFields, type FormFile } from './form';
import { readCredential, serviceUrl, type ServicePath } from './serviceUrl';

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
}

const answerSchema = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).default({}),
	body: z.unknown(),
});
type Answer = z.infer<typeof answerSchema>;

/** A header's value; empty when it is absent. */
export const headerSchema = z.string().catch('');
const jsonBodySchema = z.union([
	z.record(z.unknown()).transform((value) => value as IDataObject),
	z.array(z.record(z.unknown()).transform((value) => value as IDataObject)),
]);

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
 * Sends one request and returns status, headers and body of whatever answer arrives. Nothing is
 * retried, and a request that changes something never follows a redirect: either could send a
 * contract twice. With the status handled here, n8n does not send a second one after a 401 either.
 *
 * @throws NodeApiError when no answer arrives
 */
export async function send(
	this: CallContext,
	method: IHttpRequestMethods,
	path: ServicePath,
	{ query, fields = {}, files = [], timeout, writes = method !== 'GET' }: RequestContent,
	encoding: 'text' | 'stream',
): Promise<Answer> {
	const credential = readCredential(await this.getCredentials('signaturitApi'));
	const { body, contentType } = encodedBody(fields, files);
	const options: IHttpRequestOptions = {
		method,
		url: serviceUrl(credential, path),
		qs: query,
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
	try {
		const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
			this,
			'signaturitApi',
			options,
		);
		return answerSchema.parse(answer);
	} catch (error) {
		const code = connectionCode(error);
		if (code === undefined) throw new NodeApiError(this.getNode(), error as JsonObject);
		// A fresh error: the client's own carries the request's headers, and with them the token.
		throw apiError(this.getNode(), faultOfConnection(code, writes));
	}
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

/** An error of the service for n8n's error view; the item's index is added by the router. */
export function apiError(node: INode, fault: Fault): NodeApiError {
	const { message, description, httpCode } = fault;
	return new NodeApiError(
		node,
		{ message, ...(description && { description }) },
		{ message, description: description || undefined, httpCode },
	);
}

/**
 * An error in other words: what it is about before its message, and more after its description.
 *
 * @param subject e.g. the name of a file
 */
export function errorAbout(
	node: INode,
	error: unknown,
	subject: string,
	more = '',
): NodeApiError | NodeOperationError {
	const cause = error instanceof Error ? error : new ApplicationError(String(error));
	const message = `${subject}: ${cause.message}`;
	if (!(cause instanceof NodeApiError)) {
		return new NodeOperationError(node, cause, { message, description: more });
	}
	return apiError(node, {
		message,
		description: [cause.description, more].filter(Boolean).join('\n'),
		httpCode: cause.httpCode ?? undefined,
	});
}

/** The media type of an answer, without parameters, in lower case; empty when there is none. */
export function mediaType(headers: Record<string, unknown>): string {
	const [type = ''] = headerSchema.parse(headers['content-type']).split(';');
	return type.trim().toLowerCase();
}

/** Codes of Node and axios, such as `ECONNRESET`; HTTP status codes are numbers. */
const codeSchema = z.string().regex(/^[A-Z][A-Z0-9_]+$/);

const connectionErrorSchema = z.union([
	z.object({ code: codeSchema }).transform(({ code }) => code),
	z.object({ cause: z.object({ code: codeSchema }) }).transform(({ cause }) => cause.code),
	// Where n8n's NodeApiError keeps the code of a connection that failed.
	z.object({ httpCode: codeSchema }).transform(({ httpCode }) => httpCode),
]);

/** The code of the failed connection behind an error, or `undefined` if it is another error. */
export function connectionCode(error: unknown): string | undefined {
	return connectionErrorSchema.safeParse(error).data;
}
