import type { Field } from '../domain/fields';
import type { AttachmentDemand, SignatureRequest, SignDocument, Signer } from '../domain/model';
import type { Mark } from '../pdf/marks';
import { dataBlock, html, type Html } from './html';
import type { Page } from './layout';

/** What the page's script needs (see assets/signing.js). */
export interface SigningState {
	signatureId: string;
	documentIds: string[];
	callbackUrl?: string;
	/** Where widgets stand, in percent of the page. */
	marks: Mark[];
	happened: { event: string; documentId: string }[];
}

export interface Demand extends AttachmentDemand {
	document: SignDocument;
	/** Position among the demands of its document. */
	number: number;
}

export interface SigningForm {
	request: SignatureRequest;
	signer: Signer;
	documents: SignDocument[];
	fields: Field[];
	demands: Demand[];
	values: Record<string, string>;
	/** By element id. */
	faults: Record<string, string>;
	marks: Mark[];
}

export const fieldId = (index: number): string => `field-${index}`;
export const demandId = (index: number): string => `demand-${index}`;
export const CODE_ID = 'code';

const titleOf = (request: SignatureRequest): string =>
	request.name || request.documents[0]?.file.name || 'Documents';

/** The page on which a signer reads, fills and signs or declines. */
export function signingPage(form: SigningForm): Page {
	const { request, signer, documents } = form;
	const verb = signer.role === 'validator' ? 'Validate' : 'Sign';
	const state: SigningState = {
		signatureId: request.id,
		documentIds: documents.map(({ id }) => id),
		callbackUrl: request.callbackUrl,
		marks: form.marks,
		happened: documents.map(({ id }) => ({ event: 'ready', documentId: id })),
	};
	return {
		title: `${verb}: ${titleOf(request)}`,
		wide: true,
		scripts: ['signing.js'],
		content: html`<div class="heading">
				<h1>${titleOf(request)}</h1>
				<p class="muted">For ${signer.name} (${signer.email})</p>
			</div>
			<div class="signing">
				<div>${documents.map((document) => paper(signer, document))}</div>
				<div class="panel card">
					${summary(form)}
					<form
						method="post"
						action="/s/${signer.link}/sign"
						enctype="multipart/form-data"
						novalidate
					>
						<h2>${verb === 'Sign' ? 'Fill in and sign' : 'Check and validate'}</h2>
						${form.fields.map((field, index) => fieldView(form, field, index))}
						${form.demands.map((demand, index) => demandView(form, demand, index))}
						${signer.code !== undefined && codeView(form)}
						<div class="actions"><button type="submit">${verb}</button></div>
					</form>
					<details class="decline">
						<summary>Decline</summary>
						<form method="post" action="/s/${signer.link}/decline">
							<div class="field">
								<label for="reason">Reason <span class="optional">(optional)</span></label
								><textarea id="reason" name="reason" rows="3"></textarea>
							</div>
							<div class="actions">
								<button class="danger" type="submit">Decline to ${verb.toLowerCase()}</button>
							</div>
						</form>
					</details>
				</div>
			</div>
			${dataBlock('state', state)}`,
	};
}

const paper = (signer: Signer, { id, file }: SignDocument): Html =>
	html`<section class="paper" aria-label="${file.name}">
		<header>
			<h2>${file.name}</h2>
			<a href="/s/${signer.link}/documents/${id}.pdf" target="_blank" rel="noopener">Open PDF</a>
		</header>
		<div
			data-pdf="/s/${signer.link}/documents/${id}.pdf"
			data-id="${id}"
			data-name="${file.name}"
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

const error = (form: SigningForm, id: string): Html | false =>
	form.faults[id] !== undefined && html`<p class="error" id="${id}-error">${form.faults[id]}</p>`;

/** Ties an input to its error, for screen readers. */
const invalid = (form: SigningForm, id: string): Html | false =>
	form.faults[id] !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`;

const optional = (required: boolean): Html | false =>
	!required && html` <span class="optional">(optional)</span>`;

