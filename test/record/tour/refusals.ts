// Creations of many special forms, some that the service should accept and some it should refuse.

import type { Field, Fields, Upload } from '../encode';
import { harmless, RECORDER, recipient, type RecorderFiles } from '../recorderTexts';
import type { Asking } from './account';

interface Creation {
	recipients?: Field;
	/** Added to the recipient with the user's address. */
	person?: Fields;
	widgets?: Fields[];
	fields?: Fields;
	files?: Upload[];
	/** What the file is called in the form instead of `files[0]`. */
	fileField?: string;
}

const MEGABYTE = 1024 * 1024;
const SIGNATURE = { type: 'signature', page: 1, left: 10, top: 70 };
const DCF = { type: 'dcf', left: 40, top: 70 };
const ANCHOR = { type: 'signature', word_anchor: RECORDER.word, height: 5, width: 20 };

/** A signer with a digital certificate of this name. */
const certified = (name: string, widgets: Fields[]): Creation => ({
	person: { sign_with_digital_certificate_file: 1, digital_certificate_name: name },
	widgets,
});

/** A widget beside one for the signature. */
const beside = (widget: Fields): Creation => ({
	widgets: [SIGNATURE, { ...SIGNATURE, left: 40, ...widget }],
});

/** Creations that the service should refuse. Whatever it accepts all the same sends nothing and is canceled. */
const refused = ({ pdf }: RecorderFiles): Record<string, Creation> => ({
	'no recipients': { recipients: '' },
	'a wrong address': { recipients: [{ email: RECORDER.wrongAddress, name: RECORDER.signer }] },
	'a recipient without a name': { person: { name: undefined } },
	'a phone with a plus sign': { person: { phone: '+34600000000' } },
	'SMS without a phone': { fields: { delivery_type: 'sms' } },
	'SMS validation without a phone': { person: { require_sms_validation: 1 } },
	'an SMS code without a phone': { person: { sms_code: 1 } },
	'an SMS code as a word without a phone': { person: { sms_code: 'true' } },
	'a certificate file that is no certificate': certified('a.pem', [SIGNATURE, DCF]),
	'a digital certificate without a widget': certified('recorder.p12', [SIGNATURE]),
	'an unknown type of recipient': { person: { type: 'n8n' } },
	'another attachment without a description': {
		person: { require_file_attachment: [{ type: 'other' }] },
	},
	'attachments as numbers and types': {
		person: { require_file_attachment: [1, { type: 'passport' }] },
	},
	'a text as a PDF': {
		files: [{ ...pdf, bytes: Buffer.from('This is a text, although its name ends in .pdf.') }],
	},
	'no file': { files: [] },
	'an unknown template': { files: [], fields: { templates: [RECORDER.wrongTemplate] } },
	'0 days to sign': { fields: { expire_time: 0 } },
	'366 days to sign': { fields: { expire_time: 366 } },
	'a web address in the subject': { fields: { subject: 'See https://example.com' } },
	'an unknown signing mode': { fields: { signing_mode: 'n8n' } },
	'an unknown delivery type': { fields: { delivery_type: 'n8n' } },
	'an unknown type': { fields: { type: 'n8n' } },
	'an unknown parameter': { fields: { [RECORDER.unknownParameter]: 1 } },
	'custom data of 65 characters': { fields: { data: { [RECORDER.reference]: 'x'.repeat(65) } } },
	'widgets without a signature': { widgets: [{ ...SIGNATURE, type: 'text' }] },
	'an unknown type of widget': { widgets: [SIGNATURE, { ...SIGNATURE, type: 'n8n' }] },
	'a widget on page 0': { widgets: [{ ...SIGNATURE, page: 0 }] },
	'a widget on page 9': { widgets: [{ ...SIGNATURE, page: 9 }] },
	'a widget without a page': { widgets: [{ type: 'signature', left: 10, top: 70 }] },
	'a widget with left 101': { widgets: [{ ...SIGNATURE, left: 101 }] },
	'a word anchor without height': { widgets: [{ ...ANCHOR, height: undefined }] },
	'a word anchor with a space': { widgets: [{ ...ANCHOR, word_anchor: 'two words' }] },
	'a word anchor that cannot be edited': { widgets: [{ ...ANCHOR, editable: 0 }] },
	'a word anchor that is nowhere': { widgets: [{ ...ANCHOR, word_anchor: 'Nowhere' }] },
	'a rule for another type of widget': {
		widgets: [SIGNATURE, { ...SIGNATURE, type: 'date', options: { validation_rule: 'iban' } }],
	},
	// The last one: a gateway may break it off.
	'a file of more than 15 MB': {
		files: [{ ...pdf, bytes: padded(pdf.bytes, 15 * MEGABYTE + 1) }],
	},
});

