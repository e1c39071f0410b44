import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { EACH_MINUTE } from './lib/pollTimes';
import { node, signaturitNode, to, webhookNode } from './lib/n8n/workflowNodes';
import { credentialData, startStack, type Stack } from './lib/stack';
import { pagesOf } from './mainJob';
import { emittedItems, jsonOf, TriggerScenario } from './triggerScenario';
import { waitFor } from './lib/wait';
import { ADA, CHARLES } from '../people';
import { createSignature, recipients } from '../service/specs/support/wire';

let stack: Stack;
let scenario: TriggerScenario;

beforeAll(async () => {
	stack = await startStack();
	scenario = await TriggerScenario.on(stack);
});

afterAll(async () => await stack?.stop());

afterEach(async () => await scenario.reset());

/** An event that the service has not posted, as it would be posted. */
const eventOf = (documentId: string | undefined, signatureId: string) => ({
	type: 'document_completed',
	created_at: '2026-03-01T10:00:00+0000',
	document: { id: documentId, signature: { id: signatureId } },
});

describe('an event', () => {
	beforeEach(async () => await scenario.activate({ events: ['document_completed'] }));

	it('is emitted once when its posts are repeated together, later and after a restart of n8n', async () => {
		const { id, documents } = await scenario.send();
		await stack.control.settings({ holdEvents: true });
		await scenario.sign(id, ADA, CHARLES);
		await stack.control.releaseEvents({ copies: 4, parallel: true });
		const first = await scenario.executions(2);
		expect(first).toHaveLength(2);
		const emitted = { event: { type: 'document_completed' }, signatureId: id };
		expect(jsonOf(first)).toMatchObject([emitted, emitted]);

		const redeliver = async () => {
			for (const { id: documentId } of documents) {
				await stack.control.redeliver({ documentId, eventType: 'document_completed' });
			}
		};
		await redeliver();
		expect(await scenario.executions(2)).toHaveLength(2);

		await stack.restartN8n();
		await redeliver();
		// The new process accepts the posts again, but their executions emit nothing.
		expect(jsonOf(await scenario.executions(4))).toHaveLength(2);
	});

	it('gets 403 when it is forged, also when the service fails at the first look, and starts no execution', async () => {
		const { id, documents } = await scenario.sendWithoutUrl();
		const [document] = documents;
		let minute = 10;
		let accepted = 0;
		// n8n on a busy machine may not be told in the ten seconds that a post may take. Then an execution asks.
		const untilRefused = async (prepare: () => Promise<unknown>) =>
			await waitFor<{ message?: string }>({ what: 'a forged event to be refused' }, async () => {
				await prepare();
				const created_at = `2026-03-01T10:${minute++}:00+0000`;
				const { status, data } = await scenario.post({ ...eventOf(document?.id, id), created_at });
				if (status === 403) return { done: data };
				expect(status).toBe(200);
				accepted++;
				return { seen: String(status) };
			});
		const refused = await untilRefused(async () => undefined);
		expect(refused).toEqual({ message: 'This event was not found at Signaturit' });
		const fault = { kind: 'status', status: 500, path: id, times: 1 } as const;
		await untilRefused(async () => await stack.control.faults.add(fault));
		// What is refused starts no execution, and what is accepted emits nothing.
		expect(await stack.client.executions(scenario.workflow.id)).toHaveLength(accepted);
		expect(await scenario.emitting()).toEqual([]);
	});

	it("is refused from other addresses when Only From Signaturit's Address is on, also behind a proxy", async () => {
		await stack.client.deactivate(scenario.workflow.id);
		const event = eventOf('1', '2');
		await stack.restartN8n({ N8N_PROXY_HOPS: '1' });
		await scenario.activate({ events: ['*'], options: { onlyFromSignaturit: true } });
		const from = async (header: string) =>
			(await scenario.post(event, 'application/json', { 'x-forwarded-for': header })).data.message;
		expect(await from('34.241.96.22')).toBe('This event was not found at Signaturit');
		expect(await from('10.0.0.1')).toMatch(/^Only events from 34/);
		// The proxy appends the address that it has seen to what the caller claims.
		expect(await from('34.241.96.22, 10.0.0.1')).toMatch(/^Only events from 34/);
		await stack.restartN8n();
		expect(await from('34.241.96.22')).toMatch(/^Only events from 34/);
	});
});

