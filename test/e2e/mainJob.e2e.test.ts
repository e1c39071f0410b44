import axios from 'axios';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { apiClient } from '../service/specs/support/rig';
import { N8nClient } from './lib/n8n/n8nClient';
import { node, signaturitNode, to, webhookNode } from './lib/n8n/workflowNodes';
import { NO_MORE_POLLS } from './lib/pollTimes';
import { credentialData, startStack, type Stack } from './lib/stack';
import * as job from './mainJob';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let stack: Stack;
let prepared: job.Prepared;
let sent: job.Sent;
let collected: job.Collected;

/** Gets an answer directly from the local service, without n8n. */
async function service<T>(path: string): Promise<T> {
	const responseType = path.includes('/download/') ? 'arraybuffer' : 'json';
	return (await stack.http.get<T>(`/v3/${path}`, { responseType })).data;
}

/** The requests to the service that create signature requests, oldest first. */
async function creations() {
	return (await stack.control.requests()).filter(
		({ method, path }) => method === 'POST' && path === '/v3/signatures.json',
	);
}

const endOf = z.object({
	event: z.object({ type: z.string(), createdAt: z.string() }),
	signatureId: z.string(),
	outcome: z.string(),
	signers: z.array(z.object({ email: z.string(), status: z.string() })),
});

beforeAll(async () => {
	// As in an n8n that has gone over to other versions of what it brings.
	const beside = {
		zod: `module.exports = require(${JSON.stringify(require.resolve('zod/v4'))});`,
		luxon: "throw new Error('There is no luxon any more');",
	};
	stack = await startStack({ beside });
	// A poll might find the end before its post is confirmed, or start an execution of its own for n8n to store something.
	prepared = await job.prepare(stack, { pollTimes: NO_MORE_POLLS });
	sent = await job.send(stack, prepared);
	collected = await job.signAndCollect(stack, prepared, sent.signatureId);
});

afterAll(async () => await stack?.stop());

describe('the example workflow when it sends a contract', () => {
	it('creates each request for both signers in order, with the trigger as events URL', async () => {
		const created = await creations();
		expect(created).toHaveLength(1);
		expect(created[0]).toMatchObject({
			body: {
				name: 'contract.pdf',
				signing_mode: 'sequential',
				events_url: expect.stringContaining(`${prepared.triggerUrl}?reference=`),
				recipients: job.SIGNERS,
			},
		});
	});

	it('sends the file unchanged', async () => {
		const contract = await readFile(job.CONTRACT);
		const ids = new Set(collected.files.map(({ documentId }) => documentId));
		expect(ids.size).toBe(2);
		for (const id of ids) {
			const path = `signatures/${sent.signatureId}/documents/${id}/download/sent`;
			expect(sha256(await service<Buffer>(path))).toBe(sha256(contract));
		}
	});

	it('pairs the new request with the item of the form', () => {
		const { pairedItem } = job.outputOf(sent.sending, job.NODES.create);
		expect(pairedItem).toEqual({ item: 0 });
	});
});

