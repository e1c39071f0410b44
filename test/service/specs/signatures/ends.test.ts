import { rigForEach } from '../support/rig';
import {
	ANA,
	BEN,
	createSignature,
	documentStatuses,
	getSignature,
	recipients,
} from '../support/wire';

const rig = rigForEach();

describe('end of a request', () => {
	test('one decline ends the whole request and posts the reason', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ANA, BEN),
			events_url: `${rig.receiver.url}/hook.json`,
		});
		await rig.control.decline({ signatureId: id, email: ANA }, 'Too expensive');
		await rig.control.settled();
		expect(await documentStatuses(rig, id)).toEqual(['declined', 'declined']);
		expect(await getSignature(rig, id)).toMatchObject({ decliner_email: ANA });
		expect(rig.receiver.postsOfType('document_declined').map(({ body }) => body)).toMatchObject([
			{ document: { email: ANA, status: 'declined', decline_reason: 'Too expensive' } },
		]);
	});

	test('a document that is declined, canceled, expired or signed cannot be signed, declined or bounced', async () => {
		const end: ((id: string) => Promise<unknown>)[] = [
			(id) => rig.control.decline({ signatureId: id, email: ANA }),
			(id) => rig.http.patch(`/v3/signatures/${id}/cancel.json`),
			(id) => rig.control.expire(id),
			(id) => rig.control.sign({ signatureId: id, email: ANA }),
		];
		for (const act of end) {
			const { id } = await createSignature(rig, recipients(ANA));
			await act(id);
			const target = { signatureId: id, email: ANA };
			await expect(rig.control.sign(target)).rejects.toThrow('not ready');
			await expect(rig.control.decline(target)).rejects.toThrow('not ready');
			await expect(rig.control.bounce(target)).rejects.toThrow('not ready');
		}
	});

	test('a document that is being sealed is completed when the others are declined, canceled or expired', async () => {
		const end: ((id: string) => Promise<unknown>)[] = [
			(id) => rig.control.decline({ signatureId: id, email: BEN }),
			(id) => rig.http.patch(`/v3/signatures/${id}/cancel.json`),
			(id) => rig.control.expire(id),
		];
		for (const act of end) {
			await rig.control.settings({ hold: ['sealing'] });
			const { id } = await createSignature(rig, {
				...recipients(ANA, BEN),
				signing_mode: 'parallel',
			});
			await rig.control.sign({ signatureId: id, email: ANA });
			await act(id);
			const [ana, ben] = await documentStatuses(rig, id);
			expect([ana, ['declined', 'canceled', 'expired'].includes(ben ?? '')]).toEqual([
				'signing',
				true,
			]);
			await rig.control.settings({ hold: [] });
			await rig.control.settled();
			expect(await documentStatuses(rig, id)).toEqual(['completed', ben]);
		}
	});

	test('a signer cannot sign before the signers who go first', async () => {
		const { id } = await createSignature(rig, recipients(ANA, BEN));
		await expect(rig.control.sign({ signatureId: id, email: BEN })).rejects.toThrow('in_queue');
	});
});