describe('the end of a request', () => {
	it('emits one item with all files when n8n is restarted between the signers', async () => {
		await scenario.activate({
			events: ['request_completed'],
			attachFiles: ['signed', 'auditTrail'],
		});
		const { id } = await scenario.send();
		await scenario.sign(id, ADA);
		await stack.restartN8n();
		await stack.control.settings({ holdEvents: true });
		await scenario.sign(id, CHARLES);
		await stack.control.releaseEvents({ copies: 3, parallel: true });
		const [item, ...others] = emittedItems(await scenario.executions(1));
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({
			event: { type: 'request_completed' },
			outcome: 'completed',
		});
		const files = item?.binary ?? {};
		expect(Object.keys(files)).toEqual(['signed_1', 'auditTrail_1', 'signed_2', 'auditTrail_2']);
		for (const file of Object.values(files)) {
			expect(await pagesOf(await stack.client.download(file))).toBeGreaterThan(0);
		}
	});
});

describe('the trigger for the whole account', () => {
	const parameters = { listenTo: 'account', events: ['document_completed'] };

	it('has a second subscription during a test listen while no event has happened', async () => {
		await scenario.activate({ ...parameters, events: ['document_declined'] });
		await scenario.listen();
		const paths = (list: string[]) => list.map((url) => new URL(url).pathname).sort();
		const urls = await scenario.subscribedUrls();
		// In newer n8n, test URLs have the editor's host.
		expect(paths(urls)).toEqual(paths([scenario.testUrl, scenario.productionUrl]));
		await stack.client.http.delete(`/test-webhook/${scenario.workflow.id}`);
		await scenario.untilSubscribed([scenario.accountUrl]);

		await scenario.listen();
		const { id } = await scenario.sendWithoutUrl();
		// One event: n8n ends a test listen after the first one, and a second one might come too late.
		await stack.control.decline({ signatureId: id, email: ADA.email });
		const runs = await scenario.executions(2);
		expect(runs.map(({ mode }) => mode).sort()).toEqual(['manual', 'webhook']);
		expect(jsonOf(runs)).toMatchObject([{ signatureId: id }, { signatureId: id }]);
		await scenario.untilSubscribed([scenario.accountUrl]);
	});
});

describe('the trigger to which nothing is posted', () => {
	const parameters = {
		arrival: 'polling',
		listenTo: 'account',
		events: ['document_completed'],
		pollTimes: EACH_MINUTE,
	};

	it('needs no posts, and Fetch Test Event fetches the newest event of the account', async () => {
		const { id } = await scenario.sendWithoutUrl();
		await scenario.sign(id, ADA);
		await stack.control.settled();
		await scenario.activate(parameters);
		expect(await scenario.subscribedUrls()).toEqual([]);
		await scenario.listen();
		expect(jsonOf(await scenario.executions(1))).toMatchObject([
			{ event: { type: 'document_completed' } },
		]);
	});

	it('stores that it is published, and that it is not any more', async () => {
		await scenario.activate(parameters);
		const { id } = scenario.workflow;
		const stored = async () => JSON.stringify((await stack.client.workflow(id)).staticData);
		expect(await stored()).toContain('pollingOnly');
		expect(await stored()).not.toContain('inactiveSince');
		await stack.client.deactivate(id);
		expect(await stored()).toContain('inactiveSince');
	});
});

