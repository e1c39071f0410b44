import { register } from '../../../nodes/Signaturit/events/registration';
import { newReference, signedReference } from '../../../nodes/Signaturit/events/tracking';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { until } from '../engine/until';
import { triggerRig } from './rig';
import { realEvent, registration, TRIGGER_ID } from './scenes';

const rig = triggerRig();

beforeEach(async () => await rig.reset({ events: ['*'] }));

/** The query of an address that the trigger's own Create has made up. */
function ourQuery(): string {
	const { secret } = registration(rig) ?? {};
	return `?reference=${signedReference(newReference(), secret)}`;
}

describe('an event that the service knows of', () => {
	it('is confirmed and starts the workflow', async () => {
		await rig.send();
		const types = (await rig.items()).map(({ json }) => (json.event as { type: string }).type);
		expect(types.sort()).toEqual(['email_delivered', 'email_processed']);
	});

	it('of a type that is not selected gets 200 and starts no execution, without a request to the service', async () => {
		const { post, started } = await realEvent(rig);
		rig.parameters = { events: ['document_completed'] };
		await rig.control.clearRequests();
		const { status, data } = await rig.post(post);
		expect([status, data.message]).toEqual([200, 'Event received, not among the chosen ones']);
		expect(started()).toBe(0);
		expect(await rig.control.requests()).toEqual([]);
	});

	it('of an unknown type starts the workflow when the type is entered or any event is selected', async () => {
		const { documents } = await rig.send({ options: { events: 'url', eventsUrl: rig.eventsUrl } });
		const target = { documentId: documents[0]?.id ?? '' };
		const executionsOf = async (type: string) => {
			const before = rig.started;
			await rig.control.emit({ target, type });
			await rig.control.settled();
			return rig.started - before;
		};
		await rig.control.settled();
		rig.parameters = { events: [], options: { otherEvents: 'contract_framed' } };
		expect(await executionsOf('contract_framed')).toBe(1);
		expect(await executionsOf('contract_hung')).toBe(0);
		rig.parameters = { events: ['*'] };
		expect(await executionsOf('contract_hung')).toBe(1);
	});

	it('gets 200 and starts no execution when the trigger is set to another resource', async () => {
		const { post, started } = await realEvent(rig);
		rig.parameters = { resource: 'certifiedEmail', events: ['*'] };
		expect((await rig.post(post)).status).toBe(200);
		expect(started()).toBe(0);
	});
});

describe('a forged event', () => {
	it.each([
		['of a request that does not exist', { document: { signature: { id: 'no-such' } } }],
		['of a document that the request does not have', { document: { id: 'no-such' } }],
		['of a type that has not happened', { type: 'document_completed' }],
		['at a time when nothing happened', { created_at: '2020-01-01T00:00:00+0000' }],
	])('%s gets 403 and starts no execution', async (_, change) => {
		const { post, started } = await realEvent(rig);
		const document = { ...post.document, ...('document' in change && change.document) };
		const { status, data } = await rig.post({ ...post, ...change, document });
		expect([status, data.message]).toEqual([403, 'This event was not found at Signaturit']);
		expect(started()).toBe(0);
	});

	it('starts the workflow when events are not confirmed', async () => {
		const { post, started } = await realEvent(rig);
		rig.parameters = { events: ['*'], options: { confirm: false } };
		const { status } = await rig.post({ ...post, type: 'document_completed' });
		expect([status, started()]).toEqual([200, 1]);
	});

	it('with made-up details of a real event is emitted with the details that the service has', async () => {
		const { post } = await realEvent(rig);
		const name = 'Mallory';
		await rig.post({ ...post, document: { ...post.document, name, status: 'completed' } });
		const items = await rig.items();
		expect(JSON.stringify(items)).not.toContain(name);
		expect(items.at(-1)?.json).toMatchObject({ signer: { documents: [{ status: 'ready' }] } });
	});
});

