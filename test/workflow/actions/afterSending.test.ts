import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ADA } from '../../people';
import { runNode, type NodeRun } from '../engine/engine';
import {
	byId,
	createParameters,
	createSignature,
	recipients,
	signatureParameters,
} from '../engine/fixtures';
import { DeduplicationMemory } from '../engine/deduplicationMemory';
import { localService } from '../engine/localService';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { useDeduplication } from '../engine/useDeduplication';

const server = scriptedServer();
const local = localService();
const memory = new DeduplicationMemory();

beforeAll(async () => await useDeduplication(memory));
afterEach(async () => {
	memory.forget();
	await local.control.settings({ hideNew: 0 });
});

const posts = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'POST').length;

const raw = { simplify: false, options: { simplify: false } };
const remind = signatureParameters('sendReminder', 's1', raw);
const get = signatureParameters('get', 's1', raw);

describe('an answer that n8n would take for a failure', () => {
	it.each(
		[null, false, 0, '', 'x', [], { code: 7 }].flatMap((value) => [
			[value, remind] as const,
			[value, get] as const,
		]),
	)('with error = %j is given out once, with serviceError (%j)', async (value, parameters) => {
		const body = { id: 's1', documents: [], error: value };
		server.answers = [answer(200, JSON.stringify(body))];
		const { items, error } = await runNode({
			parameters,
			credential: server.credential,
			retryOnFail: true,
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(server.received).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ id: 's1', serviceError: value });
		expect(items[0]?.json).not.toHaveProperty('error');
	});

	it('with $error and $json is no error of the item', async () => {
		const body = { id: 's1', documents: [], $error: null, $json: {} };
		server.answers = [answer(200, JSON.stringify(body))];
		const { items, error } = await runNode({
			parameters: remind,
			credential: server.credential,
			retryOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(server.received).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ serviceError: null, serviceJson: {} });
	});
});

describe('Send and Wait', () => {
	/** An item for a new address, which is the Reference too. */
	const fresh = () => ({ json: { email: `${randomUUID()}@example.com` } });
	const run = async (options: INodeParameters, settings: Partial<NodeRun> = {}) =>
		await runNode({
			parameters: createParameters({
				operation: 'sendAndWait',
				source: 'templates',
				templates: { template: [{ id: byId('#Consent') }] },
				recipients: { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] },
				options,
			}),
			credential: local.credential,
			items: [fresh()],
			...settings,
		});
	const byReference = { reference: '={{ $json.email }}' };
	const waitTillOf = (record: unknown) => (record as { waitTill?: Date }).waitTill;
	const FOR_EVER = 'This execution would wait for ever';

	it.each<[string, INodeParameters]>([
		['Attach Files', { attachFiles: '={{ "nonsense" }}' }],
		['Limit Wait Time', { limitWaitTime: { values: { resumeAmount: '={{ "soon" }}' } } }],
		['Expires After', { expireTime: '={{ "later" }}' }],
	])('sends nothing when %s is not valid', async (_, options) => {
		const { error, record } = await run(options, { retryOnFail: true });
		expect(error).toBeDefined();
		expect(await posts()).toBe(0);
		expect(waitTillOf(record)).toBeUndefined();
	});

	it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'sends nothing when it would never wake, because a Reference is of another execution (%s)',
		async (onError) => {
			const known = fresh();
			await run(byReference, { items: [known] });
			const sent = await posts();
			const { error, items } = await run(byReference, { items: [fresh(), known], onError });
			expect(await posts()).toBe(sent);
			const said = `${FOR_EVER}: another one has sent the request`;
			expect(error?.message ?? items[0]?.json.message).toBe(said);
			const description = error?.description ?? (items[0]?.json.error as IDataObject).description;
			expect(description).toMatch(/^• Row 2: [\w-]{36}\n/);
		},
	);

	it('goes on with what another execution has sent and has ended, beside what it sends', async () => {
		const ended = fresh();
		await run(byReference, { items: [ended] });
		expect(await posts()).toBe(1);
		const list = await fetch(`${local.service.url}/v3/signatures.json?limit=1`, {
			headers: { Authorization: `Bearer ${local.service.token}` },
		});
		const [{ id = '' } = {}] = (await list.json()) as Array<{ id?: string }>;
		await local.control.settled();
		await local.control.expire(id);
		await local.control.settled();
		const options = { ...byReference, countEnded: true };
		const { error, record } = await run(options, { items: [ended, fresh()] });
		expect(error).toBeUndefined();
		expect(waitTillOf(record)).toBeDefined();
	});

	it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'that gives up after it has sent names what it has sent (%s)',
		async (onError) => {
			const other = fresh();
			// What another execution has sent is listed only when it is too late.
			await local.control.settings({ hideNew: 3 });
			await run(byReference, { items: [other] });
			const { error, items } = await run(byReference, { items: [fresh(), other], onError });
			expect(await posts()).toBe(2);
			if (onError === 'stopWorkflow') {
				expect(error?.message).toContain(FOR_EVER);
				const rows = /• Row 1 of 2: done, [\w-]{36}\n• Row 2 of 2: done, [\w-]{36}$/;
				expect(error?.description).toMatch(rows);
				return;
			}
			const sent = { verdict: 'done', signatureId: expect.stringMatching(/^[\w-]{36}$/) as string };
			expect(items.map(({ json }) => json.error)).toEqual([
				expect.objectContaining(sent),
				expect.objectContaining(sent),
			]);
		},
	);
});

describe('an item that failed after an earlier one was sent', () => {
	it('keeps exactly the keys by which n8n knows it', async () => {
		const { id } = await createSignature(
			local,
			{ ...recipients(ADA), 'templates[0]': '#Consent' },
			[],
		);
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		const { items } = await runNode({
			parameters: signatureParameters('sendReminder', id),
			credential: local.credential,
			onError: 'continueRegularOutput',
		});
		expect(Object.keys(items[0]?.json ?? {}).sort()).toEqual(['error', 'message']);
	});
});
