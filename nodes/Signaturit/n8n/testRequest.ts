// Makes a request while n8n tests a credential, without following redirects.

import type { ICredentialTestFunctions } from 'n8n-workflow';

/**
 * Makes a request while a credential is tested, and gives its whole answer. It follows no redirect, which would carry the
 * token to another host.
 *
 * n8n: the context of a test has one helper for requests, which is deprecated elsewhere (2.8 and 2.41, n8n-core,
 * `node-execution-context/credentials-test-context.js`). Its type says nothing of the options that it takes: they are
 * those of `helpers.request`.
 *
 * Without it: loud. It is `undefined`: the test says that it cannot be made, and so does n8n's log. If redirects are
 * followed all the same, it falls back to one without the token.
 */
export async function testRequest(
	n8n: ICredentialTestFunctions,
	options: { uri: string; headers: Record<string, string> },
): Promise<unknown> {
	const { request }: Partial<ICredentialTestFunctions['helpers']> = n8n.helpers;
	if (typeof request !== 'function') return undefined;
	const answer: unknown = await request({
		method: 'GET',
		...options,
		simple: false,
		followRedirect: false,
		sendCredentialsOnCrossOriginRedirect: false,
		resolveWithFullResponse: true,
	});
	return answer;
}
