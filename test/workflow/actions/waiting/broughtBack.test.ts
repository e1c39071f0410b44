import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { addChange, Flow, outputsOf, type FlowNode, type Flowed } from '../../engine/flow';
import { byId, createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const local = localService();
const limit = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } } };

const wait = (changes: INodeParameters = {}) =>
	createParameters({ operation: 'sendAndWait', options: limit, ...changes });

const toEmail = (email: string): INodeParameters => ({
	recipients: { recipient: [{ email, name: 'Ada' }] },
});

const byTemplate: INodeParameters = {
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
};

const toItem = wait({ ...byTemplate, ...toEmail('={{ $json.email }}') });
const toA = wait({ ...byTemplate, ...toEmail('a@example.com') });

beforeAll(() => {
	addChange('ended', (item) => (item.json.outcome === undefined ? undefined : item));
	addChange('reached', (item) => (item.json.outcome === 'undelivered' ? undefined : item));
	addChange('same', (item) => item);
	addChange('rewritten', ({ json }) => ({ json: { email: json.email, note: 'Not answered' } }));
	addChange('withoutField', ({ json: { waitingFor: _, ...json } }) => ({ json }));
	addChange('unlinked', (item) => item, false);
	// n8n links as many items as came in by itself.
	addChange(
		'unlinkedWithoutField',
		({ json: { waitingFor: _, ...json } }) =>
			json.email === 'a@example.com' ? { json } : undefined,
		false,
	);
});

/** Send and Wait, and back to it through a node of this type while there is no outcome. */
const looping = (back: string, parameters: INodeParameters): FlowNode[] => [
	{ name: 'Start', type: 'start', to: [['Sign']] },
	{ name: 'Sign', type: 'signaturit', parameters, to: [['Ended?']] },
	{ name: 'Ended?', type: 'ended', to: [['After'], ['Back']] },
	{ name: 'Back', type: back, to: [['Sign']] },
	{ name: 'After', type: 'same' },
];

const overItems = (parameters: INodeParameters): FlowNode[] => [
	{ name: 'Start', type: 'start', to: [['Loop']] },
	{ name: 'Loop', type: 'loopOverItems', to: [['After'], ['Sign']] },
	{ name: 'Sign', type: 'signaturit', parameters, to: [['Loop']] },
	{ name: 'After', type: 'same' },
];

interface Sent {
	id: string;
	documents: Array<{ email: string; file: { name: string } }>;
}

let before = new Set<string>();

async function listed(): Promise<Sent[]> {
	const headers = { Authorization: `Bearer ${local.service.token}` };
	const answer = await fetch(`${local.service.url}/v3/signatures.json?limit=100`, { headers });
	return ((await answer.json()) as Sent[]).reverse();
}

const sent = async () => (await listed()).filter(({ id }) => !before.has(id));

beforeEach(async () => {
	before = new Set((await listed()).map(({ id }) => id));
});

const expire = async (id = '') => {
	await local.control.settled();
	await local.control.expire(id);
	await local.control.settled();
};

const people = (...emails: string[]) => emails.map((email) => ({ json: { email } }));

const waitingFor = (json: IDataObject | undefined) =>
	(json?.waitingFor as { signatureId: string } | undefined)?.signatureId;

describe('Loop Over Items with Send and Wait', () => {
	it('sends each of several files, although nobody answers the first', async () => {
		const files = await Promise.all(
			['first.pdf', 'second.pdf'].map(async (name) => await itemWithPdf(name, await pdfOf(name))),
		);
		const flow = new Flow(local.credential, overItems(wait()));
		const asleep = await flow.run(files.map((file) => ({ ...file, json: {} })));
		const next = await flow.passLimit(asleep);
		expect(next.status).toBe('waiting');
		const all = await sent();
		expect(all.map(({ documents: [document] }) => document?.file.name)).toEqual([
			'first.pdf',
			'second.pdf',
		]);
		const over = await flow.passLimit(next);
		const [given] = outputsOf(over, 'After');
		expect(given?.map(waitingFor)).toEqual(all.map(({ id }) => id));
	});

	it('gives no item the outcome of another one', async () => {
		const file = { ...(await itemWithPdf('form.pdf', await pdfOf('form'))), json: {} };
		const flow = new Flow(local.credential, overItems(wait()));
		const asleep = await flow.run([file, file]);
		await expire((await sent())[0]?.id);
		const next = await flow.passLimit(asleep);
		expect(next.status).toBe('waiting');
		expect(await sent()).toHaveLength(2);
	});

	it('sends to each person whom the index of the run names', async () => {
		const who = toEmail('={{ "signer" + $runIndex + "@example.com" }}');
		const flow = new Flow(local.credential, overItems(wait({ ...byTemplate, ...who })));
		await flow.passLimit(await flow.run([{ json: {} }, { json: {} }]));
		const emails = (await sent()).map(({ documents: [document] }) => document?.email);
		expect(emails).toEqual(['signer0@example.com', 'signer1@example.com']);
	});
});

