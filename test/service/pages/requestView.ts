// How one request is shown, with its signers, documents and histories.

import { itemsOfSigner, readyOf, titleOf, type SigningItem } from '../domain/signatures/documents';
import type { SignatureRequest, SignDocument, Signer } from '../domain/signatures/model';
import { html, moment, type Html } from './html';
import { REQUEST_ACTIONS, SIGNER_ACTIONS, type Actions } from './requestActions';

/** A request with its signers, their documents and the history of each. */
export const requestCard = (request: SignatureRequest): Html =>
	html`<article id="${request.id}" aria-label="${titleOf(request)}">
		<h2>${titleOf(request)}</h2>
		<p class="muted">
			${moment(request.createdAt)}${request.expiresAt && html`, until ${moment(request.expiresAt)}`}<br />
			<code>${request.id}</code>
		</p>
		${buttons(REQUEST_ACTIONS, request, `/requests/${request.id}`, titleOf(request))}
		${request.signers.map((signer) => signerPart(request, signer))}
	</article>`;

function signerPart(request: SignatureRequest, signer: Signer): Html {
	const items = itemsOfSigner(request, signer);
	const address = `/requests/${request.id}/signers/${signer.id}`;
	return html`<h3>
			${signer.name}
			<span class="muted"
				>${signer.email ?? signer.phone}${signer.role === 'validator' && ', validator'}</span
			>
		</h3>
		${buttons(SIGNER_ACTIONS, items, address, `${signer.name}, ${titleOf(request)}`, signingLink(items, signer))}
		<ul class="rows">
			${items.map(({ document }) => documentPart(document))}
		</ul>`;
}

const signingLink = (items: SigningItem[], signer: Signer): Html | false =>
	readyOf(items).length > 0 &&
	html`<a class="button primary" href="/s/${signer.link}"
		>Open signing page<span class="visually-hidden"> for ${signer.name}</span></a
	>`;

/** A form for each action that is possible now. */
function buttons<Subject>(
	actions: Actions<Subject>,
	subject: Subject,
	address: string,
	whom: string,
	first: Html | false = false,
): Html {
	return html`<div class="buttons">
		${first}
		${[...actions]
			.filter(([, { possible }]) => possible(subject))
			.map(
				([name, { label }]) =>
					html`<form method="post" action="${address}/${name}">
						<button type="submit">${label}<span class="visually-hidden"> for ${whom}</span></button>
					</form>`,
			)}
	</div>`;
}

const documentPart = ({
	id,
	file,
	status,
	events,
	declineReason,
	cancelReason,
}: SignDocument): Html =>
	html`<li>
		<div>
			${file.name}: <strong>${status}</strong>
			${(declineReason ?? cancelReason) && html`“${declineReason ?? cancelReason}”`}
		</div>
		<details id="history-${id}">
			<summary id="summary-${id}">
				History: ${events.length} ${events.length === 1 ? 'event' : 'events'}<span
					class="visually-hidden"
				>
					of ${file.name}</span
				>
			</summary>
			<ol>
				${events.map(({ type, at }) => html`<li>${moment(at)} <code>${type}</code></li>`)}
			</ol>
		</details>
	</li>`;