const TWO_DEFAULTS = ['a', 'b'].map((value) => ({ value, default: 1 }));

/** Creations of unusual form that the service should accept. They send nothing and are canceled. */
const accepted = (signer: string): Record<string, Creation> => ({
	'nothing special': {},
	'a signature widget': { widgets: [SIGNATURE] },
	'a copy without a name': { fields: { cc: [{ email: signer }] } },
	'a phone of 5 digits': { person: { phone: '34600' } },
	'a dcf widget': certified('recorder.p12', [SIGNATURE, { ...DCF, page: 1 }]),
	'a dcf widget alone': certified('recorder.p12', [DCF]),
	'a certificate without an extension': certified('recorder', [SIGNATURE, { ...DCF, page: 1 }]),
	'a word anchor': { widgets: [ANCHOR] },
	'all kinds of widgets': {
		widgets: [
			SIGNATURE,
			{ type: 'text', page: 1, left: 10, top: 10 },
			{ type: 'date', page: 1, left: 10, top: 15 },
			{ type: 'image', page: 1, left: 10, top: 20 },
			{ type: 'check', page: 1, left: 10, top: 25 },
			{ type: 'radio', page: 1, left: 10, top: 30, custom_id: 'a', options: { index: 0 } },
			{ type: 'select', page: 2, left: 10, top: 35, options: { select: [{ value: 'a' }] } },
		],
	},
	'a text with a rule': beside({ type: 'text', options: { validation_rule: 'email' } }),
	'a date with a default': beside({ type: 'date', default: '2030-01-31' }),
	'a check that is set': beside({ type: 'check', default: '1' }),
	'a check with yes and no': beside({ type: 'check', options: 'show_yes_no_option' }),
	'a select widget': beside({ type: 'select', options: { select: [{ value: 'a' }] } }),
	'a radio widget alone': beside({ type: 'radio' }),
	'two defaults of a select widget': beside({ type: 'select', options: { select: TWO_DEFAULTS } }),
	'a widget with height 101': { widgets: [{ ...SIGNATURE, height: 101, width: 10 }] },
	'a widget over the edge': { widgets: [{ ...SIGNATURE, left: 95, width: 10, height: 5 }] },
	photos: { person: { require_photo: 1, require_photo_id: [1] } },
	attachments: {
		person: {
			require_file_attachment: [{ type: 'passport' }, { type: 'other', description: 'a' }],
		},
	},
	'365 days to sign': { fields: { expire_time: 365 } },
	'a file called files[]': { fileField: 'files[]' },
});

/** How many requests `tryForms` should create. */
export const ACCEPTED_FORMS = Object.keys(accepted('')).length;

/** Sends creations of every form, those that should be refused and those that should not. */
export async function tryForms(
	{ ask }: Asking,
	mark: string,
	signer: string,
	files: RecorderFiles,
): Promise<void> {
	for (const [name, creation] of Object.entries({ ...accepted(signer), ...refused(files) })) {
		const person = recipient(signer, {
			...creation.person,
			...(creation.widgets && { widgets: creation.widgets }),
		});
		const fields = {
			...harmless(mark, [person]),
			...(creation.recipients !== undefined && { recipients: creation.recipients }),
			...creation.fields,
		};
		const { fileField: field = files.pdf.field } = creation;
		const sent = creation.files ?? [{ ...files.pdf, field }];
		await ask(`creation with ${name}`, {
			method: 'POST',
			path: '/v3/signatures.json',
			body: { as: 'multipart', fields, files: sent },
		});
	}
}

/** A PDF may have white space after its end. */
const padded = (bytes: Uint8Array, size: number): Uint8Array =>
	Buffer.concat([bytes, Buffer.alloc(size - bytes.length, '\n')]);
