// The bodies of the signature requests that a recipe has posted.

/** What a recipe has sent, as the service got it. */
import { z } from 'zod';
import type { ControlClient } from '../../service/control/client';

const requestBody = z.object({
	recipients: z.array(z.object({ email: z.string(), name: z.string() })),
	files: z.array(z.object({ name: z.string() })),
	data: z.record(z.string()),
});

/** The bodies of the signature requests that were posted since the last look, oldest first. */
export async function postedRequests(control: ControlClient) {
	const requests = await control.requests();
	await control.clearRequests();
	return requests
		.filter(({ method, path }) => method === 'POST' && path === '/v3/signatures.json')
		.map(({ body }) => requestBody.parse(body));
}
