import { ADA, BEN } from '../../../people';
import { rigForEach } from '../support/rig';
import {
	answer,
	createSignature,
	getSignature,
	recipients,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

const pathOf = ({ id, documents }: WireSignature, end: string) =>
	`/v3/signatures/${id}/documents/${documents[0]?.id}/${end}`;

describe('change of a signer', () => {
	const change = async (signature: WireSignature, body: Record<string, string>) =>
		await rig.http.post<{ id: string }>(pathOf(signature, 'signer'), new URLSearchParams(body));

	test('changing the signer after a bounced email replaces the document by one for the new signer', async () => {
		const signature = await createSignature(rig, {
			...recipients(ADA),
			events_url: `${rig.receiver.url}/hook.json`,
		});
		await rig.control.bounce({ signatureId: signature.id, email: ADA.email }, '550 unknown');
		await rig.control.settled();
		expect(rig.receiver.posts.at(-1)?.body).toMatchObject({
			type: 'email_bounced',
			reason: '550 unknown',
			document: { status: 'error' },
		});

		const { status, data } = await change(signature, { email: 'anna@example.com' });
		expect(status).toBe(200);
		await rig.control.settled();
		const { documents } = await getSignature(rig, signature.id);
		expect(documents).toHaveLength(1);
		expect(documents[0]).toMatchObject({
			id: data.id,
			email: 'anna@example.com',
			name: ADA.name,
			status: 'ready',
		});
		expect(data.id).not.toBe(signature.documents[0]?.id);
		expect((await rig.control.outbox())[0]?.to).toBe('anna@example.com');
		await rig.control.sign({ documentId: data.id });
	});

	test('changing the signer takes a new name and answers 400 to an invalid email address', async () => {
		const signature = await createSignature(rig, recipients(ADA));
		await rig.control.bounce({ signatureId: signature.id, email: ADA.email });
		const refused = await change(signature, { email: 'nobody' });
		expect(answer(refused)).toMatchObject({
			status: 400,
			data: {
				message: 'Invalid recipient email address',
				error_details: { 'invalid email': 'nobody' },
			},
		});
		await change(signature, { email: 'anna@example.com', name: 'Anna' });
		expect((await getSignature(rig, signature.id)).documents[0]?.name).toBe('Anna');
	});

	test('changing the signer answers 403 when the email was delivered or the request is canceled', async () => {
		const delivered = await createSignature(rig, recipients(ADA));
		expect((await change(delivered, { email: 'anna@example.com' })).status).toBe(403);

		const both = { ...recipients(ADA, BEN), signing_mode: 'parallel' };
		const canceled = await createSignature(rig, both);
		await rig.control.bounce({ signatureId: canceled.id, email: ADA.email });
		await rig.http.patch(`/v3/signatures/${canceled.id}/cancel.json`);
		expect((await change(canceled, { email: 'anna@example.com' })).status).toBe(403);
	});

	test('a request can be canceled when the only email sent has bounced', async () => {
		const { id } = await createSignature(rig, recipients(ADA, BEN));
		await rig.control.bounce({ signatureId: id, email: ADA.email });
		expect((await rig.http.patch(`/v3/signatures/${id}/cancel.json`)).status).toBe(200);
		const { documents } = await getSignature(rig, id);
		expect(documents.map((item) => item.status)).toEqual(['canceled', 'canceled']);
	});
});
