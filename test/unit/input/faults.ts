import {
	signatureForm,
	type SignatureInput,
} from '../../../nodes/Signaturit/actions/signature/create/signatureForm';

export const pdf = {
	fileName: 'contract.pdf',
	mimeType: 'application/pdf',
	content: Buffer.from('%PDF-1.7\n…\n%%EOF'),
};
export const ada = { email: 'ada@example.com', name: 'Ada', phone: '', type: 'signer' };

/** What the panel holds when a contract is sent to Ada, with changes. */
export const input = (changes: SignatureInput = {}): SignatureInput => ({
	files: [pdf],
	recipients: [ada],
	data: [],
	...changes,
});

/** The fields that go out. */
export const fieldsOf = (changes: SignatureInput) => signatureForm(input(changes)).fields;

/** What the user reads when the input is refused: the message, and every line of the description. */
export function faultsOf(changes: SignatureInput): string[] {
	try {
		signatureForm(input(changes));
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return [message, ...description.split('\n')];
	}
	throw new Error('The input was expected to be refused');
}

/** The only fault, for inputs that have one. */
export function faultOf(changes: SignatureInput): string | undefined {
	const [fault, ...rest] = faultsOf(changes);
	expect(rest).toEqual(['Nothing was sent to Signaturit.']);
	return fault;
}
