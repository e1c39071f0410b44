import { all, apartFrom, isRefusedAtAll, succeeds, topic, type CheckResult } from '../question';
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
export const recipients = topic('recipients', {
	'Every recipient has a name, and an email unless its `method` is `sms` or `device`. The reference calls neither optional.':
		apartFrom('the email', refuses(USUAL, 'a recipient without a name')),
	'A phone number is digits with the country code, without a plus sign.': refuses(
		USUAL,
		'a phone with a plus sign',
	),
	'A phone number may have few digits, and at most 15 (ITU-T E.164).': apartFrom(
		'long ones',
		accepts(USUAL, 'a phone of 5 digits'),
	),
	'`type` is `signer` (the default) or `validator`. A validator sees what the others have filled in, and approves it.':
		apartFrom(
			'the default, and what a validator sees',
			refuses(USUAL, 'an unknown type of recipient'),
		),
	'`require_sms_validation` (1 or 0) protects the document with a password that is sent by SMS. It needs a phone number.':
		apartFrom('the password; no SMS is sent', refuses(USUAL, 'SMS validation without a phone')),
	'`sms_code` asks the signer for a code that is sent by SMS. It is only sent when true, and needs a phone number.':
		apartFrom('the code; no SMS is sent', refuses(USUAL, 'an SMS code without a phone')),
	'`sign_with_digital_certificate_file` needs a widget of the type `dcf`.': refuses(
		CERTIFICATE,
		'a digital certificate without a widget',
	),
	'The file of the certificate in `digital_certificate_name` ends in `.pfx` or `.p12`.': refuses(
		CERTIFICATE,
		'a certificate file that is no certificate',
	),
	"A certificate's name without an extension is accepted.": accepts(
		CERTIFICATE,
		'a certificate without an extension',
	),
});

/** What signers attach (docs/service.md#photos-and-attachments). */
export const attachments = topic('photos-and-attachments', {
	'`require_photo` and `require_photo_id` are one number that holds for every document, or a list with a number for each document.':
		apartFrom('what signers are asked for', accepts(USUAL, 'photos')),
	'`require_file_attachment` is a number, a list of numbers, or a list of what to attach: `type` (`idDocument`, `passport`, `drivingLicense`, `proofOfAddress`, `other`) and, for `other`, a `description`.':
		apartFrom(
			'numbers, and what signers are asked for',
			both(
				accepts(USUAL, ATTACHMENTS),
				refuses(ATTACHMENTS, 'another attachment without a description'),
			),
		),
	'Numbers and types cannot be mixed in one list.': refuses(
		ATTACHMENTS,
		'attachments as numbers and types',
	),
});

/** Widgets (docs/service.md#widgets). */
export const widgets = topic('widgets', {
	'The types are `date`, `image`, `check`, `radio`, `select`, `text`, `signature` and `digital certificate`.':
		apartFrom(
			'`digital certificate`',
			both(accepts(WIDGET, 'all kinds of widgets'), refuses(WIDGET, 'an unknown type of widget')),
		),
	'`dcf` is the type to send for a digital certificate.': accepts(WIDGET, CERTIFICATE),
	'A `dcf` widget alone is enough, with `left` and `top` and no page: it is the signature.':
		apartFrom('that it is the signature', accepts(CERTIFICATE, 'a dcf widget alone')),
	'`page` counts from 1; `left` and `top` are between 1 and 100.': apartFrom(
		'values below 1',
		refuses(WIDGET, 'a widget on page 0', 'a widget with left 101'),
	),
	'A widget without `word_anchor` needs `page` (except for `dcf`), `left` and `top`: every widget "must be set using" them. Only of `height` and `width` the reference says when they are mandatory: at a word.':
		apartFrom('a missing `left` or `top`', refuses(WIDGET, 'a widget without a page')),
	'`height` and `width` may be more than 100.': apartFrom(
		'`width`',
		accepts(WIDGET, 'a widget with height 101'),
	),
	'The page of a widget must exist in one of the PDFs. It is not checked when the pages of a document are not known, as those of Word files and templates.':
		apartFrom('Word files and templates', refuses(WIDGET, 'a widget on page 9')),
	'A widget may reach over the edges of its page: the example with all widget options has such.':
		accepts(WIDGET, 'a widget over the edge'),
	'The default of a check is 1 or 0.': apartFrom('0', accepts(WIDGET, 'a check that is set')),
	'At least one `signature` widget must be set, or a `dcf` widget.': refuses(
		WIDGET,
		'widgets without a signature',
	),
});

/** Word anchors (docs/service.md#word-anchors). */
export const wordAnchors = topic('word-anchors', {
	'`word_anchor` puts a widget at a word of the document, one at each occurrence.': apartFrom(
		'where the widget stands',
		accepts(WIDGET, ANCHOR),
	),
	'It is a single word without spaces or special characters. Spaces are refused.': refuses(
		ANCHOR,
		'a word anchor with a space',
	),
	'With `word_anchor`, `page` is ignored and `editable` cannot be turned off.': apartFrom(
		'`page`',
		refuses(ANCHOR, 'a word anchor that cannot be edited'),
	),
	"With `word_anchor`, `height` and `width` are mandatory; `left` and `top` are optional distances from the word's top left corner, 1 to 100.":
		apartFrom('the distances', refuses(ANCHOR, 'a word anchor without height')),
	'A word that is in no PDF of the request is refused.': refuses(
		ANCHOR,
		'a word anchor that is nowhere',
	),
});

/** Options of widgets (docs/service.md#widget-options, docs/service.md#validation-rules). */
export const widgetOptions = [
	...topic('widget-options', {
		'`custom_id`, `options[index]` and `default` of a radio widget are optional.': accepts(
			WIDGET,
			'a radio widget alone',
		),
		'The `options` of a check may be `show_yes_no_option`, only when it is editable.': apartFrom(
			'that it must be editable',
			accepts(WIDGET, 'a check with yes and no'),
		),
		'A select has `options[select][n][value]` and `options[select][n][default]` (1 or 0).':
			apartFrom('how it looks', accepts(WIDGET, 'a select widget')),
		'The first default option of a select counts. Its `default`, 0 in an example of the reference, is left aside unless it is an option.':
			apartFrom('how it looks', accepts('a select widget', 'two defaults of a select widget')),
		'The default of a date is written `YYYY-MM-DD`.': apartFrom(
			'other forms',
			accepts(WIDGET, 'a date with a default'),
		),
	}),
	...topic('validation-rules', {
		'`options[validation_rule]` is `email`, `phone`, `zip`, `dni` or `iban` for texts, and `age` for dates.':
			apartFrom(
				'the rules by themselves',
				both(
					accepts(WIDGET, 'a text with a rule'),
					refuses('a text with a rule', 'a rule for another type of widget'),
				),
			),
	}),
];
