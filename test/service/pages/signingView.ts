// What a signer sees: the signing page, the questions before it, and the end page.

import { titleOf } from '../domain/signatures/documents';
import type { SignatureRequest, SignDocument, Signer } from '../domain/signatures/model';
import type { Mark } from '../pdf/marks';
import { codeView, demandView, fieldView, type SigningForm } from './fieldView';
import { drawingPad } from './drawingView';
import { dataBlock, html, type Html } from './html';
import type { Page } from './layout';

/** What has happened to a document, for the page that embeds this one (docs/service.md#browser-messages). */
export interface Happening {
	event: string;
	documentId: string;
}

/**
 * What the page's script needs (assets/signing.js).
 *
 * @param marks where fields stand on the documents.
 */
function stateBlock(
	{ id: signatureId, callbackUrl }: SignatureRequest,
	documents: SignDocument[],
	happened: Happening[],
	marks: Mark[] = [],
): Html {
	const documentIds = documents.map(({ id }) => id);
	return dataBlock('state', { signatureId, documentIds, callbackUrl, marks, happened });
}

/** The page on which a signer reads, fills and signs or declines. */
export function signingPage(form: SigningForm): Page {
	const { request, signer, documents } = form;
	const verb = signer.role === 'validator' ? 'Validate' : 'Sign';
	const happened = documents.map(({ id }) => ({ event: 'ready', documentId: id }));
	return {
		title: `${verb}: ${titleOf(request)}`,
		styles: ['signing.css'],
		scripts: ['signing.js'],
		content: html`<h1>${titleOf(request)}</h1>
			<p class="muted">For ${signer.name} (${signer.email ?? signer.phone})</p>
			<form
				id="signing"
				method="post"
				action="/s/${signer.link}/sign"
				enctype="multipart/form-data"
				novalidate
			>
				${summary(form)}
				<div class="columns">
					<div class="papers">
						${documents.map((document, index) => paper(signer, document, form.sizes[index] ?? []))}
					</div>
					<script src="/assets/sheets.js"></script>
					<div class="panel">
						<h2>${verb === 'Sign' ? 'Fill in and sign' : 'Check and validate'}</h2>
						${form.fields.map((field, index) => fieldView(form, field, index))}
						${form.demands.map((demand, index) => demandView(form, demand, index))}
						${signer.code !== undefined && codeView(form)}
						<details>
							<summary>Decline</summary>
							<div class="field">
								<label for="reason">Reason (optional)</label
								><textarea id="reason" name="reason" rows="3" form="declining"></textarea>
							</div>
							<button type="submit" form="declining">Decline to ${verb.toLowerCase()}</button>
						</details>
					</div>
				</div>
				<div class="sign"><button type="submit" class="primary">${verb}</button></div>
			</form>
			<form id="declining" method="post" action="/s/${signer.link}/decline"></form>
			${form.fields.some(({ kind }) => kind === 'signature') && drawingPad}
			${stateBlock(request, documents, happened, form.marks)}`,
	};
}

const paper = (signer: Signer, { id, file }: SignDocument, sizes: [number, number][]): Html =>
	html`<section aria-label="${file.name}">
		<h2>${file.name}</h2>
		<p>
			<a href="/s/${signer.link}/documents/${id}.pdf" target="_blank" rel="noopener">Open PDF</a>
		</p>
		<div
			data-pdf="/s/${signer.link}/documents/${id}.pdf"
			data-id="${id}"
			data-name="${file.name}"
			data-sizes="${sizes.map((size) => size.join('x')).join(' ')}"
			aria-busy="true"
		></div>
	</section>`;

function summary({ faults }: SigningForm): Html | false {
	const entries = Object.entries(faults);
	return (
		entries.length > 0 &&
		html`<div class="summary" role="alert" tabindex="-1">
			<h2>Please check</h2>
			<ul>
				${entries.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}
			</ul>
		</div>`
	);
}

/** Asks for the password that protects the documents. */
export const passwordPage = (signer: Signer, wrong: boolean): Page => ({
	title: 'Password',
	content: html`<h1>These documents are protected</h1>
		<p>We have sent a password by SMS to the number that ends in ${signer.phone?.slice(-3)}.</p>
		<form method="post" action="/s/${signer.link}/unlock">
			<div class="field">
				<label for="password">Password from the SMS</label
				><input
					type="text"
					id="password"
					name="password"
					inputmode="numeric"
					autocomplete="one-time-code"
					${wrong && html` aria-invalid="true" aria-describedby="password-error"`}
				/>${wrong && html`<p class="error" id="password-error">This is not the password.</p>`}
			</div>
			<button type="submit" class="primary">Continue</button>
		</form>`,
});

/** Asks which of several signers has opened a shared address. */
export const choicePage = (request: SignatureRequest, signers: Signer[]): Page => ({
	title: titleOf(request),
	content: html`<h1>${titleOf(request)}</h1>
		<p>Who are you?</p>
		<ul class="rows">
			${signers.map(
				(signer) =>
					html`<li>
						<span>${signer.name} <span class="muted">${signer.email ?? signer.phone}</span></span
						><a class="button primary" href="/s/${signer.link}"
							>Continue<span class="visually-hidden"> as ${signer.name}</span></a
						>
					</li>`,
			)}
		</ul>`,
});

/** The page after signing or declining, or when there is nothing to sign. */
export const endPage = (
	request: SignatureRequest,
	documents: SignDocument[],
	words: { title: string; text: string },
	happened: Happening[],
): Page => ({
	title: words.title,
	scripts: ['signing.js'],
	content: html`<h1>${words.title}</h1>
		<p>${words.text}</p>
		<button type="button" id="close">Close</button>
		<p id="closed" role="status" hidden>You can close this window now.</p>
		${stateBlock(request, documents, happened)}`,
});