describe('an item that is brought back to Send and Wait', () => {
	it.each(['same', 'unlinked', 'withoutField', 'rewritten'])(
		'goes on waiting for its request (%s)',
		async (back) => {
			const flow = new Flow(local.credential, looping(back, toItem));
			const asleep = await flow.run(people('a@example.com', 'b@example.com'));
			const again = await flow.passLimit(await flow.passLimit(asleep));
			expect(again.status).toBe('waiting');
			expect(await sent()).toHaveLength(2);
		},
	);

	it('is a new contract if nothing tells what it waits for', async () => {
		const flow = new Flow(local.credential, looping('unlinkedWithoutField', toItem));
		await flow.passLimit(await flow.run(people('a@example.com', 'b@example.com')));
		expect(await sent()).toHaveLength(3);
	});

	it('is given out when it has ended, whatever the others do', async () => {
		const flow = new Flow(local.credential, looping('same', toItem));
		const asleep = await flow.run(people('a@example.com', 'b@example.com'));
		const [first, second] = await sent();
		await expire(first?.id);
		const again = await flow.passLimit(asleep);
		expect(again.status).toBe('waiting');
		expect(outputsOf(again, 'After')).toEqual([
			[expect.objectContaining({ signatureId: first?.id, outcome: 'expired' })],
		]);
		await expire(second?.id);
		const over = await flow.passLimit(again);
		expect(over.status).toBe('success');
		expect(
			outputsOf(over, 'After')
				.flat()
				.map((json) => json.signatureId),
		).toEqual([first?.id, second?.id]);
		expect(await sent()).toHaveLength(2);
	});

	it('waits anew by its own limit, and gets the files of its own row', async () => {
		const limitWaitTime = {
			values: { limitType: 'afterTimeInterval', resumeAmount: '={{ $json.hours }}' },
		};
		const options = { limitWaitTime, attachFiles: '={{ $json.files }}' };
		const flow = new Flow(local.credential, looping('same', { ...toItem, options }));
		const rows = [
			{ email: 'a@example.com', hours: 1, files: ['signed'] },
			{ email: 'b@example.com', hours: 5, files: ['auditTrail'] },
		];
		const hoursOf = ({ data }: Flowed) =>
			Math.round(((data.waitTill?.getTime() ?? 0) - Date.now()) / 3_600_000);
		const asleep = await flow.run(rows.map((json) => ({ json })));
		expect(hoursOf(asleep)).toBe(1);
		const [first, second] = await sent();
		const sign = async (signatureId = '', email = '') => {
			await local.control.settled();
			await local.control.sign({ signatureId, email });
			await local.control.settled();
		};
		await sign(first?.id, 'a@example.com');
		const again = await flow.passLimit(asleep);
		expect(hoursOf(again)).toBe(5);
		await sign(second?.id, 'b@example.com');
		const over = await flow.passLimit(again);
		const runs = over.data.resultData.runData.After ?? [];
		const items = runs.flatMap(({ data }) => data?.main?.[0] ?? []);
		expect(items.map(({ json, binary = {} }) => [json.signatureId, Object.keys(binary)])).toEqual([
			[first?.id, ['signed_1']],
			[second?.id, ['auditTrail_1']],
		]);
		expect(await sent()).toHaveLength(2);
	});

	it('is refused when its recipients are others and it names its request, and sent anew when it does not', async () => {
		const deputies = toEmail('={{ $runIndex === 0 ? "boss@example.com" : "deputy@example.com" }}');
		const parameters = wait({ ...byTemplate, ...deputies });
		const named = new Flow(local.credential, looping('same', parameters));
		const { error } = await named.passLimit(await named.run(people('')));
		const [boss] = await sent();
		expect(error?.message).toBe(
			`The item waits for the signature request ${boss?.id}, but this node would send another one`,
		);
		expect(error?.description).toContain('remove the field waitingFor from the item');
		const linked = new Flow(local.credential, looping('withoutField', parameters));
		const asleep = await linked.passLimit(await linked.run(people('')));
		expect(asleep.status).toBe('waiting');
		const emails = (await sent()).map(({ documents: [document] }) => document?.email);
		expect(emails).toEqual(['boss', 'boss', 'deputy'].map((name) => `${name}@example.com`));
	});

	it('that was not answered is not sent again', async () => {
		const onError = { onError: 'continueRegularOutput' } as const;
		const nodes = looping('rewritten', toA);
		addChange('first', (item, run) => (run > 0 ? item : undefined));
		const flow = new Flow(
			local.credential,
			nodes.map((node) => ({
				...node,
				...(node.name === 'Sign' && { settings: onError }),
				...(node.name === 'Ended?' && { type: 'first' }),
			})),
		);
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		const over = await flow.run(people('a@example.com'));
		const verdicts = outputsOf(over, 'Sign')
			.flat()
			.map(({ error }) => (error as IDataObject).verdict);
		expect(verdicts).toEqual(['unknown', 'unknown']);
		expect(await sent()).toEqual([]);
	});
});