describe('an event that cannot be confirmed', () => {
	it.each([
		{ kind: 'status', status: 429 },
		{ kind: 'status', status: 500 },
		{ kind: 'status', status: 502 },
		{ kind: 'reset_before' },
		{ kind: 'status', status: 401 },
	] as const)(
		'because the service fails (%j) gets 200, and its execution goes on looking until the service knows it',
		async (fault) => {
			const { post, started, sent } = await realEvent(rig);
			const id = await rig.control.faults.add({ ...fault, path: sent.id, times: 0 });
			const { status, data } = await rig.post(post);
			expect([status, data.message, started()]).toEqual([200, 'Event received', 1]);
			await rig.control.faults.clear(id);
			expect(await rig.items()).toMatchObject([
				{ json: { event: { type: 'email_delivered' }, signatureId: sent.id } },
			]);
		},
	);

	it('because the service answers too late gets 200, and its execution goes on looking', async () => {
		const { post, started, sent } = await realEvent(rig);
		const limit = jest.replaceProperty(delays.looks.post, 'one', 50);
		const id = await rig.control.faults.add({
			kind: 'latency',
			ms: 2_000,
			path: sent.id,
			times: 0,
		});
		expect((await rig.post(post)).status).toBe(200);
		limit.restore();
		expect(started()).toBe(1);
		await rig.control.faults.clear(id);
		expect(await rig.items()).toHaveLength(1);
	});

	it.each([
		[
			'the service does not answer',
			{ status: 500 },
			'Signaturit could not be asked about an event',
		],
		['the service does not know it', { status: 404 }, 'was not found at Signaturit'],
	])('fails its execution when in the end %s', async (_, late, message) => {
		const { post, sent } = await realEvent(rig);
		const limit = jest.replaceProperty(delays.looks.execution, 'all', delays.looks.post.all);
		// Each of them looks twice: first and last. The post has the first two answers, the execution all others.
		const pauses = jest.replaceProperty(delays.looks, 'pauses', [Infinity]);
		const fault = { kind: 'status', path: sent.id } as const;
		await rig.control.faults.add({ ...fault, status: 500, times: 2 });
		await rig.control.faults.add({ ...fault, ...late, times: 0, skip: 2 });
		expect((await rig.post(post)).status).toBe(200);
		const [execution] = (await rig.settled()).slice(-1);
		limit.restore();
		pauses.restore();
		expect(execution?.error?.message).toContain(message);
		expect(execution?.error?.description).toContain('a later poll finds it');
		expect(execution?.items).toEqual([]);
	});

	it.each([
		['that Create has made up, while 20 others', ourQuery, 20],
		['that anybody may know, while 3 others', () => '', 3],
	])('at an address %s cannot, gets 503, and starts the workflow later', async (_, query, most) => {
		const { post, started, sent } = await realEvent(rig);
		const target = { documentId: sent.documents[0]?.id ?? '' };
		const types = Array.from({ length: most }, (_, index) => `type_${index}`);
		for (const type of types) await rig.control.emit({ target, type });
		const { data } = await rig.api.get(`/v3/signatures/${sent.id}.json`);
		const others = data.documents[0]?.events.filter(({ type }) => types.includes(type)) ?? [];
		const fault = { kind: 'status', status: 500, path: sent.id, times: 0 } as const;
		const id = await rig.control.faults.add(fault);
		const answers = await Promise.all(
			others.map((event) => rig.post({ ...post, ...event }, undefined, query())),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(most).fill(200));
		const refused = await rig.post(post, undefined, query());
		expect([refused.status, started()]).toEqual([503, most]);
		expect(refused.data.message).toBe('Too many events cannot be confirmed with Signaturit now');
		await rig.control.faults.clear(id);
		expect((await rig.post(post, undefined, query())).status).toBe(200);
		expect(started()).toBe(most + 1);
		expect(await rig.items()).toHaveLength(most + 1);
	});
});

describe("the option Only From Signaturit's Address", () => {
	it.each([
		['34.241.96.22', 200, 1],
		['::ffff:34.241.96.22', 200, 1],
		['127.0.0.1', 403, 0],
		['10.0.0.7', 403, 0],
	])('answers a post from %s with %d (executions started: %d)', async (ip, status, executions) => {
		const { post, started } = await realEvent(rig);
		rig.parameters = { events: ['*'], options: { onlyFromSignaturit: true } };
		rig.ip = ip;
		expect((await rig.post(post)).status).toBe(status);
		expect(started()).toBe(executions);
	});
});

