import { PDFDocument } from '@cantoo/pdf-lib';

import { ADA, BEN } from '../../../people';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	documentPath,
	documentStatuses,
	download,
	eventTypes,
	firstEvents,
	getSignature,
	notFound,
	answer,
	PHONE,
	recipients,
	sign,
} from '../support/wire';

const rig = rigForEach();

const LIFE = [
	'email_processed',
	'email_delivered',
	'document_opened',
	'document_signed',
	'document_completed',
	'audit_trail_completed',
];

const listening = () => ({ events_url: `${rig.receiver.url}/hook.json?ref=1` });

describe('signing', () => {
	test('signing by the only signer posts every event once, in order, as JSON to a .json path', async () => {
		const { id } = await createSignature(rig, listening());
		await sign(rig, id);
		const [document] = (await getSignature(rig, id)).documents;
		expect(document?.status).toBe('completed');
		expect(eventTypes(document)).toEqual(LIFE);
		expect(rig.receiver.posts.map(({ body }) => body.type)).toEqual(LIFE);
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
		const { documents } = await getSignature(rig, id);
		expect(documents.map((item) => [item.email, item.status])).toEqual([
			[ADA.email, 'ready'],
			[BEN.email, 'in_queue'],
		]);
		const early = rig.control.sign({ signatureId: id, email: BEN.email });
		await expect(early).rejects.toThrow('in_queue');
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await sign(rig, id, BEN);
		expect(await documentStatuses(rig, id)).toEqual(['completed', 'completed']);
	});

	test('in parallel mode every signer gets the request at once', async () => {
		const both = { ...recipients(ADA, BEN), signing_mode: 'parallel' };
		const { id } = await createSignature(rig, both);
		expect(await documentStatuses(rig, id)).toEqual(['ready', 'ready']);
	});

	test('the signed PDF can be downloaded once completed, the audit trail once it is made', async () => {
		const signature = await createSignature(rig);
		const [signed, trail] = ['download/signed', 'download/audit_trail'].map((end) =>
			documentPath(signature, end),
		) as [string, string];
		expect(answer(await rig.http.get(signed))).toEqual(notFound('Signed document'));

		await rig.control.settings({ hold: ['audit_trail'] });
		await sign(rig, signature.id);
		const { type, bytes } = await download(rig, signed);
		expect(type).toBe('application/pdf');
		expect((await PDFDocument.load(bytes)).getPageCount()).toBe(2);
		expect((await rig.http.get(trail)).status).toBe(404);

		await rig.control.settings({ hold: [] });
		await rig.control.settled();
		const made = await download(rig, trail);
		expect((await PDFDocument.load(made.bytes)).getPageCount()).toBe(1);
	});

	test('a validator completes the document in turn without document_signed', async () => {
		const validator = { 'recipients[0][type]': 'validator' };
		const { id } = await createSignature(rig, { ...recipients(ADA, BEN), ...validator });
		await sign(rig, id);
		expect(await firstEvents(rig, id)).not.toContain('document_signed');
		expect(await documentStatuses(rig, id)).toEqual(['completed', 'ready']);
	});

	test('a signer who needs SMS validation gets a password by SMS', async () => {
		const validation = { ...PHONE, 'recipients[0][require_sms_validation]': '1' };
		const { id } = await createSignature(rig, validation);
		await sign(rig, id);
		expect(await firstEvents(rig, id)).toEqual(
			expect.arrayContaining(['password_sms_processed', 'password_sms_delivered']),
		);
		expect((await rig.control.outbox())[0]).toMatchObject({ channel: 'sms', to: '34600000000' });
	});

	test('copies are sent when every signer has signed and not before', async () => {
		const copy = { 'cc[0][email]': 'cc@example.com' };
		const { id } = await createSignature(rig, { ...recipients(ADA, BEN), ...copy });
		const copies = async () =>
			(await rig.control.outbox()).filter((message) => message.to === 'cc@example.com').length;
		await sign(rig, id);
		expect(await copies()).toBe(0);
		await sign(rig, id, BEN);
		expect(await copies()).toBe(1);
	});
});

