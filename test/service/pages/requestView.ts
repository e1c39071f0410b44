// How one request is shown, with its signers, documents and histories.

import { itemsOfSigner, readyOf, titleOf, type SigningItem } from '../domain/signatures/documents';
import type { SignatureRequest, SignDocument, Signer } from '../domain/signatures/model';
import { html, moment, type Html } from './html';
import { REQUEST_ACTIONS, SIGNER_ACTIONS, type Actions } from './requestActions';

/** A request with its signers, their documents and the history of each. */
export const requestCard = (request: SignatureRequest): Html =>
	html`<article class="card request" id="${request.id}" aria-label="${titleOf(request)}">
		<header>
			<div>
				<h2>${titleOf(request)}</h2>
				<p class="muted">
					${moment(request.createdAt)}${request.expiresAt && html`, until ${moment(request.expiresAt)}`}<br />
					<code>${request.id}</code>
				</p>
			</div>
			${buttons(REQUEST_ACTIONS, request, `/requests/${request.id}`, titleOf(request))}
		</header>
		${request.signers.map((signer) => signerPart(request, signer))}
	</article>`;

function signerPart(request: SignatureRequest, signer: Signer): Html {
	const items = itemsOfSigner(request, signer);
	const address = `/requests/${request.id}/signers/${signer.id}`;
	return html`<section class="signer">
		<header>
			<h3>
				${signer.name}
				<span class="muted"
					>${signer.email ?? signer.phone}${signer.role === 'validator' && ', validator'}</span
				>
			</h3>
			${buttons(SIGNER_ACTIONS, items, address, `${signer.name}, ${titleOf(request)}`, signingLink(items, signer))}
		</header>
		<ul class="documents">
			${items.map(({ document }) => documentPart(document))}
		</ul>
	</section>`;
}

const signingLink = (items: SigningItem[], signer: Signer): Html | false =>
	readyOf(items).length > 0 &&
	html`<a class="button" href="/s/${signer.link}"
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
				([name, { label, style }]) =>
					html`<form method="post" action="${address}/${name}">
						<button type="submit" class="${style}">
							${label}<span class="visually-hidden"> for ${whom}</span>
						</button>
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
		<span class="name">${file.name}</span>
		<span class="badge ${status}">${status}</span>
		${(declineReason ?? cancelReason) && html`<span class="reason">“${declineReason ?? cancelReason}”</span>`}
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
