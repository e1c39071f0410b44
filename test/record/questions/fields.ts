// Questions that creations of special form decide: recipients, widgets, files, attachments and the like.

import { all, isRefusedAtAll, succeeds, type CheckResult, type Question } from '../question';
import type { Tape } from '../tape';
import { otherCreation } from './seen';

/** Rows by the creations that decide them. */
type Forms = Record<string, string>;

/** What these rows say, and the creations do not show. */
const EXCEPT: Record<string, string> = {
	'create-file-formats': 'DOC',
	'variant-file-names': '`files[name.pdf]`',
	'data-fills-template-widgets': 'that the signer may change it',
	'template-date-format': 'what is stamped',
	'recipient-name-and-email': 'the email',
	'recipient-phone-length': 'long ones',
	'recipient-type': 'the default, and what a validator sees',
	'recipient-sms-validation': 'the password; no SMS is sent',
	'recipient-sms-code': 'the code; no SMS is sent',
	'photos-number-or-list': 'what signers are asked for',
	'attachments-forms': 'numbers, and what signers are asked for',
	'widget-types': '`digital certificate`',
	'widget-dcf-alone': 'that it is the signature',
	'widget-page-left-top': 'values below 1',
	'widget-place-required': 'a missing `left` or `top`',
	'widget-size-over-100': '`width`',
	'widget-page-exists': 'Word files and templates',
	'widget-check-default': '0',
	'anchor-word': 'where the widget stands',
	'anchor-page-and-editable': '`page`',
	'anchor-size-mandatory': 'the distances',
	'check-yes-no': 'that it must be editable',
	'select-options': 'how it looks',
	'select-default': 'how it looks',
	'date-default': 'other forms',
	'validation-rules': 'the rules by themselves',
};

/** A creation of each form is refused, although one of the usual form is accepted. */
const refused = (usual: string, forms: Forms) =>
	asked(forms, (tape, form) => isRefusedAtAll(otherCreation(tape, form, usual)));

/** A creation of each form is accepted. One of the usual form is too, or nothing follows. */
const accepted = (usual: string, forms: Forms) =>
	asked(forms, (tape, form) => succeeds(otherCreation(tape, form, usual)));

const asked = (forms: Forms, ask: (tape: Tape, form: string) => CheckResult) =>
	Object.entries(forms).map(([row, form]) => ({ row, ask: (tape: Tape) => ask(tape, form) }));

/** Rows that creations of one form decide. A row that stands here twice needs both. */
const found = [
	...accepted('nothing special', {
		'create-file-formats': 'a Word file',
		'delivery-copy-name-optional': 'a copy without a name',
		'variant-file-names': 'a file called files[]',
		'expiry-days': '365 days to sign',
		'recipient-phone-length': 'a phone of 5 digits',
		'photos-number-or-list': 'photos',
		'attachments-forms': 'attachments',
	}),
	...refused('nothing special', {
		'create-format-by-content': 'a text as a PDF',
		'create-needs-file-or-template': 'no file',
		'delivery-sms-needs-phone': 'SMS without a phone',
		'length-custom-data': 'custom data of 65 characters',
		'expiry-zero-refused': '0 days to sign',
		'recipient-name-and-email': 'a recipient without a name',
		'recipient-phone-digits': 'a phone with a plus sign',
		'recipient-type': 'an unknown type of recipient',
		'recipient-sms-validation': 'SMS validation without a phone',
		'recipient-sms-code': 'an SMS code without a phone',
	}),
	...refused('365 days to sign', { 'expiry-days': '366 days to sign' }),
	...refused('attachments', {
		'attachments-forms': 'another attachment without a description',
		'attachments-not-mixed': 'attachments as numbers and types',
	}),
	...accepted('a template', {
		'body-urlencoded-post': 'urlencoded fields',
		'variant-json-post': 'JSON',
		'data-fills-template-widgets': 'a filled widget',
		'template-date-format': 'a date of a template',
	}),
	...accepted('a dcf widget', {
		'recipient-certificate-no-extension': 'a certificate without an extension',
		'widget-dcf-alone': 'a dcf widget alone',
	}),
	...refused('a dcf widget', {
		'recipient-certificate-needs-dcf': 'a digital certificate without a widget',
		'recipient-certificate-extension': 'a certificate file that is no certificate',
	}),
	...accepted('a signature widget', {
		'widget-types': 'all kinds of widgets',
		'widget-dcf-to-send': 'a dcf widget',
		'widget-size-over-100': 'a widget with height 101',
		'widget-over-edges': 'a widget over the edge',
		'widget-check-default': 'a check that is set',
		'anchor-word': 'a word anchor',
		'radio-optional-options': 'a radio widget alone',
		'check-yes-no': 'a check with yes and no',
		'select-options': 'a select widget',
		'date-default': 'a date with a default',
		'validation-rules': 'a text with a rule',
	}),
	...refused('a signature widget', {
		'widget-types': 'an unknown type of widget',
		'widget-page-left-top': 'a widget on page 0',
		'widget-place-required': 'a widget without a page',
		'widget-page-exists': 'a widget on page 9',
		'widget-signature-needed': 'widgets without a signature',
	}),
	...refused('a signature widget', { 'widget-page-left-top': 'a widget with left 101' }),
	...accepted('a select widget', { 'select-default': 'two defaults of a select widget' }),
	...refused('a text with a rule', { 'validation-rules': 'a rule for another type of widget' }),
	...refused('a word anchor', {
		'anchor-single-word': 'a word anchor with a space',
		'anchor-page-and-editable': 'a word anchor that cannot be edited',
		'anchor-size-mandatory': 'a word anchor without height',
		'anchor-word-missing': 'a word anchor that is nowhere',
	}),
];

export const fields: Question[] = [...new Set(found.map(({ row }) => row))].map((row) => ({
	row,
	ask: (tape) => all(...found.filter((one) => one.row === row).map(({ ask }) => ask(tape))),
	except: EXCEPT[row],
}));