function fieldView(form: SigningForm, field: Field, index: number): Html {
	const id = fieldId(index);
	const name = `values[${index}]`;
	const value = form.values[field.name] ?? field.default;
	const required = field.required && html` aria-required="true"`;
	const marks = html`${invalid(form, id)}${required}`;
	const label = html`<label for="${id}">${field.label}${optional(field.required)}</label>`;
	const framed = (content: Html) => html`<div class="field">${content}${error(form, id)}</div>`;
	const choices = (options: { value: string; label: string }[]) =>
		html`<fieldset role="radiogroup" class="field" id="${id}" tabindex="-1" ${marks}>
			<legend>${field.label}${optional(field.required)}</legend>
			${options.map(
				(option) =>
					html`<label class="choice"
						><input
							type="radio"
							name="${name}"
							value="${option.value}"
							${option.value === value && html` checked`}
						/>
						${option.label}</label
					>`,
			)}${error(form, id)}
		</fieldset>`;

	switch (field.kind) {
		case 'check':
			return framed(
				html`<label class="choice"
					><input
						type="checkbox"
						id="${id}"
						name="${name}"
						value="1"
						${value === '1' && html` checked`}${marks}
					/>
					${field.label}${optional(field.required)}</label
				>`,
			);
		case 'yes_no':
			return choices([
				{ value: 'yes', label: 'Yes' },
				{ value: 'no', label: 'No' },
			]);
		case 'radio':
			return choices(
				field.choices.map((choice) => ({ value: choice, label: `Option ${Number(choice) + 1}` })),
			);
		case 'select':
			return framed(
				html`${label}<select id="${id}" name="${name}" ${marks}>
						<option value="">Choose…</option>
						${field.choices.map(
							(choice) => html`<option${choice === value && html` selected`}>${choice}</option>`,
						)}
					</select>`,
			);
		case 'image':
			return framed(
				html`${label}<input
						type="file"
						id="${id}"
						name="files[${index}]"
						accept="image/png,image/jpeg"
						${marks}
					/>`,
			);
		case 'certificate':
			return framed(
				html`${label}<input
						type="file"
						id="${id}"
						name="files[${index}]"
						accept=".pfx,.p12"
						${marks}
					/>`,
			);
		case 'date':
			return framed(
				html`${label}<input type="date" id="${id}" name="${name}" value="${value}" ${marks} />`,
			);
		case 'signature':
			return framed(
				html`<label for="${id}">${field.label}: type your full name</label
					><input
						type="text"
						class="signature"
						id="${id}"
						name="${name}"
						value="${value}"
						autocomplete="name"
						${marks}
					/>`,
			);
		case 'text':
			return framed(
				html`${label}<input type="text" id="${id}" name="${name}" value="${value}" ${marks} />`,
			);
	}
}

function demandView(form: SigningForm, demand: Demand, index: number): Html {
	const id = demandId(index);
	const several = form.documents.length > 1 && ` for ${demand.document.file.name}`;
	const accept = demand.kind !== 'file' && html` accept="image/png,image/jpeg"`;
	return html`<div class="field">
		<label for="${id}">${demand.label}${several}</label
		><input
			type="file"
			id="${id}"
			name="demands[${index}]"
			${accept}
			aria-required="true"
			${invalid(form, id)}
		/>${error(form, id)}
	</div>`;
}

const codeView = (form: SigningForm): Html =>
	html`<div class="field">
		<label for="${CODE_ID}">Acceptance code from the SMS</label
		><input
			type="text"
			id="${CODE_ID}"
			name="code"
			inputmode="numeric"
			autocomplete="one-time-code"
			${invalid(form, CODE_ID)}
		/>${error(form, CODE_ID)}
	</div>`;

/** Asks for the password that protects the documents. */
export const passwordPage = (signer: Signer, wrong: boolean): Page => ({
	title: 'Password',
	content: html`<section class="card">
		<h1>These documents are protected</h1>
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
			<button type="submit">Continue</button>
		</form>
	</section>`,
});

/** Several signers at one address: each goes his own way. */
export const choicePage = (request: SignatureRequest, signers: Signer[]): Page => ({
	title: titleOf(request),
	content: html`<section class="card">
		<h1>${titleOf(request)}</h1>
		<p>Who are you?</p>
		<ul class="files">
			${signers.map(
				(signer) =>
					html`<li>
						<span class="name"
							><strong>${signer.name}</strong> <span class="muted">${signer.email}</span></span
						><a class="button" href="/s/${signer.link}"
							>Continue<span class="visually-hidden"> as ${signer.name}</span></a
						>
					</li>`,
			)}
		</ul>
	</section>`,
});

/** What follows: thanks, regrets, or why there is nothing to do. */
export function endPage(
	request: SignatureRequest,
	documents: SignDocument[],
	words: { title: string; text: string; good: boolean },
	happened: SigningState['happened'],
): Page {
	const state: SigningState = {
		signatureId: request.id,
		documentIds: documents.map(({ id }) => id),
		callbackUrl: request.callbackUrl,
		marks: [],
		happened,
	};
	return {
		title: words.title,
		scripts: ['signing.js'],
		content: html`<section class="card notice${words.good && ' good'}">
				<h1>${words.title}</h1>
				<p>${words.text}</p>
				<button type="button" id="close" class="quiet">Close</button>
				<p id="closed" role="status" hidden>You can close this window now.</p>
			</section>
			${dataBlock('state', state)}`,
	};
}