describe('the example workflow when both have signed', () => {
	it('is started once, when the last one has signed, and for no other event', async () => {
		const { receiving } = collected;
		const end = endOf.parse(job.outputOf(receiving, job.NODES.trigger).json);
		expect(end).toMatchObject({
			event: { type: 'request_completed' },
			signatureId: sent.signatureId,
			outcome: 'completed',
			signers: job.SIGNERS.map(({ email }) => ({ email, status: 'completed' })),
		});
		expect(`${receiving.mode} ${receiving.status}`).toBe('webhook success');

		const all = await stack.client.executions(prepared.workflow.id);
		expect(all.map(({ id }) => id).sort()).toEqual([sent.sending.id, receiving.id].sort());
	});

	it('answers 200 to every post of the service, also about events that are not selected', async () => {
		const { web_hooks: hooks } = await service<{
			web_hooks: { url: string; status_code: number; event_type: string }[];
		}>('event-hooks?limit=100');
		const url: unknown = expect.stringContaining(`${prepared.triggerUrl}?reference=`);
		for (const hook of hooks) expect(hook).toMatchObject({ url, status_code: 200 });
		const types = hooks.map(({ event_type: type }) => type);
		for (const type of ['email_delivered', 'document_completed', 'audit_trail_completed']) {
			expect(types.filter((each) => each === type)).toHaveLength(job.SIGNERS.length);
		}
	});

	it('gives out the same files as the service has', async () => {
		expect(collected.files).toHaveLength(4);
		for (const { kind, documentId, signer, bytes, fileName, mimeType } of collected.files) {
			const name = kind === 'signed' ? 'signed' : 'audit_trail';
			const path = `signatures/${sent.signatureId}/documents/${documentId}/download/${name}`;
			expect(sha256(bytes)).toBe(sha256(await service<Buffer>(path)));
			expect(await job.pagesOf(bytes)).toBeGreaterThan(0);
			const title = kind === 'signed' ? 'signed' : 'audit trail';
			expect(fileName).toBe(`contract - ${signer.name} - ${title}.pdf`);
			expect(mimeType).toBe('application/pdf');
		}
		expect(new Set(collected.files.map(({ bytes }) => sha256(bytes))).size).toBe(4);
	});

	it('pairs each file with the event and keeps its data', () => {
		const event = job.outputOf(collected.receiving, job.NODES.trigger);
		const items = job.itemsOf(collected.receiving, job.NODES.eachFile);
		expect(items).toHaveLength(4);
		for (const { json, pairedItem } of items) {
			expect(pairedItem).toEqual({ item: 0 });
			expect(json).toEqual(event.json);
		}
	});
});

it("reads the dates of expressions, which come from n8n's own luxon", async () => {
	const byId = { __rl: true, mode: 'id', value: '#Consent' };
	const { id } = await stack.client.importWorkflow({
		name: 'Dates',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			signaturitNode('Create', 'signaturit', stack.credential, {
				resource: 'signature',
				operation: 'create',
				source: 'templates',
				templates: { template: [{ id: byId }] },
				recipients: { recipient: [job.SIGNERS[0]] },
				options: {
					events: 'none',
					data: {
						pair: [{ key: 'day', value: '={{ $now.set({ year: 2026, month: 3, day: 31 }) }}' }],
					},
				},
			}),
		],
		connections: { Start: to('Create') },
		settings: { executionOrder: 'v1', timezone: 'Asia/Tokyo' },
	});
	const { status, error } = await stack.client.run(id, 'Start');
	expect({ status, error }).toEqual({ status: 'success' });
	const last = (await creations()).at(-1);
	expect(last?.body).toMatchObject({ data: { day: '2026-03-31' } });
});

