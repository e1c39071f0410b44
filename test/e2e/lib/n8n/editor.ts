import axios, { type AxiosInstance } from 'axios';
import { randomUUID } from 'node:crypto';
import type { Owner } from './n8nClient';

/** A signed-in client of the editor's API, for calls that `N8nClient` does not have. */
export async function signedIn(url: string, { email, password }: Owner): Promise<AxiosInstance> {
	const editor = axios.create({
		baseURL: `${url}/rest`,
		proxy: false,
		headers: { 'browser-id': randomUUID() },
	});
	const answer = await editor.post('/login', { emailOrLdapLoginId: email, password });
	editor.defaults.headers.common.cookie = answer.headers['set-cookie']
		?.map((cookie) => cookie.split(';')[0])
		.join('; ');
	return editor;
}
