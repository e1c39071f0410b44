import axios, { type AxiosInstance } from 'axios';
import FormData from 'form-data';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Credential, Execution, Workflow } from './lib/n8n-client';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { waitFor } from './lib/wait';
import { CONTRACT, credentialData, pagesOf } from './main-job';

const INSTALL_MS = 900_000;
const PATIENCE_MS = 30_000;
const TRIGGER = 'Signaturit Trigger';
const NEXT = 'What Follows';
const ADA = 'ada@example.com';
const CHARLES = 'charles@example.com';

let stack: Stack;
let credential: Credential;
let workflow: Workflow;

const itemSchema = z
	.object({
		event: z.object({ type: z.string() }),
		signature: z.object({ id: z.string() }),
		outcome: z.string().optional(),
		signed: z.number(),
		total: z.number(),
	})
	.passthrough();
const sentSchema = z.object({
	id: z.string(),
	documents: z.array(z.object({ id: z.string(), email: z.string() })),
});
const subscriptionsSchema = z.array(z.object({ id: z.string(), url: z.string() }));

beforeAll(async () => {
	stack = await startStack({ report: quiet });
	const data = credentialData(stack);
	credential = await stack.client.createCredential('Local Signaturit', 'signaturitApi', data);
}, INSTALL_MS);

afterAll(async () => await stack?.stop(), 60_000);

afterEach(async () => {
	await stack.control.settings({ holdEvents: false });
	await stack.control.faults.clear();
	await stack.control.settled();
	if (workflow) await stack.client.deactivate(workflow.id);
});

/** Imports and activates a workflow that this trigger starts. */
async function activate(parameters: object): Promise<void> {
	const { id, name, type } = credential;
	workflow = await stack.client.importWorkflow({
		name: 'Trigger under test',
		nodes: [
			{
				id: randomUUID(),
				name: TRIGGER,
				type: 'n8n-nodes-signaturit.signaturitTrigger',
				typeVersion: 1,
				position: [0, 0],
				webhookId: randomUUID(),
				parameters,
				credentials: { [type]: { id, name } },
			},
			{
				id: randomUUID(),
				name: NEXT,
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [200, 0],
				parameters: {},
			},
		],
		connections: { [TRIGGER]: { main: [[{ node: NEXT, type: 'main', index: 0 }]] } },
	});
	await stack.client.activate(workflow.id);
}

const webhookId = () => workflow.nodes.find(({ name }) => name === TRIGGER)?.webhookId ?? '';
const productionUrl = () => `${stack.n8n.url}/webhook/${webhookId()}/events.json`;
const testUrl = () => `${stack.n8n.url}/webhook-test/${webhookId()}/events.json`;

/** The service, past n8n. */
function service(): AxiosInstance {
	return axios.create({
		baseURL: stack.service.url,
		headers: { authorization: `Bearer ${stack.service.token}` },
		proxy: false,
	});
}

/** Sends the contract to Ada and Charles, reporting to the trigger. */
async function send(eventsUrl: string | undefined = productionUrl()) {
	const form = new FormData();
	form.append('files[0]', await readFile(CONTRACT), { filename: 'contract.pdf' });
	for (const [index, email] of [ADA, CHARLES].entries()) {
		form.append(`recipients[${index}][email]`, email);
		form.append(`recipients[${index}][name]`, email.split('@')[0] ?? '');
	}
	form.append('signing_mode', 'parallel');
	if (eventsUrl) form.append('events_url', eventsUrl);
	const { data } = await service().post<unknown>('/v3/signatures.json', form);
	const sent = sentSchema.parse(data);
	await stack.control.settled();
	return sent;
}

/** Posts to the trigger as anybody could. */
async function post(body: string | object, contentType = 'application/json', headers = {}) {
	return await axios.post<{ message?: string }>(
		productionUrl(),
		// The client would mend a text that is no JSON.
		Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
		{
			headers: { 'content-type': contentType, ...headers },
			validateStatus: () => true,
			proxy: false,
			maxBodyLength: Infinity,
		},
	);
}

/** Every execution of the workflow, once so many have ended. */
async function executions(count: number): Promise<Execution[]> {
	await stack.control.settled();
	return await stack.client.finishedExecutions(workflow.id, count, () => true);
}

/** What came out of the trigger, of executions that all went well. */
function given(list: Execution[]) {
	for (const { id, status } of list) expect(`${id} ${status}`).toBe(`${id} success`);
	return list.flatMap(({ runs }) => {
		const items = runs[TRIGGER]?.[0]?.data?.main.flatMap((output) => output ?? []) ?? [];
		// What follows runs exactly when something came out.
		expect(NEXT in runs).toBe(items.length > 0);
		return items;
	});
}

