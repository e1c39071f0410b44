// The page that lists signature requests, and the addresses that its buttons post to.

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { notFound } from '../domain/refusal';
import { itemsOfSigner } from '../domain/signatures/documents';
import type { World } from '../world/world';
import { html } from './html';
import { sendPage } from './layout';
import { assertServiceForm } from './serviceForms';
import { act, REQUEST_ACTIONS, SIGNER_ACTIONS } from './requestActions';
import { requestCard } from './requestView';

/** More than anybody looks through. */
const LIMIT = 50;

/** What the page says after an action. */
const SAID = new Map(
	[...SIGNER_ACTIONS, ...REQUEST_ACTIONS].map(([name, { done }]) => [name, done]),
);

/** The signature requests, and what whoever runs the service can make happen to them. */
export function requestRoutes(app: FastifyInstance, world: World, baseUrl: () => string): void {
	app.get('/requests', async (request, reply) => {
		await world.jobs.idle();
		const said = SAID.get((request.query as { done?: string }).done ?? '');
		const all = world.signatures.newestFirst();
		const older = all.length - LIMIT;
		return sendPage(reply, {
			title: `Requests (${all.length})`,
			operator: true,
			scripts: ['live.js'],
			content: html`<h1>Requests</h1>
				<p class="muted">
					All signature requests, newest first. Here you can act for the signers, their mail servers
					and time.
				</p>
				${said && html`<p role="status">${said}</p>`}
				<div data-live>
					${all.length === 0 ? noRequests : all.slice(0, LIMIT).map(requestCard)}
					${older > 0 && html`<p class="muted">${older} older ones are not shown.</p>`}
				</div>`,
		});
	});

	const post = (path: string, run: (params: Record<string, string>) => Promise<void>): void => {
		app.post(path, async (request: FastifyRequest, reply) => {
			assertServiceForm(request, baseUrl());
			const params = request.params as Record<string, string>;
			await run(params);
			return reply.redirect(`/requests?done=${params.action}#${params.id}`, 303);
		});
	};
	post('/requests/:id/:action', async ({ id = '', action = '' }) =>
		act(world, found(REQUEST_ACTIONS.get(action)), world.signatures.get(id)),
	);
	post('/requests/:id/signers/:signer/:action', async ({ id = '', signer = '', action = '' }) => {
		const request = world.signatures.get(id);
		const person = found(request.signers.find((other) => other.id === signer));
		await act(world, found(SIGNER_ACTIONS.get(action)), itemsOfSigner(request, person));
	});
}

/** @throws Refusal not_found. */
function found<T>(value: T | undefined): T {
	if (value === undefined) throw notFound('Page');
	return value;
}

const noRequests = html`<h2>Nothing yet</h2>
	<p>Create a signature request: it appears here with its signers and what happens to it.</p>`;
