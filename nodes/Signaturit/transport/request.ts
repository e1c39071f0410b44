import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type JsonObject,
} from 'n8n-workflow';
import { z } from 'zod';
import { parseJson } from '../json';
import {
	faultOfAnswer,
	faultOfConnection,
	faultOfContent,
	type Fault,
} from './fault';
import { multipart, urlEncoded, type FormFields, type FormFile } from './form';
import { readCredential, serviceUrl, type ServicePath } from './serviceUrl';

/** The contexts of n8n from which the service is called. */
export type CallContext = IExecuteFunctions | ILoadOptionsFunctions;

/** What a request carries: query parameters, body fields, files. */
export interface RequestContent {
	query?: IDataObject;
	fields?: FormFields;
	files?: readonly FormFile[];
}

const answerSchema = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).default({}),
	body: z.unknown(),
});

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
	const answer = await send.call(this, method, path, content, 'text');
	const text = z.string().catch('').parse(answer.body);
	if (answer.statusCode >= 300)
		throw apiError(this.getNode(), faultOfAnswer(answer.statusCode, text));
	if (text.trim() === '') return {};

	const parsed = jsonBodySchema.safeParse(parseJson(text));
	if (!parsed.success) throw apiError(this.getNode(), faultOfContent('data'));
	return parsed.data;
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
	{ query, fields, files }: RequestContent,
	encoding: 'text' | 'stream',
): Promise<z.infer<typeof answerSchema>> {
	const credential = readCredential(await this.getCredentials('signaturitApi'));
	const writes = method !== 'GET';
	const options: IHttpRequestOptions = {
		method,
		url: serviceUrl(credential, path),
		qs: query,
		headers: { Accept: encoding === 'text' ? 'application/json' : '*/*' },
		body: files?.length ? multipart(fields ?? {}, files) : fields && urlEncoded(fields),
		encoding,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
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

/** An error of the service for n8n's error view; the item's index is added by the router. */
export function apiError(node: INode, fault: Fault): NodeApiError {
	const { message, description, httpCode } = fault;
	return new NodeApiError(
		node,
		{ message, ...(description && { description }) },
		{ message, description: description || undefined, httpCode },
	);
}

/** The media type of an answer, without parameters, in lower case; empty when there is none. */
export function contentType(headers: Record<string, unknown>): string {
	const [mediaType = ''] = headerSchema.parse(headers['content-type']).split(';');
	return mediaType.trim().toLowerCase();
}

const connectionErrorSchema = z.object({ code: z.string() });

/** The code of the failed connection behind n8n's error, or `undefined` if it is another error. */
export function connectionCode(error: unknown): string | undefined {
	const candidates = [error, error instanceof Error ? error.cause : undefined];
	for (const candidate of candidates) {
		const parsed = connectionErrorSchema.safeParse(candidate);
		if (parsed.success) return parsed.data.code;
	}
	return undefined;
}
