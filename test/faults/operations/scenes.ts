// The signature requests, certified files and other things that rows create at the service first.

import { createSignature, pdfOf } from '../../workflow/engine/fixtures';
import type { Truth } from '../rig/truth';
import { ADA } from '../../people';

const PHONE = '34600000000';

const recipient = (more: Record<string, string> = {}) =>
	Object.fromEntries(
		Object.entries({ ...ADA, phone: PHONE, ...more }).map(([name, value]) => [
			`recipients[0][${name}]`,
			value,
		]),
	);

async function sent(truth: Truth, fields: Record<string, string>) {
	const { id, documents } = await createSignature(truth, fields);
	return { id, documentId: documents[0]?.id ?? '' };
}

/** A request that its signer has signed, with all kinds of files. */
export async function completedRequest(truth: Truth) {
	const request = await sent(truth, recipient({ require_file_attachment: '1' }));
	await truth.control.sign({ signatureId: request.id, email: ADA.email });
	await truth.control.settled();
	return request;
}

/** A request that was sent by SMS. */
export async function texted(truth: Truth) {
	return await sent(truth, { ...recipient(), delivery_type: 'sms', body: 'Sign: {{url}}' });
}

/** A certified file. Answers its id. */
export async function certifiedFile(truth: Truth): Promise<string> {
	const body = new FormData();
	body.append('file', new Blob(['Certified']), 'file.txt');
	return (await truth.post('/v3/files.json', body)).id;
}

/** A certified email or SMS whose certificate is complete. */
export async function certified(truth: Truth, kind: 'emails' | 'sms') {
	const body = new FormData();
	body.append('recipients[0][name]', ADA.name);
	body.append(
		`recipients[0][${kind === 'emails' ? 'email' : 'phone'}]`,
		kind === 'emails' ? ADA.email : PHONE,
	);
	body.append('body', 'Dear Ada');
	body.append('type', 'open_document');
	body.append('attachments[0]', new Blob([Uint8Array.from(await pdfOf('Notice'))]), 'notice.pdf');
	const { id, certificates = [] } = await truth.post(`/v3/${kind}.json`, body);
	const certificateId = certificates[0]?.id ?? '';
	await truth.control.settled();
	await truth.control.open({ certificateId }, { attachment: 0 });
	await truth.control.settled();
	return { id, certificateId };
}
