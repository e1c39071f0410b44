import { newCode, newId, newLink } from '../ids';
import type { SignatureRequest, Signer } from './model';

/** The signer who replaces another. All documents of the other get the same replacement. */
export function replacementFor(
	request: SignatureRequest,
	signer: Signer,
	email: string,
	name: string,
): Signer {
	const known = request.signers.find(
		(other) => other.position === signer.position && other.email === email && other !== signer,
	);
	if (known) return known;
	const replacement: Signer = {
		...signer,
		id: newId(),
		email,
		name,
		link: newLink(),
		...(signer.password && { password: newCode() }),
		...(signer.code && { code: newCode() }),
		sentAt: undefined,
		remindersSent: 0,
		lastReminderAt: undefined,
	};
	request.signers.splice(request.signers.indexOf(signer), 0, replacement);
	return replacement;
}
