import { NodeApiError, type INodeParameters } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { addNodeType, runNode } from '../engine/engine';
import {
	byId,
	createParameters,
	documentParameters,
	signatureParameters,
} from '../engine/fixtures';
import { movedIn, type Moved } from '../engine/moved';
import { answer, scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();
const TOKEN = 'NDk4YzlkOTFhMjE3/+a-secret_~token';

const operations: Record<string, INodeParameters> = {
	get: signatureParameters('get', 's1'),
	remind: signatureParameters('sendReminder', 's1'),
	create: createParameters({
		source: 'templates',
		templates: { template: [{ id: byId('#Consent') }] },
	}),
	download: documentParameters('downloadSigned', 's1', 'd1'),
};

/** Too short for a token of Signaturit. */
const SHORT = 'key-1';

const said = JSON.stringify({ message: `Bearer ${TOKEN} is not valid`, id: 's1', documents: [] });

describe.each(Object.keys(operations))('an answer that repeats the access token (%s)', (name) => {
	it.each([200, 302, 400, 401, 404, 429, 500])(
		'with status %d is shown without it, and stored without it',
		async (status) => {
			server.answers = [
				(request, response) => {
					response.setHeader('Location', `https://example.com/?token=${encodeURIComponent(TOKEN)}`);
					answer(status, said)(request, response);
				},
			];
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const { record, hints, items } = await runNode({
					parameters: operations[name] ?? {},
					credential: { ...server.credential, accessToken: TOKEN },
					onError,
				});
				const all = JSON.stringify([record, hints, items]);
				for (const form of [TOKEN, encodeURIComponent(TOKEN)]) expect(all).not.toContain(form);
			}
		},
	);
});

it.each([TOKEN, SHORT])(
	'an error with an access token (%s) is shown without it',
	async (accessToken) => {
		server.answers = [
			answer(400, JSON.stringify({ message: `The key ${accessToken} is blocked` })),
		];
		for (const name of Object.keys(operations)) {
			const { record, hints } = await runNode({
				parameters: operations[name] ?? {},
				credential: { ...server.credential, accessToken },
			});
			const all = JSON.stringify([record, hints]);
			expect(all).toContain('The key [access token] is blocked');
			expect(all).not.toContain(accessToken);
		}
	},
);

describe('a failed connection whose code n8n does not tell', () => {
	/** n8n that keeps the client's error, but neither its code nor its name. */
	const withoutCode: Moved = (n8n) => ({
		helpers: {
			...n8n.helpers,
			async httpRequestWithAuthentication() {
				const headers = { Authorization: `Bearer ${TOKEN}` };
				// As axios's error.
				const toJSON = () => ({ config: { headers } });
				const cause = Object.assign(new Error('Not connected'), { toJSON });
				return await Promise.reject(new NodeApiError(n8n.getNode(), cause as never));
			},
		},
	});

	it.each([
		['get', undefined, 'Not connected'],
		['remind', 'unknown', 'It is unknown whether'],
	])('is shown and stored without the access token (%s)', async (name, verdict, words) => {
		addNodeType('moved', movedIn(new Signaturit(), withoutCode));
		const { record, error } = await runNode({
			type: { name: 'moved', version: 1 },
			parameters: operations[name] ?? {},
			credential: { ...server.credential, accessToken: TOKEN },
		});
		expect(error?.message).toContain(words);
		expect(error?.context?.verdict).toBe(verdict);
		expect(JSON.stringify(record)).not.toContain(TOKEN);
	});
});