describe('an item whose email came back', () => {
	it('waits for the same request when its signer was changed and it is led back', async () => {
		const changing = {
			resource: 'document',
			operation: 'changeSigner',
			signatureId: byId('={{ $json.signatureId }}'),
			documentId: byId('={{ $json.signers[0].documents[0].documentId }}'),
			email: 'new@example.com',
		};
		const flow = new Flow(local.credential, [
			{ name: 'Start', type: 'start', to: [['Sign']] },
			{ name: 'Sign', type: 'signaturit', parameters: toA, to: [['Ended?']] },
			{ name: 'Ended?', type: 'ended', to: [['Reached?'], ['Sign']] },
			{ name: 'Reached?', type: 'reached', to: [['After'], ['Change']] },
			{ name: 'Change', type: 'signaturit', parameters: changing, to: [['Sign']] },
			{ name: 'After', type: 'same' },
		]);
		const asleep = await flow.run([{ json: {} }]);
		const [{ id: signatureId = '' } = {}] = await sent();
		await local.control.settled();
		await local.control.bounce({ signatureId, email: 'a@example.com' });
		await local.control.settled();
		const again = await flow.passLimit(asleep);
		expect(outputsOf(again, 'Sign').flat()).toContainEqual(
			expect.objectContaining({ outcome: 'undelivered', waitingFor: { signatureId } }),
		);
		expect(again.status).toBe('waiting');
		await local.control.settled();
		await local.control.sign({ signatureId, email: 'new@example.com' });
		await local.control.settled();
		const over = await flow.passLimit(again);
		expect(outputsOf(over, 'After')).toEqual([
			[expect.objectContaining({ signatureId, outcome: 'completed' })],
		]);
		expect(await sent()).toHaveLength(1);
	});
});

describe('a field waitingFor that is not of this node', () => {
	it.each(['of a stranger', 'of another Send and Wait'])(
		'is data, and the item is sent (%s)',
		async (whose) => {
			const flow = new Flow(local.credential, [
				{ name: 'Start', type: 'start', to: [['Other']] },
				{ name: 'Other', type: 'signaturit', parameters: toItem, to: [['Sign']] },
				{ name: 'Sign', type: 'signaturit', parameters: toItem },
			]);
			if (whose === 'of a stranger') flow.nodes = looping('same', toItem);
			const stranger = before.values().next().value;
			const items = [{ json: { email: 'a@example.com', waitingFor: { signatureId: stranger } } }];
			const asleep = await flow.run(items);
			const [first] = await sent();
			const next = await flow.passLimit(asleep);
			expect(next.status).toBe('waiting');
			const all = await sent();
			expect(all).toHaveLength(whose === 'of a stranger' ? 1 : 2);
			expect(first?.id).not.toBe(stranger);
		},
	);
});

describe('the item at the limit', () => {
	it('has nothing of a request that an earlier node has told of, and keeps the rest', async () => {
		const flow = new Flow(local.credential, [
			{ name: 'Start', type: 'start', to: [['Sign']] },
			{ name: 'Sign', type: 'signaturit', parameters: toA },
		]);
		const told = { outcome: 'completed', status: 'completed', fileName: 'x.pdf' };
		const earlier = { signatureId: 'x', ...told, signers: [], other: {} };
		const asleep = await flow.run([{ json: { ...earlier, crm: 7 } }, { json: { status: 'mine' } }]);
		const over = await flow.passLimit(asleep);
		const [first, second] = await sent();
		expect(outputsOf(over, 'Sign')[0]).toEqual([
			{ crm: 7, waitingFor: { signatureId: first?.id } },
			{ status: 'mine', waitingFor: { signatureId: second?.id } },
		]);
	});
});
