// The option *Allowed Recipients*, and whether an email or a phone is one of them.

import { z } from 'zod';
import { emailSchema, filledText, listOfEntries } from '../../../input/doors';
import { phoneDigits, withMailbox } from '../../../input/people';
import { gives, refusal, schemaFor, validated } from '../../../input/schemas';
import { plainAddress, plainPhone } from '../../../transport/same';
import { bare } from '../../../transport/text';

/** What a builder may enter in *Allowed Recipients*, in the form in which it is compared. */
interface AllowedEntry {
	kind: 'email' | 'domain' | 'phone';
	compared: string;
}

const mailbox = withMailbox(z.object({ email: emailSchema }));

/** Other characters are placeholders, as in `*.example.com`, which would match nothing. */
const DOMAIN = /^[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** The domain, also in `@example.com` and `*@example.com`, as it stands in an address. */
function domainIn(entry: string): string | undefined {
	const { data: address } = emailSchema.safeParse(`a@${bare(entry).replace(/^\*?@/, '')}`);
	const domain = address?.slice('a@'.length);
	return domain !== undefined && DOMAIN.test(domain) ? domain : undefined;
}

function readEntry(entry: string): AllowedEntry | undefined {
	const phone = phoneDigits(entry);
	if ('digits' in phone) return { kind: 'phone', compared: plainPhone(phone.digits) };
	const domain = domainIn(entry);
	if (domain !== undefined) return { kind: 'domain', compared: plainAddress(domain) };
	const { data: person } = mailbox.safeParse({ email: entry });
	if (!person || person.email.includes('*')) return undefined;
	return { kind: 'email', compared: plainAddress(person.email) };
}

const WANTED =
	'must be an email address, a domain such as example.com (not its subdomains), or a phone with its country code, e.g. +34 600 000 000';

/**
 * Reads *Allowed Recipients*.
 *
 * @param name of the field, for messages
 * @returns whether an email or a phone that is sent is one of them
 * @throws UserError that names the entries that are no email, domain or phone: they would match nobody
 */
export function allowedBy(
	name: string,
	entered: unknown,
): (kind: 'email' | 'phone', value: string) => boolean {
	const entry = filledText(name).pipe(
		schemaFor<AllowedEntry>((text) => {
			const rule = readEntry(String(text));
			if (rule) return gives(rule);
			const message = refusal(name, text, WANTED);
			return z.custom<never>(() => false, { message, params: { remedy: 'builder' } });
		}),
	);
	const rules = validated(listOfEntries(name, entry), entered);
	const has = (kind: AllowedEntry['kind'], compared: string) =>
		rules.some((rule) => rule.kind === kind && rule.compared === compared);
	return (kind, value) => {
		if (kind === 'phone') return has(kind, plainPhone(value));
		// An additional parameter may hold more than an address, e.g. two of them.
		if (emailSchema.safeParse(value).data !== value) return false;
		const domain = value.slice(value.lastIndexOf('@') + 1);
		return has(kind, plainAddress(value)) || has('domain', plainAddress(domain));
	};
}
