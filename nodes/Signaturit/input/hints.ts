// Hints about texts, SMS and phone numbers that Signaturit may refuse or change.

import { showValue } from '../transport/errors/shown';

/** A list of the hint, or of the problem, if it applies; otherwise an empty list. */
export const textIf = (applies: boolean, text: string): string[] => (applies ? [text] : []);

/** Hints about the texts that are sent, by their names in the panel (docs/service.md#known-refusals). */
export const addressHints = (texts: Readonly<Record<string, string | undefined>>): string[] =>
	Object.entries(texts).flatMap(([name, text = '']) =>
		textIf(
			/https?:\/\/|www\./i.test(text),
			`${name} has a web address: Signaturit may refuse texts with http://, https:// or www.`,
		),
	);

/** Accented letters and dashes after Windows or a web page has read UTF-8 as another encoding: `Ã©` for é. */
const MISREAD = /[ÂÃ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜\u2013-\u203a€™]|â[€‚\u0080\u0082]/;

/** Hints about texts that may have been read in the wrong encoding, by their names in the panel. */
export const encodingHints = (texts: Readonly<Record<string, string | undefined>>): string[] =>
	Object.entries(texts).flatMap(([name, text = '']) =>
		textIf(
			MISREAD.test(text),
			`${name} ${showValue(text)} looks as if it was read in the wrong encoding: choose the right one where the file is read`,
		),
	);

/** Longest SMS, in characters; longer ones are cut off (docs/service.md#text-lengths). */
const MAX_SMS_LENGTH = 120;

/** Hints about a text that is sent as an SMS. */
export const smsHints = (name: string, text = ''): string[] =>
	textIf(
		[...text].length > MAX_SMS_LENGTH,
		`${name} is longer than ${MAX_SMS_LENGTH} characters: Signaturit cuts it off there, perhaps with the link`,
	);

/** A number with a country code. Few countries have short ones (ITU-T E.164); Spain has 9 digits without the code. */
const internationalNumber = /^(?!0)(\d{10,15}|(298|299|376)\d{6})$/;

/** Hints about the phones of recipients. */
export const phoneHints = (recipients: ReadonlyArray<{ phone?: string }>): string[] =>
	recipients.flatMap(({ phone }, index) =>
		textIf(
			phone !== undefined && !internationalNumber.test(phone),
			`Recipient ${index + 1}: Phone has no country code that is known, e.g. 34 for Spain: 34600000000`,
		),
	);