describe("the trigger's webhook", () => {
	const many = (count: number, pair: (index: number) => string, glue: string) =>
		Array.from({ length: count }, (_, index) => pair(index)).join(glue);
	const createdAt = '2026-03-01T10:00:05+0000';
	const event = `"type":"x","created_at":"${createdAt}"`;

	it.each([
		['no body', '', 'application/json'],
		['100,000 nested JSON lists', '['.repeat(1e5) + ']'.repeat(1e5), 'application/json'],
		['100,000 JSON keys', `{${many(1e5, (i) => `"k${i}":1`, ',')}}`, 'application/json'],
		['100,000 form keys', many(1e5, (i) => `k${i}=1`, '&'), 'application/x-www-form-urlencoded'],
		['a form with __proto__', '__proto__[type]=x&type=x', 'application/x-www-form-urlencoded'],
		[
			'a form that is nested 10,000 deep',
			`a${'[b]'.repeat(1e4)}=1`,
			'application/x-www-form-urlencoded',
		],
		['a form with invalid encoding', 'type=%E0%A4%A', 'application/x-www-form-urlencoded'],
		[
			'17 MB of text',
			`{${event},"document":{"id":{"x":"${'x'.repeat(17e6)}"}}}`,
			'application/json',
		],
	])('answers 400 to a post with %s and starts no execution', async (_, body, contentType) => {
		await rig.post('{}');
		const before = rig.started;
		const { status, data } = await rig.post(body, contentType);
		expect([status, data.message]).toEqual([400, 'The body is not a Signaturit event']);
		expect(rig.started).toBe(before);
		expect(({} as Record<string, unknown>).type).toBeUndefined();
	});

	it('answers 403 to an event with a history of 200,000 entries that the service does not know', async () => {
		const document = `"id":"1","signature":{"id":"no-such"}`;
		const history = many(2e5, () => '{"type":"x"}', ',');
		const { status } = await rig.post(`{${event},"document":{${document},"events":[${history}]}}`);
		expect(status).toBe(403);
	});

	it('answers 403 to an event whose id is a path, and sends that id to the service as one segment', async () => {
		await rig.control.clearRequests();
		const document = { id: '1', signature: { id: '../../signatures/count' } };
		const { status } = await rig.post({ type: 'x', created_at: createdAt, document });
		expect(status).toBe(403);
		const paths = (await rig.control.requests()).map(({ path }) => path);
		expect(new Set(paths)).toEqual(new Set(['/v3/signatures/..%2F..%2Fsignatures%2Fcount.json']));
	});
});

describe('a post with a reference that the trigger has issued', () => {
	const SECRET = 'a secret of the trigger';

	beforeEach(async () => {
		await rig.reset({ events: ['email_delivered'] });
		register(rig.active.staticData(), TRIGGER_ID, {
			workflowId: 'workflow-1',
			nodeName: 'Signaturit Trigger',
			url: rig.eventsUrl,
			secret: SECRET,
		});
	});

	/** An event that the service knows, as it would be posted. */
	async function trueEvent() {
		const [id = ''] = await rig.control.seed({ count: 1, spreadDays: 1 });
		const { data } = await rig.api.get(`/v3/signatures/${id}.json`);
		const [document] = data.documents;
		const event = document?.events.find(({ type }) => type === 'email_delivered');
		return { ...event, document: { ...document, signature: { id } } };
	}

	/** Where forged posts that name no request are looked for. */
	const SLOW = '/v3/signatures.json';

	const queryWith = (reference: string) => `?reference=${reference}`;

	it('is confirmed while forged posts take all the time that they get, also with made-up references', async () => {
		await rig.control.faults.add({ kind: 'latency', ms: 8_000, path: SLOW, times: 0 });
		const made = Array.from({ length: 4 }, () => queryWith(newReference()));
		const forged = ['', queryWith(signedReference(newReference(), 'another secret')), ...made].map(
			async (query, index) => {
				const created_at = '2026-03-01T10:00:05+0000';
				const document = { id: `d${index}`, created_at };
				await rig.post({ type: 'email_delivered', created_at, document }, undefined, query);
			},
		);
		const looks = async (isOver: boolean) =>
			(await rig.control.requests()).filter(
				({ path, status }) => path === SLOW && status > 0 === isOver,
			).length;
		await until(async () => (await looks(false)) >= 2);
		const { status } = await rig.post(
			await trueEvent(),
			undefined,
			queryWith(signedReference(newReference(), SECRET)),
		);
		expect([status, await looks(true)]).toEqual([200, 0]);
		expect(await rig.items()).toHaveLength(1);
		await rig.control.faults.clear();
		await Promise.all(forged);
	});

	it('is looked for more often than others when the history does not have it', async () => {
		const event = { ...(await trueEvent()), created_at: '2020-03-01T10:00:05+0000' };
		const looksFor = async (query: string) => {
			rig.restart();
			await rig.control.clearRequests();
			const { looks } = delays;
			const late = jest.replaceProperty(looks, 'last', looks.post.all - 1_000);
			const pauses = jest.replaceProperty(looks, 'pauses', [10, 20, 10_000]);
			const { status } = await rig.post(event, undefined, query);
			late.restore();
			pauses.restore();
			expect(status).toBe(403);
			return (await rig.control.requests()).length;
		};
		expect(await looksFor('')).toBe(2);
		expect(await looksFor(queryWith(signedReference(newReference(), 'another secret')))).toBe(2);
		expect(await looksFor(queryWith(signedReference(newReference(), SECRET)))).toBe(4);
	});
});
