import { PDFDocument } from '@cantoo/pdf-lib';

import { ADA, BEN } from '../../../people';
import { rigForEach } from '../support/rig';
import { createSignature, eventTypes, getSignature, recipients } from '../support/wire';

const rig = rigForEach();

const LIFE = [
	'email_processed',
	'email_delivered',
	'document_opened',
	'document_signed',
	'document_completed',
	'audit_trail_completed',
];

const postedTypes = () => rig.receiver.posts.map(({ body }) => body.type);

describe('signing', () => {
	test('signing by the only signer posts every event once, in order, as JSON to a .json path', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA),
			events_url: `${rig.receiver.url}/hook.json?ref=1`,
		});
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.control.settled();

		const [document] = (await getSignature(rig, id)).documents;
		expect(document?.status).toBe('completed');
		expect(eventTypes(document)).toEqual(LIFE);
		expect(postedTypes()).toEqual(LIFE);
		expect(rig.receiver.posts[0]?.headers['content-type']).toBe('application/json');
		expect(rig.receiver.posts[3]?.body).toEqual({
			created_at: document?.events[3]?.created_at,
			type: 'document_signed',
			document: {
				...document,
				status: 'signing',
				events: document?.events.slice(0, 4),
				signature: { id },
			},
		});
	});

	test('in sequential mode the next signer gets the document after the one before has signed', async () => {
		const { id } = await createSignature(rig, recipients(ADA, BEN));
		const before = await getSignature(rig, id);
		expect(before.documents.map((item) => [item.email, item.status])).toEqual([
			[ADA.email, 'ready'],
			[BEN.email, 'in_queue'],
		]);
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.control.sign({ signatureId: id, email: BEN.email });
		await rig.control.settled();
		const after = await getSignature(rig, id);
		expect(after.documents.map((item) => item.status)).toEqual(['completed', 'completed']);
	});

	test('in parallel mode every signer gets the request at once', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA, BEN),
			signing_mode: 'parallel',
		});
		const { documents } = await getSignature(rig, id);
		expect(documents.map((item) => item.status)).toEqual(['ready', 'ready']);
	});

	test('the signed PDF can be downloaded once completed, the audit trail once it is made', async () => {
		const { id, documents } = await createSignature(rig, recipients(ADA));
		const base = `/v3/signatures/${id}/documents/${documents[0]?.id}/download`;
		expect((await rig.http.get(`${base}/signed`)).data).toEqual({
			status_code: 404,
			message: 'Signed document not found',
		});

		await rig.control.settings({ hold: ['audit_trail'] });
		await rig.control.sign({ documentId: documents[0]?.id ?? '' });
		await rig.control.settled();
		const signed = await rig.http.get<Buffer>(`${base}/signed`, { responseType: 'arraybuffer' });
		expect(signed.headers['content-type']).toBe('application/pdf');
		expect((await PDFDocument.load(signed.data)).getPageCount()).toBe(2);
		expect((await rig.http.get(`${base}/audit_trail`)).status).toBe(404);

		await rig.control.settings({ hold: [] });
		await rig.control.settled();
		const trail = await rig.http.get<Buffer>(`${base}/audit_trail`, {
			responseType: 'arraybuffer',
		});
		expect((await PDFDocument.load(trail.data)).getPageCount()).toBe(1);
	});
});

describe('validators, passwords and copies', () => {
	test('a validator completes the document in turn without document_signed', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA, BEN),
			'recipients[0][type]': 'validator',
		});
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.control.settled();
		const { documents } = await getSignature(rig, id);
		expect(eventTypes(documents[0])).not.toContain('document_signed');
		expect(documents.map((item) => item.status)).toEqual(['completed', 'ready']);
	});

	test('a signer who needs SMS validation gets a password by SMS', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA),
			'recipients[0][phone]': '34600000000',
			'recipients[0][require_sms_validation]': '1',
		});
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.control.settled();
		expect(eventTypes((await getSignature(rig, id)).documents[0])).toEqual(
			expect.arrayContaining(['password_sms_processed', 'password_sms_delivered']),
		);
		expect((await rig.control.outbox())[0]).toMatchObject({ channel: 'sms', to: '34600000000' });
	});

	test('copies are sent when every signer has signed and not before', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA, BEN),
			'cc[0][email]': 'cc@example.com',
		});
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.control.settled();
		const copies = async () =>
			(await rig.control.outbox()).filter((message) => message.to === 'cc@example.com').length;
		expect(await copies()).toBe(0);
		await rig.control.sign({ signatureId: id, email: BEN.email });
		await rig.control.settled();
		expect(await copies()).toBe(1);
	});
});
