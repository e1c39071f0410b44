// The description of the API: as YAML, and as a page to try requests on.

import type { FastifyInstance } from 'fastify';
import { parseDocument } from 'yaml';

import { descriptionText, ledgerText } from '../description/document';
import { html } from './html';
import { sendPage } from './layout';

/** The description of the API: for programs as YAML, for people as a page on which requests can be tried. */
export function descriptionRoutes(app: FastifyInstance, baseUrl: () => string): void {
	app.get('/openapi.yaml', async (_request, reply) => {
		return await reply
			.header('content-type', 'application/yaml; charset=utf-8')
			.header('access-control-allow-origin', '*')
			.send(describedAt(baseUrl()));
	});

	// The description links to the ledger beside it.
	app.get('/service.md', async (_request, reply) => {
		return await reply.header('content-type', 'text/plain; charset=utf-8').send(ledgerText());
	});

	app.get('/openapi', (_request, reply) =>
		sendPage(reply, {
			title: 'API',
			operator: true,
			styles: ['swagger/swagger-ui.css', 'description.css'],
			scripts: ['description.js'],
			content: html`<div id="description"></div>
				<script src="/assets/swagger/swagger-ui-bundle.js"></script>`,
		}),
	);
}

/** The description with this service as its first server. */
function describedAt(url: string): string {
	const document = parseDocument(descriptionText());
	const local = document.createNode({ url, description: 'This local service' });
	document.addIn(['servers'], local);
	const servers = document.getIn(['servers']) as { items: unknown[] };
	servers.items.unshift(servers.items.pop());
	return document.toString({ lineWidth: 0 });
}
