import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { listening } from '../../listening';
import { ADA, BEN } from '../../people';
import { CONTRACT, contract } from '../mainJob';
import type { WorkflowFile } from '../lib/n8n/n8nClient';
import { withNode, type ExampleSite } from './exampleSite';
import { withAgent } from './withAgent';

/** What n8n's HTTP Request has to know to take an answer for a file. */
const FILE = { response: { response: { responseFormat: 'file' } } };

/** Serves the contract under any path, and tells which paths were asked for. */
async function withContracts(test: (url: string, asked: string[]) => Promise<void>): Promise<void> {
	const asked: string[] = [];
	const content = await readFile(CONTRACT);
	const server = createServer(({ url = '' }, response) => {
		asked.push(url);
		response.setHeader('content-type', 'application/pdf').end(content);
	});
	const { url, close } = await listening(server);
	try {
		await test(url, asked);
	} finally {
		await close();
	}
}

/** The example whose agent sends the file of a form, with a model that does what the test says. */
export function describeAgentSends(site: () => ExampleSite): void {
	describe('the example whose agent sends a contract', () => {
		it('sends the file of the form once, and only to whom the tool may send', async () => {
			const { control } = site().stack;
			await withAgent(site(), 'agentSendsContract', undefined, async (example, model) => {
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

	describe('the example whose agent has a workflow send a contract', () => {
		it('sends the file that the workflow has fetched, each contract once', async () => {
			const { control } = site().stack;
			await withContracts(async (url, asked) => {
				const parameters = { url: `=${url}/{{ $json.contract }}.pdf`, options: FILE };
				const adapt = (file: WorkflowFile) => withNode(file, 'Get Contract', { parameters });
				await withAgent(site(), 'agentCallsWorkflow', adapt, async (example, model) => {
					const send = (number: string, person: object) => ({
						name: 'Send_Contract',
						arguments: { contract: number, ...person },
					});
					await site().writes();
					model.plan = [[send('2026-1', ADA)], [send('2026-1', ADA), send('2026-2', BEN)]];
					await example.submit('Task', ['Send them']);
					await example.next('Agent');

					expect(asked.toSorted()).toEqual(['/2026-1.pdf', '/2026-1.pdf', '/2026-2.pdf']);
					const posts = (await control.requests()).filter(({ method }) => method === 'POST');
					const file = expect.objectContaining({ files: [expect.anything()] }) as unknown;
					expect(posts.map(({ body }) => body)).toEqual([file, file]);
					expect(model.told.join()).toContain('signatureId');
					expect(model.told.join()).toContain('"reused":true');
				});
			});
		});
	});
}