const jsonOf = (list: Execution[]) => given(list).map(({ json }) => itemSchema.parse(json));

describe('each event', () => {
	beforeEach(async () => await activate({ events: ['document_completed'] }));

	it('starts the workflow once, for copies at the same moment, later ones, and after a restart', async () => {
		const { id, documents } = await send();
		await stack.control.settings({ holdEvents: true });
		for (const email of [ADA, CHARLES]) await stack.control.sign({ signatureId: id, email });
		await stack.control.releaseEvents({ copies: 4, parallel: true });
		const first = await executions(2);
		expect(first).toHaveLength(2);
		expect(jsonOf(first)).toMatchObject([
			{ event: { type: 'document_completed' }, signature: { id } },
			{ event: { type: 'document_completed' }, signature: { id } },
		]);

		const redeliver = async () => {
			for (const document of documents) {
				await stack.control.redeliver({
					documentId: document.id,
					eventType: 'document_completed',
				});
			}
		};
		await redeliver();
		expect(await executions(2)).toHaveLength(2);

		await stack.restartN8n();
		await redeliver();
		// The new process takes them once more, and its executions end without giving anything out.
		expect(jsonOf(await executions(4))).toHaveLength(2);
	});

	it('that is forged or cannot be confirmed is refused, and starts nothing', async () => {
		const { id, documents } = await send(undefined);
		const [document] = documents;
		const forged = {
			type: 'document_completed',
			created_at: '2026-03-01T10:00:00+0000',
			document: { id: document?.id, signature: { id } },
		};
		expect(await post(forged)).toMatchObject({
			status: 403,
			data: { message: 'Signaturit does not know of this event' },
		});
		await stack.control.faults.add({ kind: 'status', status: 500, path: id, times: 1 });
		expect((await post({ ...forged, created_at: 'x' })).status).toBe(503);
		expect(await stack.client.executions(workflow.id)).toEqual([]);
	});

	it('is refused from elsewhere when only the address of Signaturit is to be heard, behind a proxy too', async () => {
		await stack.client.deactivate(workflow.id);
		const event = { type: 'document_completed', created_at: 'x', document: { id: '1' } };
		await stack.restartN8n({ N8N_PROXY_HOPS: '1' });
		await activate({ events: ['*'], options: { onlyFromSignaturit: true } });
		const from = async (header: string) =>
			(await post(event, 'application/json', { 'x-forwarded-for': header })).data.message;
		expect(await from('34.241.96.22')).toBe('Signaturit does not know of this event');
		expect(await from('10.0.0.1')).toMatch(/^Only events from 34/);
		// Whatever the caller claims stands before what the proxy has seen.
		expect(await from('34.241.96.22, 10.0.0.1')).toMatch(/^Only events from 34/);
		await stack.restartN8n();
		expect(await from('34.241.96.22')).toMatch(/^Only events from 34/);
	});
});

describe('once', () => {
	it('gives out one item with all files, with n8n restarted between the signers', async () => {
		await activate({
			when: 'once',
			outcomes: ['completed'],
			attachFiles: ['signedPdf', 'auditTrail'],
		});
		const { id } = await send();
		await stack.control.sign({ signatureId: id, email: ADA });
		expect(jsonOf(await executions(1))).toEqual([]);
		await stack.restartN8n();
		await stack.control.settings({ holdEvents: true });
		await stack.control.sign({ signatureId: id, email: CHARLES });
		await stack.control.releaseEvents({ copies: 3, parallel: true });
		const [item, ...others] = given(await executions(2));
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ outcome: 'completed', signed: 2, total: 2 });
		const files = item?.binary ?? {};
		expect(Object.keys(files)).toEqual(['signed_1', 'auditTrail_1', 'signed_2', 'auditTrail_2']);
		for (const file of Object.values(files)) {
			expect(await pagesOf(await stack.client.download(file))).toBeGreaterThan(0);
		}
	});

	it('gives out one item when the last two events arrive at the same moment', async () => {
		await activate({ when: 'once', outcomes: ['completed', 'declined'] });
		const sent = [await send(), await send(), await send()];
		await stack.control.settings({ holdEvents: true });
		for (const { id } of sent) {
			for (const email of [ADA, CHARLES]) await stack.control.sign({ signatureId: id, email });
		}
		await stack.control.releaseEvents({ copies: 2, parallel: true });
		const items = jsonOf(await executions(6));
		expect(items.map(({ signature }) => signature.id).sort()).toEqual(
			sent.map(({ id }) => id).sort(),
		);
	});
});

