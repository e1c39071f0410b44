import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { ADA } from '../people';
import { createSignature, recipients } from '../service/specs/support/wire';
import { EACH_MINUTE } from './lib/pollTimes';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { credentialData } from './mainJob';

const TRIGGER = 'Signaturit Trigger';
const COUNT =
	'const data = $getWorkflowStaticData("global"); data.runs = (data.runs ?? 0) + 1; return [];';

let stack: Stack;

beforeAll(async () => {
	stack = await startStack({ report: quiet });
});

afterAll(async () => await stack?.stop());

const node = (name: string, type: string, parameters: object, more: object = {}) => ({
	...{ id: randomUUID(), name, type, typeVersion: 1, position: [0, 0] as [number, number] },
	...{ parameters, ...more },
});

it('counts all runs of a Code node in the static data while requests are sent and signed', async () => {
	const { client, control } = stack;
	const data = credentialData(stack);
	const { id, name, type } = await client.createCredential('Signaturit', 'signaturitApi', data);
	const path = randomUUID();
	const workflow = await client.importWorkflow({
		name: 'Counts its runs',
		nodes: [
			node(
				TRIGGER,
				'n8n-nodes-signaturit.signaturitTrigger',
				{
					listenTo: 'account',
					arrival: 'polling',
					events: ['document_completed'],
					pollTimes: EACH_MINUTE,
				},
				{ webhookId: randomUUID(), credentials: { [type]: { id, name } } },
			),
			node('Next', 'n8n-nodes-base.noOp', {}),
			node('Webhook', 'n8n-nodes-base.webhook', { path }, { typeVersion: 2, webhookId: path }),
			node('Count', 'n8n-nodes-base.code', { jsCode: COUNT }, { typeVersion: 2 }),
		],
		connections: {
			[TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] },
			Webhook: { main: [[{ node: 'Count', type: 'main', index: 0 }]] },
		},
	});
	await client.activate(workflow.id);
	let runs = 0;
	const run = async () => {
		await axios.get(`${stack.n8n.url}/webhook/${path}`, { proxy: false });
		runs++;
		await client.finishedExecutions(workflow.id, runs, ({ mode }) => mode === 'webhook');
	};
	const given = async (count: number) =>
		await client.finishedExecutions(
			workflow.id,
			count,
			(execution) => execution.mode === 'trigger' && 'Next' in execution.runs,
		);
	const sign = async () => {
		const request = await createSignature(stack, recipients(ADA));
		await control.sign({ signatureId: request.id, email: ADA.email });
	};
	for (let count = 0; count < 4; count++) await run();
	for (let count = 0; count < 3; count++) await sign();
	await given(3);
	for (let count = 0; count < 3; count++) await run();
	for (let count = 0; count < 2; count++) await sign();
	await given(5);
	for (let count = 0; count < 3; count++) await run();
	const { staticData } = await client.workflow(workflow.id);
	expect(JSON.stringify(staticData)).toContain('"runs":10');
});
