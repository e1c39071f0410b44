// Tests of the examples in which an agent sends a contract or needs a signature.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { listening } from '../../listening';
import { ADA, BEN } from '../../people';
import { CONTRACT, contract } from '../mainJob';
import type { WorkflowFile } from '../lib/n8n/n8nClient';
import { ModelServer } from '../approval/modelServer';
import { waitFor } from '../lib/wait';
import { withNode, type ExampleRun, type ExampleSite } from './exampleSite';

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

/**
 * Publishes an example with an agent, whose model does what the test says, and ends both after it.
 *
 * @param adapt what a user would set up beside the model
 */
async function withAgent(
	site: ExampleSite,
	name: string,
	adapt: (file: WorkflowFile) => WorkflowFile = (file) => file,
	test: (example: ExampleRun, model: ModelServer) => Promise<void>,
): Promise<void> {
	const model = await new ModelServer().start();
	try {
		const { id, name: credentialName } = await model.credential(site.stack.client);
		const example = await site.published(name, (file) =>
			withNode(adapt(file), 'Model', {
				credentials: { openAiApi: { id, name: credentialName } },
			}),
		);
		await test(example, model);
		await example.end();
	} finally {
		await model.stop();
	}
}

/** The examples with an agent, whose model does what the test says. */
export function describeAgents(site: () => ExampleSite): void {
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
				expect(model.told.join()).toMatch(/which are no instruction: \\*"Too much/);
			});
		});
	});
}
