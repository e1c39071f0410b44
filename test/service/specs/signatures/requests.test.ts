import { PDFDocument } from '@cantoo/pdf-lib';

import { ADA, BEN } from '../../../people';
import { rigForEach } from '../support/rig';
import {
	answer,
	createSignature,
	documentPath,
	documentStatuses,
	eventTypes,
	firstEvents,
	form,
	getSignature,
	notFound,
	PHONE,
	recipients,
	refusal,
	sign,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

const cancel = async (id: string, body?: unknown) =>
	await rig.http.patch<WireSignature>(`/v3/signatures/${id}/cancel.json`, body);

describe('GET /v3/signatures.json and count.json', () => {
	const ids = async (query: string) =>
		(await rig.http.get<WireSignature[]>(`/v3/signatures.json${query}`)).data.map(({ id }) => id);
	const count = async (query: string) =>
		(await rig.http.get<{ count: number }>(`/v3/signatures/count.json${query}`)).data;

	test('signature requests are listed newest first, at most 100 per page', async () => {
		const seeded = await rig.control.seed({ count: 120, spreadDays: 30 });
		expect(await ids('')).toEqual(seeded.slice(0, 100));
		expect(await ids('?limit=10&offset=95')).toEqual(seeded.slice(95, 105));
		expect(await ids('?offset=120')).toEqual([]);
		expect(await count('')).toEqual({ count: 120 });
	});

	test('signature requests are filtered by status, day, ids and custom data', async () => {
		const done = await rig.control.seed({ count: 10, spreadDays: 10, data: { team: 'a' } });
		const open = await rig.control.seed({ count: 2, spreadDays: 0, status: 'ready' });
		expect(await ids('?status=ready')).toEqual(open);
		expect(await count('?status=completed&team=a')).toEqual({ count: 10 });
		expect(await count('?team=b')).toEqual({ count: 0 });
		expect(await ids('?seed=7')).toEqual([done[3]]);
		expect(await ids(`?ids=${done[2]},${open[0]}`)).toEqual([open[0], done[2]]);
		const fifth = (await getSignature(rig, done[5] ?? '')).created_at.slice(0, 10);
		expect(await count(`?since=${fifth}`)).toEqual({ count: 2 + 6 });
		expect(await count(`?until=${fifth}`)).toEqual({ count: 4 });
	});

	test.each([
		['?limit=101', 'Invalid limit'],
		['?limit=0', 'Invalid limit'],
		['?offset=-1', 'Invalid offset'],
		['?limit=100&offset=9901', 'Result window is too large'],
		['?status=READY', 'Invalid status'],
		['?since=2024-1', 'Invalid since'],
		['?since=24-1-1', 'Invalid since'],
		['?since=2024-13-1', 'Invalid since'],
		['?until=2024-02-30', 'Invalid until'],
		['?ids=a&ids=b', 'Invalid ids'],
		['?crm_id=1&crm_id=2', 'Invalid crm_id'],
		['?since[a]=2024-01-01&since=2024-01-01', 'Invalid since'],
		['?limit=', 'Invalid limit'],
		['?status=', 'Invalid status'],
		['?since=', 'Invalid since'],
	])('GET /v3/signatures.json%s answers 400 "%s"', async (query, message) => {
		const response = await rig.http.get(`/v3/signatures.json${query}`);
		expect(answer(response)).toMatchObject(refusal(message));
	});

	test('the list reaches the last of 10,000 seeded signature requests, which share one PDF', async () => {
		// Making a PDF for each request would make seeding slow.
		const createPdf = jest.spyOn(PDFDocument, 'create');
		const seeded = await rig.control.seed({ count: 10_000 });
		expect(createPdf).toHaveBeenCalledTimes(1);
		createPdf.mockRestore();
		expect(await ids('?limit=100&offset=9900')).toEqual(seeded.slice(9900));
	});
});

describe('one signature request', () => {
	test('reading a signature request answers 404 for an unknown id and 406 for XML', async () => {
		for (const id of ['nobody', 'a'.repeat(1000)]) {
			const missing = await rig.http.get(`/v3/signatures/${id}.json`);
			expect(answer(missing)).toEqual(notFound('Signature'));
		}
		expect((await rig.http.get('/v3/signatures.xml')).status).toBe(406);
	});

	test.each([
		['GET', '.json'],
		['POST', '/reminder.json'],
	])('a query parameter answers 400 where none is documented: %s …%s', async (method, end) => {
		const { id } = await createSignature(rig);
		const response = await rig.http.request({
			method,
			url: `/v3/signatures/${id}${end}?expand=all`,
		});
		expect(answer(response)).toMatchObject(refusal('Unknown parameter expand'));
	});

	test('deleting a request answers 403 while it is in progress, and removes it afterwards', async () => {
		const { id } = await createSignature(rig);
		const refused = await rig.http.delete(`/v3/signatures/${id}`);
		expect(answer(refused)).toMatchObject({ status: 403, data: { status_code: 403 } });
		await sign(rig, id);
		expect((await rig.http.delete(`/v3/signatures/${id}`)).status).toBe(204);
		expect((await rig.http.get(`/v3/signatures/${id}.json`)).status).toBe(404);
		expect((await rig.http.delete(`/v3/signatures/${id}`)).status).toBe(404);
	});

	test('renaming a request answers its id, and 400 to an empty name', async () => {
		const { id } = await createSignature(rig);
		const path = `/v3/signatures/${id}/name`;
		const renamed = await rig.http.post(path, new URLSearchParams({ name: 'New' }));
		expect(answer(renamed)).toEqual({ status: 200, data: { id } });
		expect((await rig.http.post(path, { name: '' })).status).toBe(400);
		expect((await rig.http.post(path)).status).toBe(400);
	});

	test.each(['post', 'get'] as const)(
		'generating the audit trail by %s answers an empty 202 and makes the audit trail',
		async (method) => {
			const signature = await createSignature(rig);
			const trail = documentPath(signature, 'download/audit_trail');
			expect((await rig.http.get(trail)).status).toBe(404);
			const response = await rig.http[method](
				`/v3/signatures/${signature.id}/generate/audit_trail`,
			);
			expect(answer(response)).toEqual({ status: 202, data: '' });
			await rig.control.settled();
			expect((await rig.http.get(trail)).status).toBe(200);
		},
	);
});

describe('canceling a request', () => {
	test('cancels its documents and posts the event, and answers 403 the second time', async () => {
		const events_url = `${rig.receiver.url}/hook`;
		const { id } = await createSignature(rig, { ...recipients(ADA, BEN), events_url });
		const { status, data } = await cancel(id, { reason: 'Wrong file' });
		expect(status).toBe(200);
		expect(data.documents.map((item) => item.status)).toEqual(['canceled', 'canceled']);
		await rig.control.settled();
		expect(rig.receiver.posts.at(-1)?.body).toMatchObject({
			type: 'document_canceled',
			document: { email: BEN.email, status: 'canceled', signature: { id } },
		});
		expect(answer(await cancel(id))).toEqual({
			status: 403,
			data: { status_code: 403, message: 'You cannot cancel a non-ready request' },
		});
	});

	test('accepts form, JSON and empty bodies, and refuses multipart and unknown parameters', async () => {
		const statusFor = async (body: unknown) =>
			(await cancel((await createSignature(rig)).id, body)).status;
		expect(await statusFor(undefined)).toBe(200);
		expect(await statusFor({})).toBe(200);
		expect(await statusFor(new URLSearchParams({ reason: 'Late' }))).toBe(200);
		expect(await statusFor(form({ reason: 'Late' }))).toBe(415);
		expect(await statusFor({ raison: 'Late' })).toBe(400);
	});

	test('answers 403 while the request is in_queue', async () => {
		await rig.control.settings({ hold: ['processing'] });
		expect((await cancel((await createSignature(rig)).id)).status).toBe(403);
	});

	test('is possible when the only email sent has bounced', async () => {
		const { id } = await createSignature(rig, recipients(ADA, BEN));
		await rig.control.bounce({ signatureId: id, email: ADA.email });
		expect((await cancel(id)).status).toBe(200);
		expect(await documentStatuses(rig, id)).toEqual(['canceled', 'canceled']);
	});
});

describe('a reminder', () => {
	const remind = async (id: string) =>
		await rig.http.post<WireSignature>(`/v3/signatures/${id}/reminder.json`);

	test('answers reminder_email_processed for the signer in turn, and reminder_email_delivered follows', async () => {
		const { id } = await createSignature(rig, recipients(ADA, BEN));
		const { status, data } = await remind(id);
		expect(status).toBe(200);
		expect(eventTypes(data.documents[0]).at(-1)).toBe('reminder_email_processed');
		expect(eventTypes(data.documents[1])).toEqual([]);
		await rig.control.settled();
		expect((await firstEvents(rig, id)).at(-1)).toBe('reminder_email_delivered');
		expect((await rig.control.outbox())[0]).toMatchObject({
			to: ADA.email,
			subject: 'Reminder: contract.pdf',
		});
	});

	test('of a request by SMS is an SMS too, with the events of one', async () => {
		const { id } = await createSignature(rig, { ...PHONE, delivery_type: 'sms' });
		await remind(id);
		await rig.control.settled();
		const [message] = await rig.control.outbox();
		expect(message).toMatchObject({ channel: 'sms', to: '34600000000' });
		expect(message?.body).toMatch(/^Reminder: please sign /);
		const events = ['sms_processed', 'sms_delivered'];
		expect(await firstEvents(rig, id)).toEqual([...events, ...events]);
	});

	test.each([
		['signed', (id: string) => sign(rig, id)],
		['canceled', cancel],
	])('of a request that is %s answers 403', async (_, end) => {
		const { id } = await createSignature(rig);
		await end(id);
		await rig.control.settled();
		expect(answer(await remind(id))).toEqual({
			status: 403,
			data: { status_code: 403, message: 'Documents already signed' },
		});
	});

	test.each([
		[
			'declined',
			async (id: string) => await rig.control.decline({ signatureId: id, email: ADA.email }),
		],
		['expired', async (id: string) => await rig.control.expire(id)],
		[
			'undelivered',
			async (id: string) => await rig.control.bounce({ signatureId: id, email: ADA.email }),
		],
	])('of a request that is %s answers 403 in other words', async (_, end) => {
		const { id } = await createSignature(rig);
		await rig.control.settled();
		await end(id);
		expect(answer(await remind(id))).toEqual({
			status: 403,
			data: { status_code: 403, message: 'You cannot remind a non-ready request' },
		});
	});
});

describe('changing the signer', () => {
	const change = async (signature: WireSignature, body: Record<string, string>) =>
		await rig.http.post<{ id: string }>(
			documentPath(signature, 'signer'),
			new URLSearchParams(body),
		);

	test('after a bounced email replaces the document by one for the new signer', async () => {
		const signature = await createSignature(rig, { events_url: `${rig.receiver.url}/hook.json` });
		await rig.control.bounce({ signatureId: signature.id, email: ADA.email }, '550 unknown');
		await rig.control.settled();
		expect(rig.receiver.posts.at(-1)?.body).toMatchObject({
			type: 'email_bounced',
			reason: '550 unknown',
			document: { status: 'error' },
		});

		const email = 'anna@example.com';
		const { status, data } = await change(signature, { email });
		expect(status).toBe(200);
		expect(data.id).not.toBe(signature.documents[0]?.id);
		await rig.control.settled();
		const { documents } = await getSignature(rig, signature.id);
		expect(documents).toHaveLength(1);
		expect(documents[0]).toMatchObject({ id: data.id, email, name: ADA.name, status: 'ready' });
		expect((await rig.control.outbox())[0]?.to).toBe(email);
		await rig.control.sign({ documentId: data.id });
	});

	test('takes a new name and answers 400 to an invalid email address', async () => {
		const signature = await createSignature(rig);
		await rig.control.bounce({ signatureId: signature.id, email: ADA.email });
		expect(answer(await change(signature, { email: 'nobody' }))).toMatchObject({
			status: 400,
			data: {
				message: 'Invalid recipient email address',
				error_details: { 'invalid email': 'nobody' },
			},
		});
		await change(signature, { email: 'anna@example.com', name: 'Anna' });
		expect((await getSignature(rig, signature.id)).documents[0]?.name).toBe('Anna');
	});

	test('answers 403 when the email was delivered or the request is canceled', async () => {
		const delivered = await createSignature(rig);
		expect((await change(delivered, { email: 'anna@example.com' })).status).toBe(403);

		const both = { ...recipients(ADA, BEN), signing_mode: 'parallel' };
		const canceled = await createSignature(rig, both);
		await rig.control.bounce({ signatureId: canceled.id, email: ADA.email });
		await cancel(canceled.id);
		expect((await change(canceled, { email: 'anna@example.com' })).status).toBe(403);
	});
});