describe('everything in the account', () => {
	const parameters = { listenTo: 'account', events: ['document_completed'] };
	const urls = async () => {
		const { data } = await service().get<unknown>('/v3/subscriptions.json');
		return subscriptionsSchema.parse(data).map(({ url }) => url);
	};

	it('is subscribed to while the workflow is active, also over a restart', async () => {
		await activate(parameters);
		expect(await urls()).toEqual([productionUrl()]);
		await stack.restartN8n();
		expect(await urls()).toEqual([productionUrl()]);
		const { id } = await send(undefined);
		await stack.control.sign({ signatureId: id, email: ADA });
		expect(jsonOf(await executions(1))).toMatchObject([{ signature: { id } }]);
		await stack.client.deactivate(workflow.id);
		expect(await urls()).toEqual([]);
	});

	it('has a subscription of its own while a test listens', async () => {
		await activate(parameters);
		const editor = await signedIn();
		const { id: workflowId } = workflow;
		const listen = async () =>
			await editor.post(`/workflows/${workflowId}/run`, {
				workflowData: await stack.client.workflow(workflowId),
				triggerToStartFrom: { name: TRIGGER },
			});
		await listen();
		expect((await urls()).sort()).toEqual([testUrl(), productionUrl()].sort());
		await editor.delete(`/test-webhook/${workflowId}`);
		await untilUrls([productionUrl()]);

		await listen();
		const { id } = await send(undefined);
		await stack.control.sign({ signatureId: id, email: ADA });
		const runs = await executions(2);
		expect(runs.map(({ mode }) => mode).sort()).toEqual(['manual', 'webhook']);
		expect(jsonOf(runs)).toHaveLength(2);
		await untilUrls([productionUrl()]);
	});

	/** n8n ends a test listen after it has answered. */
	async function untilUrls(wanted: string[]): Promise<void> {
		await waitFor({ what: 'the test listen to end', timeoutMs: PATIENCE_MS }, async () => {
			const now = await urls();
			return String(now) === String(wanted) ? { done: true } : { seen: String(now) };
		});
	}

	/** What the editor calls, for what the client of the other tests has no word for. */
	async function signedIn(): Promise<AxiosInstance> {
		const editor = axios.create({
			baseURL: `${stack.n8n.url}/rest`,
			proxy: false,
			headers: { 'browser-id': randomUUID() },
		});
		const { email, password } = stack.owner;
		const answer = await editor.post('/login', { emailOrLdapLoginId: email, password });
		editor.defaults.headers.common.cookie = answer.headers['set-cookie']
			?.map((cookie) => cookie.split(';')[0])
			.join('; ');
		return editor;
	}
});

describe('a hostile body', () => {
	beforeAll(async () => await activate({ events: ['*'] }));
	const event = '"type":"x","created_at":"y"';

	it.each([
		['nothing', '', 'application/json', 400],
		['a list', '[1,2]', 'application/json', 400],
		['broken JSON', '{"type":', 'application/json', 422],
		['broken XML', '<event', 'application/xml', 422],
		['XML', '<event><type>x</type></event>', 'application/xml', 400],
		['text', 'document_completed', 'text/plain', 400],
		['a multipart form', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 400],
		['of no type', '{}', 'application/octet-stream', 400],
		['deep lists', '['.repeat(5e4) + ']'.repeat(5e4), 'application/json', 400],
		[
			'100,000 form keys',
			Array.from({ length: 1e5 }, (_, i) => `k${i}=1`).join('&'),
			'application/x-www-form-urlencoded',
			400,
		],
		['a prototype', `{"__proto__":{${event},"document":{"id":"1"}}}`, 'application/json', 400],
		['15 MB', `{${event},"document":{"id":{"x":"${'x'.repeat(15e6)}"}}}`, 'application/json', 400],
		['17 MB', `{${event},"document":{"id":"${'x'.repeat(17e6)}"}}`, 'application/json', 500],
	])('(%s) is refused, soon, and starts nothing', async (_, body, contentType, status) => {
		if (!(await isActive())) await stack.client.activate(workflow.id);
		const begun = Date.now();
		expect((await post(body, contentType)).status).toBe(status);
		expect(Date.now() - begun).toBeLessThan(3_000);
		expect(await stack.client.executions(workflow.id)).toEqual([]);
		expect((await post('{}')).status).toBe(400);
	});

	const isActive = async () => (await post('{}')).status !== 404;
});
