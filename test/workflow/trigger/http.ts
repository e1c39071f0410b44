import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import axios, { type AxiosResponse } from 'axios';

/** The two methods of Express's response that the node and n8n use. */
export interface ExpressResponse extends ServerResponse {
	status(code: number): ExpressResponse;
	json(body: unknown): unknown;
}

/** A request and its response as Express and n8n's server hand them to a webhook. */
export async function asExpress(request: IncomingMessage, response: ServerResponse, ip: string) {
	const rawBody = await buffer(request);
	const query = Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams);
	const express = Object.assign(response, {
		json: (body: unknown) => response.end(JSON.stringify(body)),
		status: (code: number) => Object.assign(express, { statusCode: code }),
	}) as ExpressResponse;
	return { request: Object.assign(request, { rawBody, query, ip }), response: express };
}

/** Posts a body as it is; anything but text and bytes as JSON. */
export async function post(
	url: string,
	body: unknown,
	contentType: string,
): Promise<AxiosResponse<{ message: string }>> {
	// The client would change text that is not JSON.
	const bytes = Buffer.isBuffer(body)
		? body
		: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	return await axios.post(url, bytes, {
		headers: { 'Content-Type': contentType },
		validateStatus: () => true,
		proxy: false,
		maxBodyLength: Infinity,
	});
}
