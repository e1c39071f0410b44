import '../engine/engineSettings';
import { reportToken, workflowSecret } from '../../../nodes/Signaturit/embedded/reports';
import { activeTriggers } from '../../../nodes/Signaturit/events/registration';
import { fromHandover } from '../../../nodes/Signaturit/trigger/history';
import { DeduplicationMemory } from '../engine/deduplicationMemory';
import { stopEngine } from '../engine/engine';
import { triggerWorkflow } from '../engine/engineTrigger';
import { useDeduplication } from '../engine/useDeduplication';

const WORKFLOW = 'workflow-1';

beforeAll(async () => await useDeduplication(new DeduplicationMemory()));
afterAll(stopEngine);

const embeddedTrigger = (embeddedEvents = ['*']) =>
	triggerWorkflow({ resource: 'embeddedSigning', embeddedEvents }, 'setup');

describe('the trigger for embedded signing', () => {
	it('registers its URL apart from triggers for events, and creates a secret, when it is activated', async () => {
		const { trigger, hook, staticData } = embeddedTrigger();
		const { checkExists, create } = trigger.webhookMethods.setup;
		expect(await checkExists.call(hook('trigger'))).toBe(false);
		await create.call(hook('trigger'));
		expect(await checkExists.call(hook('trigger'))).toBe(true);
		expect(activeTriggers(staticData(), WORKFLOW)).toEqual([]);
		expect(activeTriggers(staticData(), WORKFLOW, 'embedded')).toEqual([
			{
				workflowId: WORKFLOW,
				nodeName: 'Signaturit Trigger',
				url: 'http://n8n.test/webhook/hook-1/embedded',
				use: 'embedded',
			},
		]);
		expect(workflowSecret(staticData(), WORKFLOW)).toBeDefined();
	});

	it('keeps its secret when it is deactivated and activated again', async () => {
		const { trigger, hook, staticData } = embeddedTrigger();
		const { create, delete: remove } = trigger.webhookMethods.setup;
		await create.call(hook('trigger'));
		const secret = workflowSecret(staticData(), WORKFLOW);
		await remove.call(hook('internal'));
		expect(activeTriggers(staticData(), WORKFLOW, 'embedded')).toEqual([]);
		await create.call(hook('trigger'));
		expect(workflowSecret(staticData(), WORKFLOW)).toBe(secret);
	});

	it('keeps its registration and its secret after a test listen', async () => {
		const { trigger, hook, staticData } = embeddedTrigger();
		const { checkExists, create, delete: remove } = trigger.webhookMethods.setup;
		await create.call(hook('trigger'));
		const before = JSON.stringify(staticData());
		if (!(await checkExists.call(hook('manual', true)))) await create.call(hook('manual', true));
		await create.call(hook('manual', true));
		await remove.call(hook('internal', true));
		expect(JSON.stringify(staticData())).toBe(before);
	});
});