describe('end of a request', () => {
	test('one decline ends the whole request and posts the reason', async () => {
		const { id } = await createSignature(rig, { ...recipients(ADA, BEN), ...listening() });
		await rig.control.decline({ signatureId: id, email: ADA.email }, 'Too expensive');
		await rig.control.settled();
		expect(await documentStatuses(rig, id)).toEqual(['declined', 'declined']);
		expect(await getSignature(rig, id)).toMatchObject({ decliner_email: ADA.email });
		expect(rig.receiver.postsOfType('document_declined').map(({ body }) => body)).toMatchObject([
			{ document: { email: ADA.email, status: 'declined', decline_reason: 'Too expensive' } },
		]);
	});

	/** How a request ends, by the status of its documents. */
	const ENDS: Record<string, (signatureId: string, email: string) => Promise<unknown>> = {
		declined: (signatureId, email) => rig.control.decline({ signatureId, email }),
		canceled: (id) => rig.http.patch(`/v3/signatures/${id}/cancel.json`),
		expired: (id) => rig.control.expire(id),
	};
	const signed: (typeof ENDS)[string] = (signatureId, email) =>
		rig.control.sign({ signatureId, email });

	test.each([...Object.entries(ENDS), ['signed', signed] as const])(
		'a document that is %s cannot be signed, declined or bounced',
		async (_status, end) => {
			const { id } = await createSignature(rig);
			await end(id, ADA.email);
			const target = { signatureId: id, email: ADA.email };
			await expect(rig.control.sign(target)).rejects.toThrow('not ready');
			await expect(rig.control.decline(target)).rejects.toThrow('not ready');
			await expect(rig.control.bounce(target)).rejects.toThrow('not ready');
		},
	);

	test.each(Object.entries(ENDS))(
		'a document that is being sealed is completed when the others are %s',
		async (status, end) => {
			await rig.control.settings({ hold: ['sealing'] });
			const both = { ...recipients(ADA, BEN), signing_mode: 'parallel' };
			const { id } = await createSignature(rig, both);
			await rig.control.sign({ signatureId: id, email: ADA.email });
			await end(id, BEN.email);
			expect(await documentStatuses(rig, id)).toEqual(['signing', status]);
			await rig.control.settings({ hold: [] });
			await rig.control.settled();
			expect(await documentStatuses(rig, id)).toEqual(['completed', status]);
		},
	);
});

describe('expiry and reminders', () => {
	test('a request expires after expire_time days and not before', async () => {
		const { id } = await createSignature(rig, { ...listening(), expire_time: '3' });
		await rig.control.advance({ days: 2.9 });
		expect(await documentStatuses(rig, id)).toEqual(['ready']);
		await rig.control.advance({ days: 0.2 });
		await rig.control.settled();
		expect(await documentStatuses(rig, id)).toEqual(['expired']);
		expect(rig.receiver.postsOfType('document_expired')).toHaveLength(1);
	});

	test('an extended request expires after the extra days', async () => {
		const { id } = await createSignature(rig, { expire_time: '3' });
		await rig.control.extend(id, 5);
		await rig.control.advance({ days: 7 });
		expect(await documentStatuses(rig, id)).toEqual(['ready']);
		expect(await firstEvents(rig, id)).toContain('expiration_extended');
		await rig.control.advance({ days: 2 });
		expect(await documentStatuses(rig, id)).toEqual(['expired']);
	});

	/** After how many days a request was reminded of, when so many days have passed. */
	const remindersAfter = async (fields: Record<string, string>, days: number) => {
		const { id } = await createSignature(rig, fields);
		await rig.control.advance({ days });
		const [document] = (await getSignature(rig, id)).documents;
		const sent = new Date(document?.created_at ?? '').getTime();
		return document?.events
			.filter(({ type }) => type === 'reminder_email_processed')
			.map((event) => Math.round((new Date(event.created_at).getTime() - sent) / 86_400_000));
	};

	test("a request that does not say it expires and is reminded of by the account's own settings", async () => {
		await rig.control.settings({ expireTime: 7, reminders: 3 });
		expect(await remindersAfter({}, 20)).toEqual([3, 6]);
		expect(await remindersAfter({ reminders: '0', expire_time: '9' }, 8)).toEqual([]);
		const { id } = await createSignature(rig);
		await rig.control.advance({ days: 8 });
		await rig.control.settled();
		expect(await documentStatuses(rig, id)).toEqual(['expired']);
	});

	test('automatic reminders are sent after the given days and not after the expiry', async () => {
		expect(await remindersAfter({ 'reminders[0]': '2', 'reminders[1]': '5' }, 20)).toEqual([2, 7]);
		expect(await remindersAfter({ reminders: '3' }, 10)).toEqual([3, 6, 9]);
		expect(await remindersAfter({ reminders: '0' }, 10)).toEqual([]);
		expect(await remindersAfter({}, 10)).toEqual([]);
		expect(await remindersAfter({ reminders: '3', expire_time: '5' }, 20)).toEqual([3]);
	});
});
