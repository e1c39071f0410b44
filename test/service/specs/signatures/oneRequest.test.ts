import { ADA, BEN } from '../../../people';
import { rigForEach } from '../support/rig';
import {
	answer,
	createSignature,
	eventTypes,
	form,
	getSignature,
	recipients,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

describe('one signature request', () => {
	test('reading a signature request answers 404 for an unknown id and 406 for XML', async () => {
		const missing = await rig.http.get('/v3/signatures/nobody.json');
		expect(answer(missing)).toEqual({
			status: 404,
			data: { status_code: 404, message: 'Signature not found' },
		});
		const long = await rig.http.get(`/v3/signatures/${'a'.repeat(1000)}.json`);
		expect(answer(long)).toEqual(answer(missing));
		expect((await rig.http.get('/v3/signatures.xml')).status).toBe(406);
	});

	test('a query parameter answers 400 where none is documented', async () => {
		const { id } = await createSignature(rig, recipients(ADA));
		for (const path of [`/v3/signatures/${id}.json`, `/v3/signatures/${id}/reminder.json`]) {
			const response = await rig.http.request({
				method: path.endsWith('reminder.json') ? 'POST' : 'GET',
				url: `${path}?expand=all`,
			});
			expect(answer(response)).toMatchObject({
				status: 400,
				data: { message: 'Unknown parameter expand' },
			});
		}
	});

	test('canceling a request cancels its documents and posts the event, and answers 403 the second time', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA, BEN),
			events_url: `${rig.receiver.url}/hook`,
		});
		const path = `/v3/signatures/${id}/cancel.json`;
		const { status, data } = await rig.http.patch<WireSignature>(path, { reason: 'Wrong file' });
		expect(status).toBe(200);
		expect(data.documents.map((item) => item.status)).toEqual(['canceled', 'canceled']);
		await rig.control.settled();
		expect(rig.receiver.posts.at(-1)?.body).toMatchObject({
			type: 'document_canceled',
			document: { email: BEN.email, status: 'canceled', signature: { id } },
		});
		expect(answer(await rig.http.patch(path))).toEqual({
			status: 403,
			data: { status_code: 403, message: 'You cannot cancel a non-ready request' },
		});
	});

	test('canceling accepts form, JSON and empty bodies, and refuses multipart and unknown parameters', async () => {
		const cancel = async (body: unknown) => {
			const { id } = await createSignature(rig, recipients(ADA));
			return (await rig.http.patch(`/v3/signatures/${id}/cancel.json`, body)).status;
		};
		expect(await cancel(undefined)).toBe(200);
		expect(await cancel({})).toBe(200);
		expect(await cancel(new URLSearchParams({ reason: 'Late' }))).toBe(200);
		expect(await cancel(form({ reason: 'Late' }))).toBe(415);
		expect(await cancel({ raison: 'Late' })).toBe(400);
	});

	test('canceling a request that is still in_queue answers 403', async () => {
		await rig.control.settings({ hold: ['processing'] });
		const { id } = await createSignature(rig, recipients(ADA));
		expect((await rig.http.patch(`/v3/signatures/${id}/cancel.json`)).status).toBe(403);
	});

	test('a reminder answers reminder_email_processed for the signer in turn, and reminder_email_delivered follows', async () => {
		const { id } = await createSignature(rig, recipients(ADA, BEN));
		const { status, data } = await rig.http.post<WireSignature>(
			`/v3/signatures/${id}/reminder.json`,
		);
		expect(status).toBe(200);
		expect(eventTypes(data.documents[0]).at(-1)).toBe('reminder_email_processed');
		expect(eventTypes(data.documents[1])).toEqual([]);
		await rig.control.settled();
		expect(eventTypes((await getSignature(rig, id)).documents[0]).at(-1)).toBe(
			'reminder_email_delivered',
		);
		expect((await rig.control.outbox())[0]).toMatchObject({
			to: ADA.email,
			subject: 'Reminder: contract.pdf',
		});
	});

	test('a reminder of a request by SMS is an SMS too, with the events of one', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA),
			'recipients[0][phone]': '34600000000',
			delivery_type: 'sms',
		});
		await rig.http.post(`/v3/signatures/${id}/reminder.json`);
		await rig.control.settled();
		const [message] = await rig.control.outbox();
		expect(message).toMatchObject({ channel: 'sms', to: '34600000000' });
		expect(message?.body).toMatch(/^Reminder: please sign /);
		expect(eventTypes((await getSignature(rig, id)).documents[0])).toEqual([
			'sms_processed',
			'sms_delivered',
			'sms_processed',
			'sms_delivered',
		]);
	});

	test('reminding the signer of a signed or canceled request answers 403', async () => {
		const signed = await createSignature(rig, recipients(ADA));
		await rig.control.sign({ signatureId: signed.id, email: ADA.email });
		const canceled = await createSignature(rig, recipients(ADA));
		await rig.http.patch(`/v3/signatures/${canceled.id}/cancel.json`);
		await rig.control.settled();
		for (const { id } of [signed, canceled]) {
			expect(answer(await rig.http.post(`/v3/signatures/${id}/reminder.json`))).toEqual({
				status: 403,
				data: { status_code: 403, message: 'Documents already signed' },
			});
		}
	});

	test('deleting a request answers 403 while it is in progress, and removes it afterwards', async () => {
		const { id } = await createSignature(rig, recipients(ADA));
		const refused = await rig.http.delete(`/v3/signatures/${id}`);
		expect(answer(refused)).toMatchObject({ status: 403, data: { status_code: 403 } });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.control.settled();
		expect((await rig.http.delete(`/v3/signatures/${id}`)).status).toBe(204);
		expect((await rig.http.get(`/v3/signatures/${id}.json`)).status).toBe(404);
		expect((await rig.http.delete(`/v3/signatures/${id}`)).status).toBe(404);
	});

	test('renaming a request answers its id, and 400 to an empty name', async () => {
		const { id } = await createSignature(rig, recipients(ADA));
		const path = `/v3/signatures/${id}/name`;
		expect(answer(await rig.http.post(path, new URLSearchParams({ name: 'New' })))).toEqual({
			status: 200,
			data: { id },
		});
		expect((await rig.http.post(path, { name: '' })).status).toBe(400);
		expect((await rig.http.post(path)).status).toBe(400);
	});

	test.each(['post', 'get'] as const)(
		'generating the audit trail by %s answers an empty 202 and makes the audit trail',
		async (method) => {
			const { id, documents } = await createSignature(rig, recipients(ADA));
			const trail = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/audit_trail`;
			expect((await rig.http.get(trail)).status).toBe(404);
			const response = await rig.http[method](`/v3/signatures/${id}/generate/audit_trail`);
			expect(answer(response)).toEqual({ status: 202, data: '' });
			await rig.control.settled();
			expect((await rig.http.get(trail)).status).toBe(200);
		},
	);
});
