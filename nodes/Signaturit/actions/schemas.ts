import { z } from 'zod';

/** Text that may be left out; blanks alone count as left out. */
export const optionalText = z
	.string()
	.optional()
	.transform((text) => (text?.trim() ? text : undefined));

/** Text that must be there; the field is called in the message as in the panel. */
export const filledText = (field: string) =>
	z
		.string()
		.trim()
		.min(1, { message: `${field} is empty` });

export const emailSchema = z
	.string()
	.trim()
	.regex(/^[^\s@]+@[^\s@]+$/, { message: 'Email must be an email address' });

/** A phone number that may be left out, as the service wants it. */
export const phoneSchema = optionalText
	.transform((phone) => phone && plainPhone(phone))
	.refine((phone) => phone === undefined || /^\d{6,15}$/.test(phone), {
		message: 'Phone must be a number with its country code, e.g. 34600000000',
	});

/** The service wants digits with the country code and no plus sign; people write more than that. */
function plainPhone(phone: string): string {
	return phone.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
}