describe('a report from a signing page', () => {
	const now = () => Math.floor(Date.now() / 1000);
	const secret = 'the secret of this workflow, which it keeps';

	type Result = Awaited<ReturnType<typeof post>>;

	/** Calls the trigger's second webhook with a post, as n8n's server does. */
	async function post(
		body: string | Buffer | ((token: (signatureId: string, expires: number) => string) => object),
		events?: string[],
	) {
		const { receive, staticData } = embeddedTrigger(events);
		staticData().signaturitEmbedded = { workflowId: WORKFLOW, secret };
		const content =
			typeof body === 'function'
				? JSON.stringify(body((id, expires) => reportToken(secret, id, expires)))
				: body;
		return await receive({ rawBody: Buffer.from(content), headers: {} });
	}

	/** A report, and a token for so many seconds, for the request that it names or for another one. */
	const reported =
		(
			report: { event: string; documentId?: string; signatureId?: string },
			seconds = 60,
			request = report.signatureId ?? 's1',
		) =>
		(token: (signatureId: string, expires: number) => string) => ({
			signatureId: 's1',
			...report,
			token: token(request, now() + seconds),
		});

	/** What comes of a report that starts nothing. */
	const refused = (status: number) => ({
		noWebhookResponse: true,
		refusal: { status, message: expect.any(String) as string },
	});

	/** What is handed to the execution. */
	const reportOf = ({ workflowData }: Result) => {
		const item = workflowData?.[0]?.[0];
		const handover = item && fromHandover(item.json);
		return handover?.kind === 'report' ? handover : undefined;
	};
	const itemOf = (result: Result) => reportOf(result)?.item;

	it.each(['ready', 'signed', 'declined', 'completed', 'close', 'contract_framed'])(
		'of "%s" starts the workflow with one item',
		async (event) => {
			const result = await post(reported({ event, documentId: 'd1' }));
			expect(result.refusal).toBeUndefined();
			expect(result.workflowData).toHaveLength(1);
			expect(result.workflowData?.[0]).toHaveLength(1);
			expect(itemOf(result)).toEqual({
				event: {
					type: event,
					createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
				},
				signatureId: 's1',
				documentId: 'd1',
				source: 'embedded',
			});
		},
	);

	it('without a document starts the workflow with one item', async () => {
		const result = await post(reported({ event: 'close' }));
		expect(itemOf(result)).not.toHaveProperty('documentId');
	});

	it('is emitted once for each request, document and event, however often it is sent', async () => {
		const reports = [
			['s1', 'd1', 'signed'],
			['s1', 'd1', 'signed'],
			['s1', 'd2', 'signed'],
			['s2', 'd1', 'signed'],
			['s1', 'd1', 'completed'],
			['s1', undefined, 'close'],
			['s1', undefined, 'close'],
			['s1', 'd1', 'signed'],
		] as const;
		const emit = async ([signatureId, documentId, event]: (typeof reports)[number]) => {
			const result = await post(reported({ event, documentId, signatureId }));
			expect(result.webhookResponse).toEqual({ message: 'Report received' });
			const { items } = await embeddedTrigger().execution(result.workflowData?.[0] ?? []);
			return items;
		};
		const items = (await Promise.all(reports.map(emit))).flat();
		expect(items.map(({ json }) => json)).toMatchObject([
			{ event: { type: 'signed' }, signatureId: 's1', documentId: 'd1' },
			{ event: { type: 'signed' }, signatureId: 's1', documentId: 'd2' },
			{ event: { type: 'signed' }, signatureId: 's2', documentId: 'd1' },
			{ event: { type: 'completed' }, signatureId: 's1', documentId: 'd1' },
			{ event: { type: 'close' }, signatureId: 's1' },
		]);
		expect(items[0]).toMatchObject({ pairedItem: { item: 0 } });
	});

	it('starts a hundred executions in an hour at most with one token', async () => {
		const expires = now() + 7_200;
		const report = async (signatureId: string, event: string) =>
			await post((token) => ({ token: token(signatureId, expires), event, signatureId }));
		for (let index = 0; index < 100; index++) {
			expect(itemOf(await report('s3', `made up ${index}`))).toBeDefined();
		}
		expect(await report('s3', 'one more')).toEqual({
			noWebhookResponse: true,
			refusal: { status: 429, message: 'Too many reports with this token' },
		});
		expect(itemOf(await report('s4', 'ready'))).toBeDefined();
		const later = performance.now() + 3_600_000;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => later);
		expect(itemOf(await report('s3', 'later'))).toBeDefined();
		clock.mockRestore();
	});

	it('of an event that is not selected is acknowledged and starts no execution', async () => {
		const result = await post(reported({ event: 'ready', documentId: 'd1' }), ['completed']);
		expect(result.workflowData).toBeUndefined();
		expect(result.webhookResponse).toEqual({
			message: 'Report received, not among the chosen events',
		});
	});

	it.each([
		['for another request', 's2', 60],
		['that has expired', 's1', 0],
	])('with a token %s gets 403 and starts no execution', async (_, signatureId, seconds) => {
		const report = { event: 'signed', documentId: 'd1' };
		expect(await post(reported(report, seconds, signatureId))).toEqual(refused(403));
	});

	it.each([
		[4096, 400],
		[4097, 413],
	])('of %d bytes that is no report gets %d', async (bytes, status) => {
		expect(await post('x'.repeat(bytes))).toEqual(refused(status));
	});

	it.each([[{}], [{ token: '' }], [{ token: null }], [{ token: 'x'.repeat(201) }]])(
		'with a missing or malformed token (%j) gets 401 and starts no execution',
		async (token) => {
			const report = { event: 'signed', signatureId: 's1', ...token };
			expect(await post(() => report)).toEqual(refused(401));
		},
	);

	it.each([
		['empty', '', 400],
		['incomplete JSON', '{"event":', 400],
		['a JSON list', '[]', 400],
		['the JSON value null', 'null', 400],
		['an object with wrong types', '{"event":{},"signatureId":["s1"],"token":1}', 400],
		['an object with a blank event', '{"event":" ","signatureId":"s1"}', 400],
		[
			'an object with an event of 101 characters',
			JSON.stringify({ event: 'x'.repeat(101), signatureId: 's1' }),
			400,
		],
		['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe]), 400],
		['4,096 opening brackets', '['.repeat(4096), 400],
		['an object with __proto__', '{"__proto__":{"event":"signed","signatureId":"s1"}}', 400],
		['a megabyte of JSON', JSON.stringify({ event: 'x'.repeat(1_000_000) }), 413],
	])('that is %s is rejected and starts no execution', async (_, body, status) => {
		expect(await post(body)).toEqual(refused(status));
	});

	it('gets 403 when the workflow has no secret', async () => {
		const token = reportToken('', 's1', now() + 60);
		const body = JSON.stringify({ event: 'signed', signatureId: 's1', token });
		const result = await embeddedTrigger().receive({ rawBody: Buffer.from(body), headers: {} });
		expect(result).toEqual(refused(403));
	});
});
