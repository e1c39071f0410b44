import {
	all,
	apartFrom,
	isRefusedAtAll,
	succeeds,
	questionsOf,
	type CheckResult,
} from '../question';
import type { Tape } from '../tape';
import { otherCreation } from './seen';

/** Creations with these faults are refused, and that of the usual form is not. */
const refuses =
	(usual: string, ...faults: string[]) =>
	(tape: Tape): CheckResult =>
		all(...faults.map((fault) => isRefusedAtAll(otherCreation(tape, fault, usual))));

/** A creation of this form is accepted. One of the usual form is too, or nothing follows. */
const accepts =
	(usual: string, form: string) =>
	(tape: Tape): CheckResult =>
		succeeds(otherCreation(tape, form, usual));

const USUAL = 'nothing special';
const WIDGET = 'a signature widget';
const ANCHOR = 'a word anchor';
const CERTIFICATE = 'a dcf widget';
const ATTACHMENTS = 'attachments';

const both =
	(...asks: ((tape: Tape) => CheckResult)[]) =>
	(tape: Tape): CheckResult =>
		all(...asks.map((ask) => ask(tape)));

/** Recipients (docs/service.md#recipients). */
export const recipients = questionsOf({
	'recipient-name-and-email': apartFrom('the email', refuses(USUAL, 'a recipient without a name')),
	'recipient-phone-digits': refuses(USUAL, 'a phone with a plus sign'),
	'recipient-phone-length': apartFrom('long ones', accepts(USUAL, 'a phone of 5 digits')),
	'recipient-type': apartFrom(
		'the default, and what a validator sees',
		refuses(USUAL, 'an unknown type of recipient'),
	),
	'recipient-sms-validation': apartFrom(
		'the password; no SMS is sent',
		refuses(USUAL, 'SMS validation without a phone'),
	),
	'recipient-sms-code': apartFrom(
		'the code; no SMS is sent',
		refuses(USUAL, 'an SMS code without a phone'),
	),
	'recipient-certificate-needs-dcf': refuses(CERTIFICATE, 'a digital certificate without a widget'),
	'recipient-certificate-extension': refuses(
		CERTIFICATE,
		'a certificate file that is no certificate',
	),
	'recipient-certificate-no-extension': accepts(CERTIFICATE, 'a certificate without an extension'),
});

/** What signers attach (docs/service.md#photos-and-attachments). */
export const attachments = questionsOf({
	'photos-number-or-list': apartFrom('what signers are asked for', accepts(USUAL, 'photos')),
	'attachments-forms': apartFrom(
		'numbers, and what signers are asked for',
		both(
			accepts(USUAL, ATTACHMENTS),
			refuses(ATTACHMENTS, 'another attachment without a description'),
		),
	),
	'attachments-not-mixed': refuses(ATTACHMENTS, 'attachments as numbers and types'),
});

/** Widgets (docs/service.md#widgets). */
export const widgets = questionsOf({
	'widget-types': apartFrom(
		'`digital certificate`',
		both(accepts(WIDGET, 'all kinds of widgets'), refuses(WIDGET, 'an unknown type of widget')),
	),
	'widget-dcf-to-send': accepts(WIDGET, CERTIFICATE),
	'widget-dcf-alone': apartFrom(
		'that it is the signature',
		accepts(CERTIFICATE, 'a dcf widget alone'),
	),
	'widget-page-left-top': apartFrom(
		'values below 1',
		refuses(WIDGET, 'a widget on page 0', 'a widget with left 101'),
	),
	'widget-place-required': apartFrom(
		'a missing `left` or `top`',
		refuses(WIDGET, 'a widget without a page'),
	),
	'widget-size-over-100': apartFrom('`width`', accepts(WIDGET, 'a widget with height 101')),
	'widget-page-exists': apartFrom(
		'Word files and templates',
		refuses(WIDGET, 'a widget on page 9'),
	),
	'widget-over-edges': accepts(WIDGET, 'a widget over the edge'),
	'widget-check-default': apartFrom('0', accepts(WIDGET, 'a check that is set')),
	'widget-signature-needed': refuses(WIDGET, 'widgets without a signature'),
});

/** Word anchors (docs/service.md#word-anchors). */
export const wordAnchors = questionsOf({
	'anchor-word': apartFrom('where the widget stands', accepts(WIDGET, ANCHOR)),
	'anchor-single-word': refuses(ANCHOR, 'a word anchor with a space'),
	'anchor-page-and-editable': apartFrom(
		'`page`',
		refuses(ANCHOR, 'a word anchor that cannot be edited'),
	),
	'anchor-size-mandatory': apartFrom(
		'the distances',
		refuses(ANCHOR, 'a word anchor without height'),
	),
	'anchor-word-missing': refuses(ANCHOR, 'a word anchor that is nowhere'),
});

/** Options of widgets (docs/service.md#widget-options, docs/service.md#validation-rules). */
export const widgetOptions = [
	...questionsOf({
		'radio-optional-options': accepts(WIDGET, 'a radio widget alone'),
		'check-yes-no': apartFrom(
			'that it must be editable',
			accepts(WIDGET, 'a check with yes and no'),
		),
		'select-options': apartFrom('how it looks', accepts(WIDGET, 'a select widget')),
		'select-default': apartFrom(
			'how it looks',
			accepts('a select widget', 'two defaults of a select widget'),
		),
		'date-default': apartFrom('other forms', accepts(WIDGET, 'a date with a default')),
	}),
	...questionsOf({
		'validation-rules': apartFrom(
			'the rules by themselves',
			both(
				accepts(WIDGET, 'a text with a rule'),
				refuses('a text with a rule', 'a rule for another type of widget'),
			),
		),
	}),
];
