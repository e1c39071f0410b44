// The input of a plain signature request with changes, and the problems that Create finds in it.

import {
	signatureForm,
	type SignatureInput,
} from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { ADA } from '../../../../people';

/** A file that the checks accept as a PDF. */
export const pdf = {
	fileName: 'contract.pdf',
	mimeType: 'application/pdf',
	content: Buffer.from('%PDF-1.7\n…\n%%EOF'),
};
/** A signer as the panel gives it. */
export const signer = { ...ADA, phone: '', type: 'signer' };

/** The panel's input for a contract that is sent to Ada, with these changes. */
/** What is other than in a plain request. */
export type Changes = Partial<SignatureInput>;

export const input = (changes: Changes = {}): SignatureInput => ({
	files: [pdf],
	recipients: [signer],
	data: [],
	timeZone: 'Europe/Madrid',
	...changes,
});

/** The fields that are sent for this input. */
export const fieldsOf = (changes: Changes) => signatureForm(input(changes)).fields;

/** The error that the user reads for an invalid input: its message, then each line of its description. */
export function problemsOf(changes: Changes): string[] {
	try {
		signatureForm(input(changes));
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return [message, ...description.split('\n')];
	}
	throw new Error('The input was expected to be invalid');
}

/** The only problem of an input that has one problem. */
export function problemOf(changes: Changes): string | undefined {
	const [problem, ...rest] = problemsOf(changes);
	expect(rest).toEqual(['Nothing was sent.']);
	return problem;
}
