import type { INodeParameters } from 'n8n-workflow';
import { addChange, Flow, outputsOf, type Flowed } from '../../engine/flow';
import { byId, createParameters } from '../../engine/fixtures';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';

const local = localService();
const memory = new DeduplicationMemory();

beforeAll(async () => await useDeduplication(memory));
afterEach(() => memory.forget());

let tests = 0;
let emails: string[];
let items: Array<{ json: { email: string } }>;

beforeEach(() => {
	tests++;
	emails = ['a', 'b', 'c'].map((name) => `${name}${tests}@example.com`);
	items = emails.map((email) => ({ json: { email } }));
});

const create = (options: INodeParameters = {}): INodeParameters =>
	createParameters({
		source: 'templates',
		templates: { template: [{ id: byId('#Consent') }] },
		recipients: { recipient: [{ email: '={{ $json.email }}', name: 'Ada' }] },
		options,
	});

const flowWith = (options?: INodeParameters, settings = {}) =>
	new Flow(local.credential, [
		{ name: 'Start', type: 'start', to: [['Send']] },
		{ name: 'Send', type: 'signaturit', parameters: create(options), settings },
	]);

/** Lets the service refuse what comes after the first creation. */
const refuseAfterFirst = async (times: number) =>
	await local.control.faults.add({
		kind: 'status',
		status: 400,
		method: 'POST',
		skip: 1,
		times,
	});

/** To whom the service has sent something in this test. */
async function sentTo(): Promise<string[]> {
	const posts = (await local.control.requests()).filter(
		({ method, status }) => method === 'POST' && status < 300,
	);
	return posts.flatMap(({ body }) =>
		(body as { recipients: Array<{ email: string }> }).recipients.map(({ email }) => email),
	);
}

const ids = (flowed: Flowed) =>
	outputsOf(flowed, 'Send')
		.flat()
		.map((json) => json.signatureId);

describe("n8n's Retry of an execution that failed at its second item", () => {
	it('made twice at the same moment sends each item once', async () => {
		const flow = flowWith();
		await refuseAfterFirst(1);
		const failed = await flow.run(items);
		await local.control.faults.add({ kind: 'late_answer', method: 'POST', ms: 200, times: 0 });
		const both = await Promise.all([flow.retry(failed), flow.retry(failed)]);
		expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
		expect((await sentTo()).sort()).toEqual(emails);
	});

	it.each<[string, INodeParameters | undefined, INodeParameters | undefined]>([
		['is not given', undefined, undefined],
		['was added', undefined, { reference: '={{ $json.email }}' }],
		['was removed', { reference: '={{ $json.email }}' }, undefined],
		['was changed', { reference: '={{ $json.email }}' }, { reference: '=new {{ $json.email }}' }],
		...['{{ $execution.id }} {{ $json.email }}', '{{ $now.toMillis() }} {{ $json.email }}'].map(
			(text): [string, INodeParameters, INodeParameters] => [
				`is ${text}`,
				{ reference: `=${text}` },
				{ reference: `=${text}` },
			],
		),
	])(
		'made twice gives out what the first Retry has sent, also if the Reference %s',
		async (_, before, after) => {
			const flow = flowWith(before);
			await refuseAfterFirst(1);
			const failed = await flow.run(items);
			expect(failed.status).toBe('error');
			flow.nodes = flowWith(after).nodes;
			const first = await flow.retry(failed);
			const second = await flow.retry(failed);
			expect([first.status, second.status]).toEqual(['success', 'success']);
			expect(await sentTo()).toEqual(emails);
			expect(ids(second)).toEqual(ids(first));
		},
	);

	it('finds what was sent without an answer, although the Reference is another one each time', async () => {
		const flow = flowWith({ reference: '={{ $execution.id }} {{ $json.email }}' });
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		await local.control.settings({ hideNew: 9 });
		const failed = await flow.run(items.slice(0, 1));
		expect(failed.error?.context?.verdict).toBe('unknown');
		await local.control.settings({ hideNew: 0 });
		expect((await flow.retry(failed)).status).toBe('success');
		expect(await sentTo()).toHaveLength(1);
	});

	it('never gives out what the first Retry has sent for another item', async () => {
		// A node that takes "the next row" gives another row at the same place.
		let rows = 0;
		addChange('nextRow', () => ({ json: { email: `row${rows++}@example.com` } }));
		addChange('again', (item, run) => (run < 2 ? item : undefined));
		const flow = new Flow(local.credential, [
			{ name: 'Start', type: 'start', to: [['Row']] },
			{ name: 'Row', type: 'nextRow', to: [['Send']] },
			{ name: 'Send', type: 'signaturit', parameters: create(), to: [['Again']] },
			{ name: 'Again', type: 'again', to: [['Row']] },
		]);
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
		const failed = await flow.run([{ json: {} }]);
		expect((await flow.retry(failed)).status).toBe('success');
		const { error } = await flow.retry(failed);
		expect(error?.message).toBe('For this item, an earlier try has sent another signature request');
		expect(error?.description).toContain(
			'• Recipients: Ada <row3@example.com> in this item, others in what was sent',
		);
		expect(await sentTo()).toEqual(['row0', 'row1', 'row2'].map((row) => `${row}@example.com`));
	});
});

describe("n8n's Retry of an execution in which Send and Wait stands in a loop", () => {
	it('sends what it comes to after it has slept once, also if the same is tried once more', async () => {
		const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } };
		const flow = new Flow(local.credential, [
			{ name: 'Start', type: 'start', to: [['Loop']] },
			{ name: 'Loop', type: 'loopOverItems', to: [[], ['Send']] },
			{
				name: 'Send',
				type: 'signaturit',
				parameters: { ...create({ limitWaitTime }), operation: 'sendAndWait' },
				to: [['Loop']],
			},
		]);
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		const failed = await flow.run(items.slice(0, 2));
		const first = await flow.passLimit(await flow.retry(failed));
		const second = await flow.passLimit(await flow.retry(failed));
		expect([first.status, second.status]).toEqual(['waiting', 'waiting']);
		expect(await sentTo()).toEqual(emails.slice(0, 2));
	});
});

describe('Retry On Fail', () => {
	it('sends each item once, although the Reference is another one in each try', async () => {
		await refuseAfterFirst(1);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const flow = flowWith({ reference: '={{ $now.toMillis() }} {{ $json.email }}' }, settings);
		expect((await flow.run(items)).status).toBe('success');
		expect(await sentTo()).toEqual(emails);
	});
});

describe('two executions', () => {
	it('send the same, each with a reference of its own', async () => {
		const flow = flowWith();
		await flow.run(items.slice(0, 1));
		await flow.run(items.slice(0, 1));
		expect(await sentTo()).toHaveLength(2);
		const posts = (await local.control.requests()).map(({ body }) => body as { data: object });
		expect(new Set(posts.map(({ data }) => JSON.stringify(data))).size).toBe(2);
	});
});