it('tells an Error Trigger of an error in plain text', async () => {
	const { client, n8n } = stack;
	const mails = await client.importWorkflow({
		name: 'Mails errors',
		nodes: [node('Error', 'n8n-nodes-base.errorTrigger', 1, {})],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	await client.activate(mails.id).catch(() => undefined);
	const path = randomUUID();
	const fails = await client.importWorkflow({
		name: 'Fails',
		nodes: [
			webhookNode('Start', path),
			signaturitNode('Create', 'signaturit', stack.credential, {
				resource: 'signature',
				operation: 'create',
				recipients: { recipient: [{ name: 'Ada', email: '<b>ada</b> & %%PARAMETER%%' }] },
			}),
		],
		connections: { Start: to('Create') },
		settings: { executionOrder: 'v1', errorWorkflow: mails.id },
	});
	await client.activate(fails.id);
	await axios.post(`${n8n.url}/webhook/${path}`, {}, { proxy: false });
	const [told] = await client.finishedExecutions(mails.id, 1, () => true);
	const { error } = z
		.object({ error: z.object({ message: z.string(), description: z.string() }) })
		.parse(told && job.outputOf(told, 'Error').json.execution);
	expect(`${error.message}\n${error.description}`).toContain('<b>ada</b> & %%PARAMETER%%');
	expect(error.description.split('\n').length).toBeGreaterThan(1);
	expect(error.description).not.toMatch(/<br>|&lt;|&amp;/);
});

describe('the credential test in n8n', () => {
	it("shows the service's message for a wrong token, without the token", async () => {
		const token = 'not-the-right-token';
		const { data: words } = await apiClient(stack.service, token).get<{
			error_description?: string;
			error_message?: string;
		}>('/v3/signatures/count.json');
		const data = credentialData(stack.service, token);
		const { status, message } = await stack.client.testCredential(stack.credential, data);
		expect(status).toBe('Error');
		expect(message).toContain(words.error_description ?? words.error_message);
		expect(message).not.toContain(token);
	});
});

describe('a manual run of Signature Request: Create', () => {
	it('fails when the workflow has no active trigger, says what to do and sends nothing', async () => {
		const [file] = collected.files;
		const { id: workflowId } = await stack.client.importWorkflow({
			name: 'Sign once more',
			nodes: [
				node('Manually', 'n8n-nodes-base.manualTrigger', 1, {}),
				signaturitNode('Download', 'signaturit', stack.credential, {
					resource: 'document',
					operation: 'downloadSigned',
					signatureId: { __rl: true, mode: 'id', value: file?.signatureId },
					documentId: { __rl: true, mode: 'id', value: file?.documentId },
				}),
				signaturitNode('Create', 'signaturit', stack.credential, {
					resource: 'signature',
					operation: 'create',
					options: { events: 'trigger' },
					recipients: { recipient: [job.SIGNERS[0]] },
				}),
			],
			connections: { Manually: to('Download'), Download: to('Create') },
		});
		const sentBefore = (await creations()).length;

		const { status, runs } = await stack.client.run(workflowId, 'Manually');

		expect(status).toBe('error');
		expect(runs.Download?.[0]?.executionStatus).toBe('success');
		expect(runs.Create?.[0]?.error).toMatchObject({
			message: 'This workflow has no published Signaturit Trigger for signature requests',
			description: expect.stringContaining('publish the workflow'),
			context: { itemIndex: 0 },
		});
		expect(await creations()).toHaveLength(sentBefore);
	});
});

describe('n8n with the package installed', () => {
	it('lets the owner sign in with the login that the demo prints', async () => {
		const visitor = new N8nClient(stack.n8n.url);
		await expect(visitor.workflow(prepared.workflow.id)).rejects.toThrow('Unauthorized');
		await visitor.login(stack.owner);
		await expect(visitor.workflow(prepared.workflow.id)).resolves.toMatchObject({ active: true });
	});

	it('finishes the example workflow when it is restarted between sending and signing', async () => {
		const { signatureId } = await job.send(stack, prepared);
		await stack.restartN8n();
		const { files } = await job.signAndCollect(stack, prepared, signatureId);
		expect(files).toHaveLength(4);
		expect(new Set(files.map((file) => file.signatureId))).toEqual(new Set([signatureId]));
	});

	it("closes the trigger's URL when the workflow is deactivated", async () => {
		const { id } = prepared.workflow;
		const url = prepared.triggerUrl;
		const entry = async () => {
			const { staticData } = await stack.client.workflow(id);
			const text = JSON.stringify(staticData ?? {});
			return [text.includes(url), text.includes('inactiveSince')];
		};
		expect(await entry()).toEqual([true, false]);

		await stack.client.deactivate(id);

		// It is kept for the next publication, marked as inactive.
		expect(await entry()).toEqual([true, true]);
		const { status } = await axios.post(url, {}, { validateStatus: () => true, proxy: false });
		expect(status).toBe(404);
	});
});
