import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ADA } from '../../people';
import { runNode } from '../engine/engine';
import { createParameters, createSignature, recipients } from '../engine/fixtures';
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

const byTemplate: INodeParameters = {
	source: 'templates',
	templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
};

const wait = (options: INodeParameters = {}) =>
	createParameters({
		operation: 'sendAndWait',
		...byTemplate,
		recipients: { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] },
		options,
	});

const posts = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'POST').length;

const remind = { resource: 'signature', operation: 'sendReminder' };
const get = { resource: 'signature', operation: 'get', simplify: false };
const locator = { signatureId: { __rl: true, mode: 'id', value: 's1' } };

describe('an answer that n8n would take for a failure', () => {
	it.each(
		[null, false, 0, '', 'x', [], { code: 7 }].flatMap((value) => [
			[value, remind] as const,
			[value, get] as const,
		]),
	)('with error = %j is given out once, with serviceError (%j)', async (value, operation) => {
		const body = { id: 's1', documents: [], error: value };
		server.answers = [answer(200, JSON.stringify(body))];
		const options = { simplify: false };
		const { items, error } = await runNode({
			parameters: { ...operation, ...locator, options },
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
			parameters: { ...remind, ...locator, options: { simplify: false } },
			credential: server.credential,
			retryOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(server.received).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ serviceError: null, serviceJson: {} });
	});
});

describe('Send and Wait', () => {
	const items = [{ json: { email: 'a@example.com' } }];
	const run = async (options: INodeParameters, settings = {}) =>
		await runNode({
			parameters: wait(options),
			credential: local.credential,
			items,
			retryOnFail: true,
			...settings,
		});

	it.each<[string, INodeParameters]>([
		['Attach Files', { attachFiles: '={{ "nonsense" }}' }],
		['Limit Wait Time', { limitWaitTime: { values: { resumeAmount: '={{ "soon" }}' } } }],
		['Expires After', { expireTime: '={{ "later" }}' }],
	])('sends nothing when %s is not valid', async (_, options) => {
		const { error, record } = await run(options);
		expect(error).toBeDefined();
		expect(await posts()).toBe(0);
		expect((record as { waitTill?: Date }).waitTill).toBeUndefined();
	});

	it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'sends nothing when it would never wake, because a Reference is of another execution (%s)',
		async (onError) => {
			const reference = randomUUID();
			const parameters = wait({ reference: `={{ $json.email }}` });
			const ofReference = { json: { email: `${reference}@example.com` } };
			const credential = local.credential;
			await runNode({ parameters, credential, items: [ofReference] });
			const known = await posts();
			const all = [{ json: { email: `${randomUUID()}@example.com` } }, ofReference];
			const { error, items: given } = await runNode({
				parameters,
				credential,
				items: all,
				onError,
			});
			expect(await posts()).toBe(known);
			const said = 'This execution would wait for ever: another one has sent the request';
			expect(error?.message ?? given[0]?.json.message).toBe(said);
			const description = error?.description ?? (given[0]?.json.error as IDataObject).description;
			expect(description).toMatch(/^• Row 2: [\w-]{36}\n/);
		},
	);

	it('goes on with what another execution has sent and has ended, beside what it sends', async () => {
		const credential = local.credential;
		const parameters = wait({ reference: `={{ $json.email }}` });
		const [ended, fresh] = [randomUUID(), randomUUID()].map((name) => ({
			json: { email: `${name}@example.com` },
		}));
		if (!ended || !fresh) throw new Error('There are two items');
		await runNode({ parameters, credential, items: [ended] });
		const [sent] = (await local.control.requests()).filter(({ method }) => method === 'POST');
		expect(sent).toBeDefined();
		const list = await fetch(`${local.service.url}/v3/signatures.json?limit=1`, {
			headers: { Authorization: `Bearer ${local.service.token}` },
		});
		const [{ id = '' } = {}] = (await list.json()) as Array<{ id?: string }>;
		await local.control.settled();
		await local.control.expire(id);
		await local.control.settled();
		const counting = wait({ reference: `={{ $json.email }}`, countEnded: true });
		const { error, record } = await runNode({
			parameters: counting,
			credential,
			items: [ended, fresh],
		});
		expect(error).toBeUndefined();
		expect((record as { waitTill?: Date }).waitTill).toBeDefined();
	});
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
			parameters: { ...remind, signatureId: { __rl: true, mode: 'id', value: id } },
			credential: local.credential,
			onError: 'continueRegularOutput',
		});
		expect(Object.keys(items[0]?.json ?? {}).sort()).toEqual(['error', 'message']);
	});
});

describe('Send and Wait that gives up after it has sent', () => {
	it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'names what it has sent (%s)',
		async (onError) => {
			const { credential } = local;
			const parameters = wait({ reference: `={{ $json.email }}` });
			const [fresh, others] = [randomUUID(), randomUUID()].map((name) => ({
				json: { email: `${name}@example.com` },
			}));
			if (!fresh || !others) throw new Error('There are two items');
			// What another execution has sent is listed only when it is too late.
			await local.control.settings({ hideNew: 3 });
			await runNode({ parameters, credential, items: [others] });
			const { error, items } = await runNode({
				parameters,
				credential,
				items: [fresh, others],
				onError,
			});
			expect(await posts()).toBe(2);
			if (onError === 'stopWorkflow') {
				expect(error?.message).toContain('This execution would wait for ever');
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