describe("the trigger's webhook", () => {
	beforeAll(async () => await scenario.activate({ events: ['*'] }));

	const JSON_TYPE = 'application/json';
	const FORM_TYPE = 'application/x-www-form-urlencoded';
	const event = '"type":"x","created_at":"y"';
	const nested = '['.repeat(5e4) + ']'.repeat(5e4);
	const keys = Array.from({ length: 1e5 }, (_, i) => `k${i}=1`).join('&');
	const proto = `{"__proto__":{${event},"document":{"id":"1"}}}`;
	const eventWith = (documentId: string) => `{${event},"document":{"id":${documentId}}}`;

	it.each([
		['no body', '', JSON_TYPE, 400],
		['a JSON list', '[1,2]', JSON_TYPE, 400],
		['broken JSON', '{"type":', JSON_TYPE, 422],
		['broken XML', '<event', 'application/xml', 422],
		['XML', '<event><type>x</type></event>', 'application/xml', 400],
		['plain text', 'document_completed', 'text/plain', 400],
		['a multipart form', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 400],
		['an unknown Content-Type', '{}', 'application/octet-stream', 400],
		['50,000 nested JSON lists', nested, JSON_TYPE, 400],
		['100,000 form keys', keys, FORM_TYPE, 400],
		['JSON with the event in __proto__', proto, JSON_TYPE, 400],
		['15 MB of JSON', eventWith(`{"x":"${'x'.repeat(15e6)}"}`), JSON_TYPE, 400],
		['17 MB of JSON', eventWith(`"${'x'.repeat(17e6)}"`), JSON_TYPE, 500],
	])('refuses a post with %s and starts no execution', async (_, body, contentType, status) => {
		if (!(await isActive())) await stack.client.activate(scenario.workflow.id);
		expect((await scenario.post(body, contentType)).status).toBe(status);
		expect(await stack.client.executions(scenario.workflow.id)).toEqual([]);
		expect((await scenario.post('{}')).status).toBe(400);
	});

	const isActive = async () => (await scenario.post('{}')).status !== 404;
});

it("says in the service's words that the access token is refused, of 20 new workflows while others poll", async () => {
	const events = { events: ['document_completed'] };
	await scenario.activate({ ...events, pollTimes: EACH_MINUTE });
	const wrong = credentialData(stack.service, 'wrong');
	const settings = [{}, { arrival: 'polling' }, { listenTo: 'account' }];
	for (let count = 0; count < 5; count++) {
		const refused = await Promise.allSettled(
			[...settings, { listenTo: 'account', arrival: 'polling' }].map(async (more) => {
				const other = await TriggerScenario.on(stack, wrong);
				await other.activate({ ...events, ...more });
			}),
		);
		for (const result of refused) {
			const { message } = result.status === 'rejected' ? (result.reason as Error) : { message: '' };
			expect(message).toMatch(/access token/i);
		}
	}
	const { id } = await scenario.sendWithoutUrl(await scenario.mark());
	await scenario.sign(id, ADA);
	expect(jsonOf(await scenario.executions(1))).toMatchObject([{ signatureId: id }]);
});

it('a Code node counts all its runs in the static data while requests are sent and signed', async () => {
	const { client, control, credential } = stack;
	const jsCode =
		'const data = $getWorkflowStaticData("global"); data.runs = (data.runs ?? 0) + 1; return [];';
	const path = randomUUID();
	const workflow = await client.importWorkflow({
		name: 'Counts its runs',
		nodes: [
			signaturitNode('Trigger', 'signaturitTrigger', credential, {
				listenTo: 'account',
				arrival: 'polling',
				events: ['document_completed'],
				pollTimes: EACH_MINUTE,
			}),
			node('Next', 'n8n-nodes-base.noOp', 1, {}),
			webhookNode('Webhook', path),
			node('Count', 'n8n-nodes-base.code', 2, { jsCode }),
		],
		connections: { Trigger: to('Next'), Webhook: to('Count') },
	});
	await client.activate(workflow.id);
	let runs = 0;
	const run = async (times: number) => {
		for (const last = runs + times; runs < last;) {
			await axios.post(`${stack.n8n.url}/webhook/${path}`, {}, { proxy: false });
			runs++;
			await client.finishedExecutions(workflow.id, runs, ({ mode }) => mode === 'webhook');
		}
	};
	const sign = async (times: number) => {
		for (let count = 0; count < times; count++) {
			const request = await createSignature(stack, recipients(ADA));
			await control.sign({ signatureId: request.id, email: ADA.email });
		}
	};
	const given = async (count: number) =>
		await client.finishedExecutions(
			workflow.id,
			count,
			(execution) => execution.mode === 'trigger' && 'Next' in execution.runs,
		);
	await run(4);
	await sign(3);
	await given(3);
	await run(3);
	await sign(2);
	await given(5);
	await run(3);
	const { staticData } = await client.workflow(workflow.id);
	expect(JSON.stringify(staticData)).toContain('"runs":10');
	await client.deactivate(workflow.id);
});
