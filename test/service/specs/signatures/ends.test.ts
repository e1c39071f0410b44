import { ADA, BEN } from '../../../people';
import { rigForEach } from '../support/rig';
import { createSignature, documentStatuses, getSignature, recipients } from '../support/wire';

const rig = rigForEach();

describe('end of a request', () => {
	test('one decline ends the whole request and posts the reason', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA, BEN),
			events_url: `${rig.receiver.url}/hook.json`,
		});
		await rig.control.decline({ signatureId: id, email: ADA.email }, 'Too expensive');
		await rig.control.settled();
		expect(await documentStatuses(rig, id)).toEqual(['declined', 'declined']);
		expect(await getSignature(rig, id)).toMatchObject({ decliner_email: ADA.email });
		expect(rig.receiver.postsOfType('document_declined').map(({ body }) => body)).toMatchObject([
			{ document: { email: ADA.email, status: 'declined', decline_reason: 'Too expensive' } },
		]);
	});

	test('a document that is declined, canceled, expired or signed cannot be signed, declined or bounced', async () => {
		const end: ((id: string) => Promise<unknown>)[] = [
			(id) => rig.control.decline({ signatureId: id, email: ADA.email }),
			(id) => rig.http.patch(`/v3/signatures/${id}/cancel.json`),
			(id) => rig.control.expire(id),
			(id) => rig.control.sign({ signatureId: id, email: ADA.email }),
		];
		for (const act of end) {
			const { id } = await createSignature(rig, recipients(ADA));
			await act(id);
			const target = { signatureId: id, email: ADA.email };
			await expect(rig.control.sign(target)).rejects.toThrow('not ready');
			await expect(rig.control.decline(target)).rejects.toThrow('not ready');
			await expect(rig.control.bounce(target)).rejects.toThrow('not ready');
		}
	});

	test('a document that is being sealed is completed when the others are declined, canceled or expired', async () => {
		const end: ((id: string) => Promise<unknown>)[] = [
			(id) => rig.control.decline({ signatureId: id, email: BEN.email }),
			(id) => rig.http.patch(`/v3/signatures/${id}/cancel.json`),
			(id) => rig.control.expire(id),
		];
		for (const act of end) {
			await rig.control.settings({ hold: ['sealing'] });
			const { id } = await createSignature(rig, {
				...recipients(ADA, BEN),
				signing_mode: 'parallel',
			});
			await rig.control.sign({ signatureId: id, email: ADA.email });
			await act(id);
			const [ada, ben] = await documentStatuses(rig, id);
			expect([ada, ['declined', 'canceled', 'expired'].includes(ben ?? '')]).toEqual([
				'signing',
				true,
			]);
			await rig.control.settings({ hold: [] });
			await rig.control.settled();
			expect(await documentStatuses(rig, id)).toEqual(['completed', ben]);
		}
	});

	test('a signer cannot sign before the signers who go first', async () => {
		const { id } = await createSignature(rig, recipients(ADA, BEN));
		await expect(rig.control.sign({ signatureId: id, email: BEN.email })).rejects.toThrow(
			'in_queue',
		);
	});
});
