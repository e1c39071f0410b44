// How the signing page shows each field, required attachment and SMS code.

import { ruleWords } from '../domain/fields/fieldRules';
import type { Field } from '../domain/fields/fields';
import type {
	AttachmentDemand,
	SignatureRequest,
	SignDocument,
	Signer,
} from '../domain/signatures/model';
import type { Mark } from '../pdf/marks';
import { drawingView } from './drawingView';
import { html, type Html } from './html';

export type Demand = AttachmentDemand & { document: SignDocument };

export interface SigningForm {
	request: SignatureRequest;
	signer: Signer;
	documents: SignDocument[];
	/** The width and height of the pages of each document. */
	sizes: [number, number][][];
	fields: Field[];
	demands: Demand[];
	values: Record<string, string>;
	drawings: Record<string, string>;
	/** By element id. */
	faults: Record<string, string>;
	marks: Mark[];
}

export const fieldId = (index: number): string => `field-${index}`;
export const demandId = (index: number): string => `demand-${index}`;
export const CODE_ID = 'code';

const error = (form: SigningForm, id: string): Html | false =>
	form.faults[id] !== undefined && html`<p class="error" id="${id}-error">${form.faults[id]}</p>`;

/** Ties an input to its error, for screen readers. */
const invalid = (form: SigningForm, id: string): Html | false =>
	form.faults[id] !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`;

const optional = (required: boolean): Html | false => !required && html` (optional)`;

/** A field with its label and its error. What its element says in `data-` is for assets/fields.js. */
export function fieldView(form: SigningForm, field: Field, index: number): Html {
	const id = fieldId(index);
	const name = `values[${index}]`;
	const value = form.values[field.name] ?? field.default;
	const required = field.required && html` aria-required="true"`;
	// An error says the same.
	const rule = form.faults[id] === undefined && field.rule && ruleWords(field.rule);
	const described = rule && html` aria-describedby="${id}-rule"`;
	const marks = html`${invalid(form, id)}${required}${described}`;
	const flags = [field.required && 'data-required', form.faults[id] && 'data-invalid'];
	const told = html` data-kind="${field.kind}" data-label="${field.label}"
	${flags.filter(Boolean).join(' ')}`;
	const label = html`<label class="name" for="${id}"
		>${field.label}${optional(field.required)}</label
	>`;
	const framed = (content: Html) =>
		html`<div class="field" ${told}>
			${content}${rule && html`<p class="rule" id="${id}-rule">Please enter ${rule}</p>`}${error(form, id)}
		</div>`;
	const choices = (options: { value: string; label: string }[]) =>
		html`<fieldset role="radiogroup" class="field" id="${id}" tabindex="-1" ${told}${marks}>
			<legend class="name">${field.label}${optional(field.required)}</legend>
			${options.map(
				(option) =>
					html`<label class="choice"
						><input
							type="radio"
							name="${name}"
							value="${option.value}"
							${option.value === value && html` checked`}
						/>
						<span${field.kind === 'radio' && html` class="name"`}>${option.label}</span></label
					>`,
			)}${error(form, id)}
		</fieldset>`;

	const typed = (type: 'text' | 'date') =>
		html`<input type="${type}" id="${id}" name="${name}" value="${value}" ${marks} />`;
	const file = (accept: string) =>
		html`<input type="file" id="${id}" name="files[${index}]" accept="${accept}" ${marks} />`;

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
					<span class="name">${field.label}${optional(field.required)}</span></label
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
			return framed(html`${label}${file('image/png,image/jpeg')}`);
		case 'certificate':
			return framed(html`${label}${file('.pfx,.p12')}`);
		case 'signature':
			return framed(
				html`<label class="name" id="${id}-name" for="${id}"
						>${field.label}: type your full name</label
					><input
						type="text"
						class="signature"
						id="${id}"
						name="${name}"
						value="${value}"
						autocomplete="name"
						${marks}
					/>${drawingView(id, `drawings[${index}]`, form.drawings[field.name] ?? '')}`,
			);
		case 'date':
		case 'text':
			return framed(html`${label}${typed(field.kind)}`);
	}
}

/** The input for a required attachment. */
export function demandView(form: SigningForm, demand: Demand, index: number): Html {
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

/** The input for the code from the SMS. */
export const codeView = (form: SigningForm): Html =>
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
