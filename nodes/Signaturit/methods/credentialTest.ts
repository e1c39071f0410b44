// The test of a credential that n8n makes when somebody saves it.

import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';
import { testRequest } from '../n8n/testRequest';
import {
	concealer,
	plainHttpWarning,
	readCredential,
	serviceUrl,
	shownConcealer,
	tokenOf,
} from '../transport/credential';
import { endpoints } from '../transport/endpoints';
import { connectionCode, problemOfConnection } from '../transport/errors/connection';
import { jsonOf } from '../transport/exchange';
import { problemOfAnswer, problemOfContent, hasError, statusOf } from '../transport/errors/problem';
import { asSentence } from '../transport/errors/shown';
import { shownDescription, type Problem } from '../transport/errors/refusal';
import { countSchema } from '../transport/shapes';

const httpAnswerSchema = z.object({
	statusCode: z.number(),
	headers: z.object({ location: z.string().optional() }).catch({}),
	body: z.string().catch(''),
});

const UNTESTED = {
	message: 'This version of n8n lets this package test no credential',
	description:
		'Save it, and try it with an operation that reads, such as Count of Signature Request. Update n8n-nodes-signaturit.',
};

/**
 * Tests a credential by counting signature requests, which every token may do. A declarative test would show the bare
 * status; this one shows why the service refused the token, and warns when the token travels unencrypted.
 */
export async function testSignaturitApi(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const conceal = shownConcealer([tokenOf(data)]);
	const { status, message } = await tested(this, data, (text) => this.logger.warn(conceal(text)));
	return { status, message: conceal(message) };
}

async function tested(
	n8n: ICredentialTestFunctions,
	data: ICredentialsDecrypted['data'],
	log: (text: string) => void,
): Promise<INodeCredentialTestResult> {
	const path = endpoints.signature.count;
	const conceal = concealer(data);
	try {
		const credential = readCredential(data);
		const answer = await testRequest(n8n, {
			uri: serviceUrl(credential, path),
			headers: { Accept: 'application/json', Authorization: `Bearer ${credential.accessToken}` },
		});
		if (answer === undefined) {
			log(`Signaturit: ${UNTESTED.message}. ${UNTESTED.description}`);
			return failed(UNTESTED);
		}
		const { statusCode, headers, body: original } = httpAnswerSchema.parse(answer);
		const text = conceal(original);
		const location = conceal(headers.location ?? '');
		const body = jsonOf(text);
		const status = statusOf({ statusCode }, body);
		if (status >= 300 || hasError(body)) {
			return failed(problemOfAnswer(status, text, { path, location }));
		}
		if (!countSchema.safeParse(body).success) {
			return failed(problemOfContent('a count of signature requests'));
		}
		const warning = plainHttpWarning(credential);
		return { status: 'OK', message: ['Connection successful!', warning].filter(Boolean).join(' ') };
	} catch (error) {
		const code = connectionCode(error);
		if (code !== undefined) return failed(problemOfConnection(code));
		return failed(error instanceof Error ? error : { message: String(error) });
	}
}

/** Nobody expects a test to send something, so it does not say that nothing was sent. */
function failed({
	message,
	description,
	advice,
}: Omit<Problem, 'remedy'>): INodeCredentialTestResult {
	const more = shownDescription({ message, description, advice, remedy: 'builder' });
	return { status: 'Error', message: more ? `${asSentence(message)} ${more}` : message };
}
