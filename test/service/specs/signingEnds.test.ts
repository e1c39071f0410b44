import { ANA, BEN, benchForEach, create, get, recipients, types } from './harness';

const b = benchForEach();

const statuses = async (id: string) => (await get(b, id)).documents.map((item) => item.status);
const hasType = (type: string) => b.receiver.posts.filter(({ body }) => body.type === type);
const listening = () => ({ events_url: `${b.receiver.url}/hook.json` });

describe('end of a request', () => {
	test('one decline ends the whole request and posts the reason', async () => {
		const { id } = await create(b, { ...recipients(ANA, BEN), ...listening() });
		await b.control.decline({ signatureId: id, email: ANA }, 'Too expensive');
		await b.control.settled();
		expect(await statuses(id)).toEqual(['declined', 'declined']);
		expect(await get(b, id)).toMatchObject({ decliner_email: ANA });
		expect(hasType('document_declined').map(({ body }) => body)).toMatchObject([
			{ document: { email: ANA, status: 'declined', decline_reason: 'Too expensive' } },
		]);
	});

	test('a document that is declined, canceled, expired or signed cannot be signed, declined or bounced', async () => {
		const end: ((id: string) => Promise<unknown>)[] = [
			(id) => b.control.decline({ signatureId: id, email: ANA }),
			(id) => b.http.patch(`/v3/signatures/${id}/cancel.json`),
			(id) => b.control.expire(id),
			(id) => b.control.sign({ signatureId: id, email: ANA }),
		];
		for (const act of end) {
			const { id } = await create(b, recipients(ANA));
			await act(id);
			const target = { signatureId: id, email: ANA };
			await expect(b.control.sign(target)).rejects.toThrow('not ready');
			await expect(b.control.decline(target)).rejects.toThrow('not ready');
			await expect(b.control.bounce(target)).rejects.toThrow('not ready');
		}
	});

	test('a document that is being sealed is completed when the others are declined, canceled or expired', async () => {
		const end: ((id: string) => Promise<unknown>)[] = [
			(id) => b.control.decline({ signatureId: id, email: BEN }),
			(id) => b.http.patch(`/v3/signatures/${id}/cancel.json`),
			(id) => b.control.expire(id),
		];
		for (const act of end) {
			await b.control.settings({ hold: ['sealing'] });
			const { id } = await create(b, { ...recipients(ANA, BEN), signing_mode: 'parallel' });
			await b.control.sign({ signatureId: id, email: ANA });
			await act(id);
			const [ana, ben] = await statuses(id);
			expect([ana, ['declined', 'canceled', 'expired'].includes(ben ?? '')]).toEqual([
				'signing',
				true,
			]);
			await b.control.settings({ hold: [] });
			await b.control.settled();
			expect(await statuses(id)).toEqual(['completed', ben]);
		}
	});

	test('a signer cannot sign before the signers who go first', async () => {
		const { id } = await create(b, recipients(ANA, BEN));
		await expect(b.control.sign({ signatureId: id, email: BEN })).rejects.toThrow('in_queue');
	});
});

describe('expiry and reminders', () => {
	test('a request expires after expire_time days and not before', async () => {
		const { id } = await create(b, { ...recipients(ANA), ...listening(), expire_time: '3' });
		await b.control.advance({ days: 2.9 });
		expect(await statuses(id)).toEqual(['ready']);
		await b.control.advance({ days: 0.2 });
		await b.control.settled();
		expect(await statuses(id)).toEqual(['expired']);
		expect(hasType('document_expired')).toHaveLength(1);
	});

	test('an extended request expires after the extra days', async () => {
		const { id } = await create(b, { ...recipients(ANA), expire_time: '3' });
		await b.control.extend(id, 5);
		await b.control.advance({ days: 7 });
		expect(await statuses(id)).toEqual(['ready']);
		expect(types((await get(b, id)).documents[0])).toContain('expiration_extended');
		await b.control.advance({ days: 2 });
		expect(await statuses(id)).toEqual(['expired']);
	});

	const remindersAfter = async (fields: Record<string, string>, days: number) => {
		const { id } = await create(b, { ...recipients(ANA), ...fields });
		await b.control.advance({ days });
		const [document] = (await get(b, id)).documents;
		const sent = new Date(document?.created_at ?? '').getTime();
		return document?.events
			.filter(({ type }) => type === 'reminder_email_processed')
			.map((event) => Math.round((new Date(event.created_at).getTime() - sent) / 86_400_000));
	};

	test('automatic reminders are sent after the given days and not after the expiry', async () => {
		expect(await remindersAfter({ 'reminders[0]': '2', 'reminders[1]': '5' }, 20)).toEqual([2, 7]);
		expect(await remindersAfter({ reminders: '3' }, 10)).toEqual([3, 6, 9]);
		expect(await remindersAfter({ reminders: '0' }, 10)).toEqual([]);
		expect(await remindersAfter({}, 10)).toEqual([]);
		expect(await remindersAfter({ reminders: '3', expire_time: '5' }, 20)).toEqual([3]);
	});
});

describe('validators, passwords and copies', () => {
	test('a validator completes the document in turn without document_signed', async () => {
		const { id } = await create(b, {
			...recipients(ANA, BEN),
			'recipients[0][type]': 'validator',
		});
		await b.control.sign({ signatureId: id, email: ANA });
		await b.control.settled();
		const { documents } = await get(b, id);
		expect(types(documents[0])).not.toContain('document_signed');
		expect(documents.map((item) => item.status)).toEqual(['completed', 'ready']);
	});

	test('a signer who needs SMS validation gets a password by SMS', async () => {
		const { id } = await create(b, {
			...recipients(ANA),
			'recipients[0][phone]': '34600000000',
			'recipients[0][require_sms_validation]': '1',
		});
		await b.control.sign({ signatureId: id, email: ANA });
		await b.control.settled();
		expect(types((await get(b, id)).documents[0])).toEqual(
			expect.arrayContaining(['password_sms_processed', 'password_sms_delivered']),
		);
		expect((await b.control.outbox())[0]).toMatchObject({ channel: 'sms', to: '34600000000' });
	});

	test('copies are sent when every signer has signed and not before', async () => {
		const { id } = await create(b, {
			...recipients(ANA, BEN),
			'cc[0][email]': 'cc@example.com',
		});
		await b.control.sign({ signatureId: id, email: ANA });
		await b.control.settled();
		const copies = async () =>
			(await b.control.outbox()).filter((message) => message.to === 'cc@example.com').length;
		expect(await copies()).toBe(0);
		await b.control.sign({ signatureId: id, email: BEN });
		await b.control.settled();
		expect(await copies()).toBe(1);
	});
});
