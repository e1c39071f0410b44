// A gateway before the local service that passes requests on but answers writes itself.

import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credentialFor } from './fixtures';
import type { LocalService } from './localService';

/** Registers the hooks of a gateway to the local service, which passes requests on and answers writes itself. */
export function gatewayTo(local: LocalService) {
	let answerWrite: RequestListener = (_, response) => void response.end();
	let server: Server;

	beforeAll(async () => {
		server = createServer((incoming, response) => {
			const { method, headers, url = '' } = incoming;
			const passedOn = request(local.service.url + url, { method, headers }, (answer) => {
				if (method === 'GET') {
					response.writeHead(answer.statusCode ?? 502, answer.headers);
					answer.pipe(response);
					return;
				}
				answer.resume().once('end', () => answerWrite(incoming, response));
			});
			incoming.pipe(passedOn);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});

	return {
		/** Sets what the gateway answers to a write after the service has answered it. */
		gateway: (answer: RequestListener) => {
			answerWrite = answer;
		},
		gatewayCredential: (): ICredentialDataDecryptedObject =>
			credentialFor({
				...local.service,
				url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			}),
	};
}
