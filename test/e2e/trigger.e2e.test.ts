import axios, { type AxiosInstance } from 'axios';
import { randomUUID } from 'node:crypto';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { waitFor } from './lib/wait';
import { pagesOf } from './mainJob';
import { ADA, CHARLES, given, jsonOf, TRIGGER, TriggerScenario } from './triggerScenario';

const INSTALL_MS = 900_000;
const PATIENCE_MS = 30_000;

let stack: Stack;
let scenario: TriggerScenario;

beforeAll(async () => {
	stack = await startStack({ report: quiet });
	scenario = await TriggerScenario.on(stack);
}, INSTALL_MS);

afterAll(async () => await stack?.stop(), 60_000);

afterEach(async () => await scenario.reset());

describe('each event', () => {
	beforeEach(async () => await scenario.activate({ events: ['document_completed'] }));

	it('starts the workflow once, for copies at the same moment, later ones, and after a restart', async () => {
		const { id, documents } = await scenario.send();
		await stack.control.settings({ holdEvents: true });
		for (const email of [ADA, CHARLES]) await stack.control.sign({ signatureId: id, email });
		await stack.control.releaseEvents({ copies: 4, parallel: true });
		const first = await scenario.executions(2);
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
		expect(await scenario.executions(2)).toHaveLength(2);

		await stack.restartN8n();
		await redeliver();
		// The new process takes them once more, and its executions end without giving anything out.
		expect(jsonOf(await scenario.executions(4))).toHaveLength(2);
	});

	it('that is forged or cannot be confirmed is refused, and starts nothing', async () => {
		const { id, documents } = await scenario.send(undefined);
		const [document] = documents;
		const forged = {
			type: 'document_completed',
			created_at: '2026-03-01T10:00:00+0000',
			document: { id: document?.id, signature: { id } },
		};
		expect(await scenario.post(forged)).toMatchObject({
			status: 403,
			data: { message: 'Signaturit does not know of this event' },
		});
		await stack.control.faults.add({ kind: 'status', status: 500, path: id, times: 1 });
		expect((await scenario.post({ ...forged, created_at: 'x' })).status).toBe(503);
		expect(await stack.client.executions(scenario.workflow.id)).toEqual([]);
	});

	it('is refused from elsewhere when only the address of Signaturit is to be heard, behind a proxy too', async () => {
		await stack.client.deactivate(scenario.workflow.id);
		const event = { type: 'document_completed', created_at: 'x', document: { id: '1' } };
		await stack.restartN8n({ N8N_PROXY_HOPS: '1' });
		await scenario.activate({ events: ['*'], options: { onlyFromSignaturit: true } });
		const from = async (header: string) =>
			(await scenario.post(event, 'application/json', { 'x-forwarded-for': header })).data.message;
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
		await scenario.activate({
			when: 'once',
			outcomes: ['completed'],
			attachFiles: ['signedPdf', 'auditTrail'],
		});
		const { id } = await scenario.send();
		await stack.control.sign({ signatureId: id, email: ADA });
		expect(jsonOf(await scenario.executions(1))).toEqual([]);
		await stack.restartN8n();
		await stack.control.settings({ holdEvents: true });
		await stack.control.sign({ signatureId: id, email: CHARLES });
		await stack.control.releaseEvents({ copies: 3, parallel: true });
		const [item, ...others] = given(await scenario.executions(2));
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ outcome: 'completed', signed: 2, total: 2 });
		const files = item?.binary ?? {};
		expect(Object.keys(files)).toEqual(['signed_1', 'auditTrail_1', 'signed_2', 'auditTrail_2']);
		for (const file of Object.values(files)) {
			expect(await pagesOf(await stack.client.download(file))).toBeGreaterThan(0);
		}
	});

	it('gives out one item when the last two events arrive at the same moment', async () => {
		await scenario.activate({ when: 'once', outcomes: ['completed', 'declined'] });
		const sent = [await scenario.send(), await scenario.send(), await scenario.send()];
		await stack.control.settings({ holdEvents: true });
		for (const { id } of sent) {
			for (const email of [ADA, CHARLES]) await stack.control.sign({ signatureId: id, email });
		}
		await stack.control.releaseEvents({ copies: 2, parallel: true });
		const items = jsonOf(await scenario.executions(6));
		expect(items.map(({ signature }) => signature.id).sort()).toEqual(
			sent.map(({ id }) => id).sort(),
		);
	});
});

describe('everything in the account', () => {
	const parameters = { listenTo: 'account', events: ['document_completed'] };
	const urls = async () => await scenario.subscribedUrls();

	it('is subscribed to while the workflow is active, also over a restart', async () => {
		await scenario.activate(parameters);
		expect(await urls()).toEqual([scenario.productionUrl]);
		await stack.restartN8n();
		expect(await urls()).toEqual([scenario.productionUrl]);
		const { id } = await scenario.send(undefined);
		await stack.control.sign({ signatureId: id, email: ADA });
		expect(jsonOf(await scenario.executions(1))).toMatchObject([{ signature: { id } }]);
		await stack.client.deactivate(scenario.workflow.id);
		expect(await urls()).toEqual([]);
	});

	it('has a subscription of its own while a test listens', async () => {
		await scenario.activate(parameters);
		const editor = await signedIn();
		const { id: workflowId } = scenario.workflow;
		const listen = async () =>
			await editor.post(`/workflows/${workflowId}/run`, {
				workflowData: await stack.client.workflow(workflowId),
				triggerToStartFrom: { name: TRIGGER },
			});
		await listen();
		expect((await urls()).sort()).toEqual([scenario.testUrl, scenario.productionUrl].sort());
		await editor.delete(`/test-webhook/${workflowId}`);
		await untilUrls([scenario.productionUrl]);

		await listen();
		const { id } = await scenario.send(undefined);
		await stack.control.sign({ signatureId: id, email: ADA });
		const runs = await scenario.executions(2);
		expect(runs.map(({ mode }) => mode).sort()).toEqual(['manual', 'webhook']);
		expect(jsonOf(runs)).toHaveLength(2);
		await untilUrls([scenario.productionUrl]);
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
	beforeAll(async () => await scenario.activate({ events: ['*'] }));
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
	])('(%s) is refused and starts nothing', async (_, body, contentType, status) => {
		if (!(await isActive())) await stack.client.activate(scenario.workflow.id);
		expect((await scenario.post(body, contentType)).status).toBe(status);
		expect(await stack.client.executions(scenario.workflow.id)).toEqual([]);
		expect((await scenario.post('{}')).status).toBe(400);
	});

	const isActive = async () => (await scenario.post('{}')).status !== 404;
});
