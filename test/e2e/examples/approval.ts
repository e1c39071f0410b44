import { waitFor } from '../lib/wait';
import type { ExampleSite } from './exampleSite';
import { withAgent } from './withAgent';

/** The example whose agent needs a signature, with a model that does what the test says. */
export function describeApproval(site: () => ExampleSite): void {
	describe('the example that approves by signature', () => {
		it('runs the tool when the approver has signed, and not when the approver declines', async () => {
			const { client, control } = site().stack;
			await withAgent(site(), 'signToApprove', undefined, async (example, model) => {
				const toolParameters = { invoice: '2026-17', amount: 250 };
				model.plan = [[{ name: 'Pay_Invoice', arguments: { toolParameters, hitlParameters: {} } }]];
				const approver = 'approver@example.com';
				const ask = async () => {
					const known = await site().newestRequests();
					await example.submit('Task', ['Pay invoice 2026-17, 250 euros']);
					return await waitFor<string>({ what: 'a request' }, async () => {
						const [execution] = await client.executions(example.workflow.id);
						const signatureId = (await site().newestRequests()).find((id) => !known.includes(id));
						return execution?.status === 'waiting' && signatureId
							? { done: signatureId }
							: { seen: String(execution?.status) };
					});
				};

				const first = await ask();
				const mails = (await control.outbox()).filter(({ to }) => to === approver);
				expect(mails[0]?.body).toContain('pay invoice 2026-17: 250 €');
				await control.sign({ signatureId: first, email: approver });
				const signed = await example.next('Agent');
				expect(signed.runs['Pay Invoice']?.[0]?.executionStatus).toBe('success');
				expect(model.told.join()).toContain('Paid 250 for invoice 2026-17');

				const second = await ask();
				await control.decline({ signatureId: second, email: approver }, 'Too much');
				const declined = await example.next('Agent');
				expect(declined.runs['Pay Invoice']).toBeUndefined();
				expect(model.told.join()).toContain('declined to sign: Too much');
			});
		});
	});
}
