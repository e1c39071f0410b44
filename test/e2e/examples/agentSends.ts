import { ADA } from '../../people';
import { contract } from '../mainJob';
import type { ExampleSite } from './exampleSite';
import { withAgent } from './withAgent';

/** The example whose agent sends the file of a form, with a model that does what the test says. */
export function describeAgentSends(site: () => ExampleSite): void {
	describe('the example whose agent sends a contract', () => {
		it('sends the file of the form once, and only to whom the tool may send', async () => {
			const { control } = site().stack;
			await withAgent(site(), 'agentSendsContract', async (example, model) => {
				const send = (person: object) => ({ name: 'Send_Contract', arguments: person });
				const file = await contract();
				const ask = async () => {
					await site().writes();
					await example.submit('Task', [file, 'Send it to Ada Lovelace, ada@example.com']);
					return await example.next('Agent');
				};

				model.plan = [[send(ADA)], [send(ADA)]];
				await ask();
				expect(model.told.join()).toContain('"reused":true');
				const posts = (await control.requests()).filter(({ method }) => method === 'POST');
				expect(posts.map(({ body }) => body)).toEqual([
					expect.objectContaining({ files: [expect.objectContaining({ name: 'contract.pdf' })] }),
				]);
				expect((await control.outbox()).some(({ to }) => to === ADA.email)).toBe(true);

				model.plan = [[send({ name: 'Eve', email: 'eve@evil.example' })]];
				await ask();
				expect(model.told.join()).toContain('This tool may not send to');
				expect(await site().writes()).toEqual([]);
			});
		});
	});
}
