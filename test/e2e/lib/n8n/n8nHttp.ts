// The HTTP connection to n8n's API, with its session cookie and its readable errors.

import axios, { type AxiosInstance } from 'axios';
import { randomUUID } from 'node:crypto';
import { PATIENCE_MS, waitFor } from '../wait';

/** A client of n8n's API. Its errors have n8n's own `message`. */
export function http(url: string): AxiosInstance {
	const client = axios.create({
		baseURL: `${url}/rest`,
		timeout: PATIENCE_MS,
		proxy: false,
		// The session cookie is bound to this id.
		headers: { 'browser-id': randomUUID() },
	});
	client.interceptors.response.use(
		(response) => {
			const cookie = response.headers['set-cookie']?.find((header) =>
				header.startsWith('n8n-auth='),
			);
			if (cookie) client.defaults.headers.common.cookie = cookie.split(';')[0];
			return response;
		},
		(error: unknown) => {
			if (!axios.isAxiosError<{ message?: string }>(error)) throw error;
			const { method = '', url: path = '' } = error.config ?? {};
			const answer = error.response?.data.message ?? error.message;
			const status = error.response?.status;
			// Axios's own error would contain the request with its body: passwords and tokens.
			throw Object.assign(new Error(`n8n refused ${method.toUpperCase()} ${path}: ${answer}`), {
				status,
			});
		},
	);
	return client;
}

/** What n8n answers, before it does anything, when its database has not answered it in time on a busy machine. */
const NOT_READY = 'Database is not ready!';

/** The answer to a request, made again while n8n's database does not answer. */
export async function whenReady<Answer>(request: () => Promise<Answer>): Promise<Answer> {
	return await waitFor({ what: 'n8n to reach its database' }, async () => {
		return await request().then(
			(done) => ({ done }),
			(error: Error) => {
				if (!error.message.endsWith(NOT_READY)) throw error;
				return { seen: error.message };
			},
		);
	});
}
