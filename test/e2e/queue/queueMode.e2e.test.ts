import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AgentScenario, pay } from '../approval/agentScenario';
import * as job from '../mainJob';
import { activateWaiting, AFTER } from '../sendAndWait/waiting';
import type { WireSignature } from '../../service/specs/support/wire';
import { CREATE, EVERYONE_SIGNED } from './recordedWorkflow';
import { QueueScenario } from './scenario';
import { eventKeys, NOTHING_WRONG, outcomeKeys, type Expectation } from './tally';

const TYPES = ['document_completed', 'audit_trail_completed'];
const BIG = 100_000_000;
/** How often each event is posted, in one test after the other. */
const COPIES = process.env.QUEUE === 'all' ? [1, 3, 1, 3, 1, 3] : [3];

let scenario: QueueScenario;

// Production executions are on workers anyway; this setting puts manual ones there too.
const SETTINGS = { OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' };

beforeAll(async () => {
	scenario = await QueueScenario.start(SETTINGS);
});

afterEach(async () => await scenario?.reset());

afterAll(async () => await scenario?.stop());

const createdSchema = z.object({
	signatureId: z.string(),
	reference: z.string(),
	reused: z.boolean(),
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('n8n in queue mode', () => {
	it('sends a contract with the example workflow and collects the files of both signers', async () => {
		const { stack } = scenario;
		const prepared = await job.prepare(stack);
		const { signatureId } = await job.send(stack, prepared);
		const { files } = await job.signAndCollect(stack, prepared, signatureId);
		expect(files.map(({ kind, signer }) => `${kind} ${signer.email}`).sort()).toEqual(
			['audit-trail', 'signed']
				.flatMap((kind) => job.SIGNERS.map(({ email }) => `${kind} ${email}`))
				.sort(),
		);
		for (const { bytes } of files) expect(await job.pagesOf(bytes)).toBeGreaterThan(0);
		await stack.client.deactivate(prepared.workflow.id);
	});

	it('lets executions that wait for signatures go on once, whichever worker they wake on', async () => {
		const { stack } = scenario;
		const workflow = await activateWaiting(stack, {
			parameters: { options: { attachFiles: ['signed'] } },
		});
		const sleeping = [];
		for (let count = 0; count < 4; count++)
			sleeping.push(await workflow.beginAndSleep('One', 'Two'));
		await stack.control.settings({ holdEvents: true });
		for (const request of sleeping.flatMap(({ requests }) => requests))
			await workflow.sign(request);
		await stack.control.releaseEvents({ order: 'reverse', copies: 2, parallel: true });
		await stack.control.settled();
		await scenario.repeatRefusedPosts();
		for (const { id, requests } of sleeping) {
			const { execution, items } = await workflow.wentOn(id);
			expect([execution.status, execution.error]).toEqual(['success', undefined]);
			expect(execution.runs[AFTER]).toHaveLength(1);
			expect(items.map(({ json }) => json.signatureId)).toEqual(
				requests.map((request) => request.id),
			);
			for (const { json, binary } of items) {
				expect([json.filesMissing, ...Object.keys(binary ?? {})]).toEqual([
					undefined,
					'signed_1',
					'signed_2',
				]);
			}
		}
		await stack.client.deactivate(workflow.workflow.id);
	});

	it('lets an execution that waits sleep on one worker and wake on the other', async () => {
		const { stack } = scenario;
		const [first, second] = stack.workers;
		const workflow = await activateWaiting(stack);
		await second.stop();
		const { id, requests } = await workflow.beginAndSleep('One');
		await stack.restartWorker(1);
		await first.stop();
		for (const request of requests) await workflow.sign(request);
		const { execution, items } = await workflow.wentOn(id);
		await stack.restartWorker(0);
		expect(execution.status).toBe('success');
		expect(items.map(({ json }) => json.outcome)).toEqual(['completed']);
		await stack.client.deactivate(workflow.workflow.id);
	});

	it('sends one request for a Reference when two workers are to send it at once, 20 times', async () => {
		const { stack } = scenario;
		const reference = '={{ $json.body.reference }}';
		const options = { events: 'none', reference };
		const runEach = await scenario.activateNode('Create', { ...CREATE, options });
		await stack.control.faults.add({ kind: 'latency', ms: 300, times: 0 });
		await stack.control.clearRequests();

		const references = Array.from({ length: 20 }, () => randomUUID());
		const bodies = [...references, ...references].map((each) => ({ reference: each }));
		const outputs = await runEach(bodies);

		await stack.control.faults.clear();
		const created = outputs.flat().map(({ json }) => createdSchema.parse(json));
		expect(created).toHaveLength(40);
		const idOf = new Map(created.map((item) => [item.reference, item.signatureId]));
		expect([...idOf.keys()].sort()).toEqual([...references].sort());
		expect(new Set(idOf.values()).size).toBe(20);
		for (const item of created) expect(item.signatureId).toBe(idOf.get(item.reference));
		expect(created.filter(({ reused }) => reused)).toHaveLength(20);
		const sent = (await stack.control.requests()).filter(({ method }) => method === 'POST');
		expect(sent).toHaveLength(20);
	});

	it.each(COPIES)(
		'gives out each of 200 events once when %d posts of each come at once, the last first',
		async (copies) => {
			const { id, requests } = await scenario.activateAndSend({ events: TYPES }, 50);
			await scenario.signAtOnce(requests, copies);
			const keys = eventKeys(requests, TYPES);
			expect(await scenario.complete([{ workflowId: id, keys }])).toEqual(NOTHING_WRONG);
			// n8n's database has kept the row of the lock as a number, and has let nobody by without it.
			for (const worker of scenario.stack.workers) {
				expect(await worker.log()).not.toContain('Remove Duplicates');
			}
		},
	);

	it('gives out the end of each of 50 requests once when both signers sign at once', async () => {
		const { id, requests } = await scenario.activateAndSend(EVERYONE_SIGNED, 50);
		await scenario.signAtOnce(requests);
		const keys = outcomeKeys(requests, 'completed');
		expect(await scenario.complete([{ workflowId: id, keys }])).toEqual(NOTHING_WRONG);
	});

	it('gives out the first events of 12 new triggers once when they come at once', async () => {
		const triggers = [];
		for (let count = 0; count < 12; count++) {
			triggers.push(await scenario.activateAndSend({ events: ['document_completed'] }, 1));
		}
		const all = triggers.flatMap(({ requests }) => requests);
		await scenario.signAtOnce(all);
		const expectations = triggers.map(({ id, requests }): Expectation => ({
			workflowId: id,
			keys: eventKeys(requests, ['document_completed']),
		}));
		expect(await scenario.complete(expectations)).toEqual(NOTHING_WRONG);
	});

	it('gives out what no post has reported when main starts again, and nothing a second time', async () => {
		const { stack } = scenario;
		const workflow = await scenario.activate({ events: TYPES });
		const posted = await workflow.send(10);
		await scenario.signAtOnce(posted);
		const keys = eventKeys(posted, TYPES);
		const before = await scenario.complete([{ workflowId: workflow.id, keys }]);
		expect(before).toEqual(NOTHING_WRONG);
		const notPosted = await workflow.send(1);
		await stack.control.settings({ holdEvents: true });
		await scenario.sign(notPosted);

		await stack.restartMain();

		// The events come in the order of their time, so those that were posted would have come before.
		keys.push(...eventKeys(notPosted, TYPES));
		const after = await scenario.complete([{ workflowId: workflow.id, keys }]);
		expect(after).toEqual(NOTHING_WRONG);
	});

	it('downloads a signed PDF of 100 MB on a worker', async () => {
		const { stack } = scenario;
		const { client, http } = stack;
		const [signatureId = ''] = await stack.control.seed({ count: 1, downloadBytes: BIG });
		const path = `/v3/signatures/${signatureId}`;
		const { data: request } = await http.get<WireSignature>(`${path}.json`);
		const documentId = request.documents[0]?.id ?? '';
		const runEach = await scenario.activateNode('Download', {
			resource: 'document',
			operation: 'downloadSigned',
			signatureId: { __rl: true, mode: 'id', value: signatureId },
			documentId: { __rl: true, mode: 'id', value: documentId },
		});

		const [[item] = []] = await runEach([{}]);

		const file = item?.binary?.data;
		if (!file) throw new Error('The node has output no file');
		const bytes = await client.download(file);
		expect(bytes.length).toBeGreaterThan(BIG);
		const original = await http.get<Buffer>(`${path}/documents/${documentId}/download/signed`, {
			responseType: 'arraybuffer',
		});
		expect(sha256(bytes)).toBe(sha256(original.data));
	});

	it('asks for a signature before the tool of an agent runs, for the call that n8n lists', async () => {
		const agent = await AgentScenario.in(scenario.stack, {});
		try {
			const before = agent.payments;
			const { id, requests } = await agent.ask([pay(3, { tool: 'Pay' })]);
			const [request] = requests;
			if (!request) throw new Error('Nobody was asked');
			expect(agent.payments).toBe(before);
			await agent.workflow.sign(request);
			expect((await agent.workflow.wentOn(id, 'Agent')).execution.status).toBe('success');
			expect(agent.paid.posts.map(({ body }) => body)).toEqual([{ amount: 3 }]);
		} finally {
			await scenario.stack.client.deactivate(agent.workflow.workflow.id);
			await agent.close();
		}
	});

	describe('in a manual run on a worker, which is not shown the published trigger', () => {
		it('Create is sent with Events on Automatic, and says when the trigger hears of it', async () => {
			const { status, runs, sent } = await scenario.runOnWorker('automatic');

			expect(status).toBe('success');
			const hints = runs.Create?.[0]?.hints.map(({ message }) => message).join();
			expect(hints).toContain('hears of it while the workflow is published');
			expect(sent).toHaveLength(1);
		});

		it('Create sends nothing when only the trigger may hear of it, and says which setting hides it', async () => {
			const { status, runs, sent } = await scenario.runOnWorker('trigger');

			expect(status).toBe('error');
			const { message, description } = runs.Create?.[0]?.error ?? {};
			expect(`${message} ${description}`).toContain('OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS');
			expect(sent).toEqual([]);
		});
	});
});
