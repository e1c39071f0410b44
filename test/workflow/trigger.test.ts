import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import type { IWebhookResponseData } from 'n8n-workflow';
import { activeTriggers } from '../../nodes/Signaturit/events/registration';
import { stopEngine, triggerWorkflow } from './engine';

afterAll(stopEngine);

describe('activation', () => {
	it('registers the production URL, and deactivation withdraws it', async () => {
		const { trigger, hook, staticData } = triggerWorkflow();
		const { checkExists, create, delete: remove } = trigger.webhookMethods.default;

		expect(await checkExists.call(hook('trigger'))).toBe(false);
		await create.call(hook('trigger'));
		expect(activeTriggers(staticData(), 'workflow-1')).toEqual([
			{
				workflowId: 'workflow-1',
				nodeName: 'Signaturit Trigger',
				url: 'http://n8n.test/webhook/hook-1/events.json',
			},
		]);
		expect(await checkExists.call(hook('trigger'))).toBe(true);
		await remove.call(hook('internal'));
		expect(activeTriggers(staticData(), 'workflow-1')).toEqual([]);
	});

	it('is not disturbed by a test listen', async () => {
		const { trigger, hook, staticData } = triggerWorkflow();
		const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
		await create.call(hook('trigger'));
		const registered = activeTriggers(staticData(), 'workflow-1');

		if (!(await checkExists.call(hook('manual', true)))) await create.call(hook('manual', true));
		expect(activeTriggers(staticData(), 'workflow-1')).toEqual(registered);
		await remove.call(hook('internal', true));
		expect(activeTriggers(staticData(), 'workflow-1')).toEqual(registered);
	});
});

describe('a post', () => {
	const event = {
		created_at: '2026-03-01T10:00:05+0000',
		type: 'document_completed',
		document: { id: '2910a0e8', file: { pages: '3' }, signature: { id: '29109781' } },
	};
	let server: Server;
	let url: string;
	let parameters: { events: string[] };
	let result: IWebhookResponseData | undefined;

	beforeAll(async () => {
		server = createServer((request, response) => void answer(request, response));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	});
	afterAll(() => new Promise((resolve) => server.close(resolve)));
	beforeEach(() => {
		parameters = { events: ['document_completed'] };
		result = undefined;
	});

	/** Does what n8n's server does with what the node returns. */
	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { trigger, call } = triggerWorkflow(parameters);
		const context = call(
			Object.assign(request, { rawBody: Buffer.concat(chunks) }),
			express(response),
		);
		result = await trigger.webhook.call(context);
		if (!result.noWebhookResponse) express(response).status(200).json(result.webhookResponse);
	}

	/** The two methods of Express's response that the node uses. */
	function express(response: ServerResponse) {
		return {
			status: (code: number) => ({
				json: (body: unknown) => response.writeHead(code).end(JSON.stringify(body)),
			}),
		};
	}

	const post = async (body: string, contentType: string) =>
		await axios.post<{ message: string }>(url, body, {
			headers: { 'Content-Type': contentType },
			validateStatus: () => true,
		});

	it('of a chosen type starts the workflow with one item', async () => {
		const { status } = await post(JSON.stringify(event), 'application/json');
		expect(status).toBe(200);
		expect(result?.workflowData).toEqual([
			[
				{
					json: expect.objectContaining({
						event: { type: 'document_completed', createdAt: '2026-03-01T10:00:05+0000' },
						document: expect.objectContaining({ id: '2910a0e8', file: { pages: 3 } }),
						signature: { id: '29109781' },
					}),
				},
			],
		]);
	});

	it('of another type is acknowledged and starts nothing', async () => {
		parameters = { events: ['document_declined'] };
		const { status, data } = await post(JSON.stringify(event), 'application/json');
		expect(status).toBe(200);
		expect(data.message).toBe('Event received, not among the chosen types');
		expect(result?.workflowData).toBeUndefined();
	});

	it('of an unknown type starts the workflow when any is chosen', async () => {
		parameters = { events: ['*'] };
		await post(JSON.stringify({ ...event, type: 'contract_framed' }), 'application/json');
		expect(result?.workflowData?.[0]?.[0]?.json.event).toMatchObject({ type: 'contract_framed' });
	});

	it('as a form is read from the raw body', async () => {
		parameters = { events: ['*'] };
		const history = Array.from(
			{ length: 700 },
			(_, index) =>
				`document[events][${index}][type]=t${index}&document[events][${index}][created_at]=c`,
		);
		const form = ['type=x', 'created_at=y', 'document[id]=z', ...history].join('&');
		await post(form, 'application/x-www-form-urlencoded');
		const document = result?.workflowData?.[0]?.[0]?.json.document as { events: unknown[] };
		expect(document.events).toHaveLength(700);
		expect(document.events[699]).toEqual({ type: 't699', createdAt: 'c' });
	});

	it.each([
		['', 'application/json'],
		['{"type":"document_completed"}', 'application/json'],
		['a=1', 'application/x-www-form-urlencoded'],
		['<event/>', 'application/xml'],
	])('that is no event (%s) gets 400 and starts nothing', async (body, contentType) => {
		const { status, data } = await post(body, contentType);
		expect(status).toBe(400);
		expect(data.message).toBe('The body is not a Signaturit event');
		expect(result).toEqual({ noWebhookResponse: true });
	});
});
