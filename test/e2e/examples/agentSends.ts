import { ADA } from '../../people';
import { ModelServer } from '../approval/modelServer';
import { contract } from '../mainJob';
import { withNode, type ExampleSite } from './exampleSite';

/** The example whose agent sends the file of a form, with a model that does what the test says. */
export function describeAgentSends(site: () => ExampleSite): void {
	describe('the example whose agent sends a contract', () => {
		it('sends the file of the form once, and only to whom the tool may send', async () => {
			const model = await new ModelServer().start();
			try {
				const { client, control } = site().stack;
				const openAi = await client.createCredential('Scripted model', 'openAiApi', {
					apiKey: 'sk-scripted',
					url: model.url,
				});
				const example = await site().published('agentSendsContract', (file) =>
					withNode(file, 'Model', {
						credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
					}),
				);
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
				await example.end();
			} finally {
				await model.stop();
			}
		});
	});
}
