// Tests the examples that send a contract for each won deal.

import { ADA, BEN } from '../../people';
import type { ExampleSite } from '../examples/exampleSite';
import type { Execution, WorkflowFile } from '../lib/n8n/n8nClient';
import { itemsOf } from '../mainJob';
import { HUBSPOT, PIPEDRIVE, type Crm } from './crm';
import { replaced } from './recipe';

/** The example as it can be published. What comes before the sending is pinned, for executions by hand. */
function publishable({ pins, outputs }: Crm, file: WorkflowFile): WorkflowFile {
	const first = Object.fromEntries(Object.keys(pins).map((name) => [name, 'same' as const]));
	return { ...replaced(file, { ...first, ...outputs }), pinData: pins };
}

/** The requests that an execution gives out, by their reference. */
const sentBy = (execution: Execution): Record<string, { signatureId: string; reused: unknown }> =>
	Object.fromEntries(
		itemsOf(execution, 'Send Contract').map(({ json: { reference, signatureId, reused } }) => [
			String(reference),
			{ signatureId: String(signatureId), reused },
		]),
	);

export function describeDeals(site: () => ExampleSite): void {
	describe.each([HUBSPOT, PIPEDRIVE])('the example $example', (crm) => {
		const [ofAda = '', ofBen = ''] = [501, 504].map((id) => `${crm.reference}${id}`);

		it('sends a contract for each deal that was won, once, and tells the deal what became of it', async () => {
			const { control } = site().stack;
			const example = await site().published(crm.example, (file) => publishable(crm, file));
			const notSent = { subject: 'Contract not sent', dealId: '503', ownerId: '42' };
			await site().writes();

			const first = await example.execute(crm.trigger);
			expect(crm.asks(first)).toEqual(crm.asked);
			const bodies = (await control.requests()).flatMap(({ method, body }) =>
				method === 'POST' ? [body] : [],
			);
			const contract = (id: number, person: typeof ADA) =>
				expect.objectContaining({
					templates: ['#Offer'],
					recipients: [person],
					data: expect.objectContaining({ product: `${id} seats`, deal: String(id) }) as unknown,
				}) as unknown;
			expect(bodies).toEqual([contract(501, ADA), contract(504, BEN)]);
			const [task, ...more] = crm.tasks(first);
			expect(more).toEqual([]);
			expect(task).toMatchObject(notSent);
			expect(task?.reason).toContain('Email is empty');
			expect(Date.parse(task?.dueDate ?? '')).toBeGreaterThan(Date.now());
			await site().writes();

			const again = sentBy(await example.execute(crm.trigger));
			const { [ofAda]: adas, [ofBen]: bens } = sentBy(first);
			expect(again).toEqual({
				[ofAda]: { ...adas, reused: true },
				[ofBen]: { ...bens, reused: true },
			});
			expect(await site().writes()).toEqual([]);

			await control.sign({ signatureId: adas?.signatureId ?? '', email: ADA.email });
			const signed = await example.next('Change Stage');
			expect(crm.moved(signed)).toEqual([['501', { [crm.stage]: 'choose a stage' }]]);
			expect(crm.tasks(signed)).toEqual([]);

			await control.decline({ signatureId: bens?.signatureId ?? '', email: BEN.email }, 'Too dear');
			const declined = await example.next(crm.task);
			const of504 = { dealId: '504', ownerId: '42' };
			expect(crm.tasks(declined)).toMatchObject([
				{ subject: 'Contract declined', reason: 'Too dear', ...of504 },
			]);
			expect(crm.moved(declined)).toEqual([]);
			await site().writes();

			const wonAgain = sentBy(await example.execute(crm.trigger));
			expect(wonAgain[ofAda]).toEqual({ ...adas, reused: true });
			expect(wonAgain[ofBen]?.signatureId).not.toBe(bens?.signatureId);
			expect(await site().writes()).toEqual(['POST /v3/signatures.json']);
			await control.expire(wonAgain[ofBen]?.signatureId ?? '');
			const expired = await example.next(crm.task);
			expect(crm.tasks(expired)).toMatchObject([{ subject: 'Contract expired', ...of504 }]);
			await example.end();
		});
	});
}
