import type { INodeParameters } from 'n8n-workflow';
import { isIssued } from '../../../nodes/Signaturit/events/reference';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { runNode, type NodeRun } from '../engine/engine';
import { node } from '../engine/engineWorkflow';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

const local = localService();

const SECRET = 'secret of the trigger';
const MARK = 'f'.repeat(32);
const URL_OF_TRIGGER = 'http://127.0.0.1:9/webhook/1/events.json';
/** `Start` is a node of the workflow that `runNode` runs. */
const trigger = {
	workflowId: 'workflow-1',
	nodeName: 'Start',
	url: URL_OF_TRIGGER,
	mark: MARK,
	secret: SECRET,
};
const BARE = /^[\da-f-]{36}$/;

const parametersOf = {
	signature: createParameters,
	certifiedEmail: createEmail,
	certifiedSms: createSms,
};
type Kind = keyof typeof parametersOf;
const kinds = Object.keys(parametersOf) as Kind[];
const CERTIFIED = ['certifiedEmail', 'certifiedSms'] as const;

interface Sent {
	events_url?: string;
	data?: Record<string, string>;
}

/** Creates something in a workflow with these triggers; the body that was sent, if any. */
async function create(
	kind: Kind,
	triggers: object[],
	changes: INodeParameters = {},
	settings: Partial<NodeRun> = {},
) {
	const entries = triggers.map((entry, index) => [
		`n${index}`,
		{ ...trigger, resource: kind, ...entry },
	]);
	const { error, hints } = await runNode({
		parameters: parametersOf[kind]({ events: 'trigger', ...changes }),
		credential: local.credential,
		items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
		staticData: { signaturitTriggers: Object.fromEntries(entries) as never },
		...settings,
	});
	const [post] = (await local.control.requests()).filter(({ method }) => method === 'POST');
	const body = post?.body as Sent | undefined;
	const url = body?.events_url === undefined ? undefined : new URL(body.events_url);
	const reference = url?.searchParams.get('reference') ?? undefined;
	url?.searchParams.delete('reference');
	return { error, hints, body, url: url?.href, reference, data: body?.data };
}

describe('what is created for the trigger of the workflow', () => {
	it.each(kinds)('has a signed reference in its events URL (%s)', async (kind) => {
		const { url, reference = '' } = await create(kind, [{}]);
		expect(url).toBe(URL_OF_TRIGGER);
		expect(isIssued(reference, SECRET)).toBe(true);
	});

	it.each(['signature', 'certifiedEmail'] as const)(
		'has the reference and the mark of the trigger in its custom data (%s)',
		async (kind) => {
			const { reference, data } = await create(kind, [{}]);
			expect(data).toEqual({ n8n_reference: reference, n8n_trigger: MARK });
		},
	);

	it("keeps the user's own custom data beside the reference and the mark", async () => {
		const additionalFields = { data: { pair: [{ key: 'crm_id', value: '7' }] } };
		const { data } = await create('signature', [{}], { additionalFields });
		expect(data).toEqual({
			crm_id: '7',
			n8n_reference: expect.any(String),
			n8n_trigger: MARK,
		});
	});

	it('has no custom data of ours when it is an SMS, whose list is not searched by it', async () => {
		const additionalFields = { data: { pair: [{ key: 'crm_id', value: '7' }] } };
		expect((await create('certifiedSms', [{}], { additionalFields })).data).toEqual({
			crm_id: '7',
		});
	});

	it('has a bare reference and no mark when the trigger was activated by an older version', async () => {
		const older = { mark: undefined, secret: undefined };
		const { reference, data } = await create('signature', [older]);
		expect(reference).toMatch(BARE);
		expect(data).toEqual({ n8n_reference: reference });
	});
});

describe('what is created for a trigger that works by polling only', () => {
	const polling = { pollingOnly: true };

	it.each([
		['signature', { n8n_trigger: MARK, n8n_reference: expect.stringMatching(BARE) }],
		['certifiedEmail', { n8n_trigger: MARK, n8n_reference: expect.stringMatching(BARE) }],
		['certifiedSms', undefined],
	] as const)('has the mark but no events URL (%s)', async (kind, data) => {
		const { error, body } = await create(kind, [polling]);
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
		expect(body?.events_url).toBeUndefined();
		expect(body?.data).toEqual(data);
	});

	it('is refused when the workflow has no such node any more', async () => {
		const { error, body } = await create('signature', [{ ...polling, nodeName: 'Gone "1"' }]);
		expect(body).toBeUndefined();
		expect(error?.message).toBe(
			'This workflow has no published Signaturit Trigger for signature requests',
		);
	});

	it('goes to the one trigger that is there when another one has gone', async () => {
		const { reference } = await create('signature', [{ ...polling, nodeName: 'Gone' }, {}]);
		expect(reference).toBeDefined();
	});
});

describe('what is created for a trigger that hears of the whole account', () => {
	const account = { subscriptionId: 's1' };

	it('has neither events URL nor mark when it is a signature request', async () => {
		const { error, body } = await create('signature', [account]);
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
		expect(body).not.toHaveProperty('events_url');
		expect(body?.data).toEqual({ n8n_reference: expect.stringMatching(BARE) });
	});

	it.each(CERTIFIED)(
		'has an events URL with a reference, because posts do not name it (%s)',
		async (kind) => {
			const { url, reference = '', data } = await create(kind, [account]);
			expect(url).toBe(URL_OF_TRIGGER);
			expect(isIssued(reference, SECRET)).toBe(true);
			expect(data).toEqual(kind === 'certifiedEmail' ? { n8n_reference: reference } : undefined);
		},
	);

	it.each(CERTIFIED)('has no events URL when that trigger polls only (%s)', async (kind) => {
		const { body } = await create(kind, [{ ...account, pollingOnly: true }]);
		expect(body).toBeDefined();
		expect(body).not.toHaveProperty('events_url');
	});

	it('goes to the trigger for requests of the workflow when there is one', async () => {
		const { url } = await create('signature', [account, { url: `${URL_OF_TRIGGER}?own` }]);
		expect(url).toBe(`${URL_OF_TRIGGER}?own=`);
	});
});

describe('what is created for an events URL that the user has entered', () => {
	const sendTo = async (kind: Kind, eventsUrl: string) =>
		await create(kind, [], { events: 'url', eventsUrl });

	it.each([...CERTIFIED])('has a reference when a trigger may be there (%s)', async (kind) => {
		const address = 'https://n8n.example.com/base/webhook/8f/events.json?a=b';
		const { url, reference, data } = await sendTo(kind, address);
		expect(url).toBe(address);
		expect(reference).toMatch(BARE);
		expect(data).toEqual(kind === 'certifiedEmail' ? { n8n_reference: reference } : undefined);
	});

	it.each([
		['signature', URL_OF_TRIGGER],
		['certifiedEmail', 'https://crm.example.com/webhook/events.json'],
		['certifiedSms', 'https://crm.example.com/webhook/8f/events.json/more'],
		['certifiedSms', 'https://crm.example.com/x?to=/webhook/8f/events.json'],
	] as const)('is left alone otherwise (%s to %s)', async (kind, address) => {
		const { body } = await sendTo(kind, address);
		expect(body?.events_url).toBe(address);
		const data = { n8n_reference: expect.stringMatching(BARE) as string };
		expect(body?.data).toEqual(kind === 'certifiedSms' ? undefined : data);
	});
});

describe('creating something without one trigger to report to', () => {
	it.each([
		['signature', 'Signature Request', 'certifiedEmail'],
		['certifiedEmail', 'Certified Email', 'signature'],
		['certifiedSms', 'Certified SMS', 'certifiedEmail'],
	] as const)(
		'fails when the trigger is set to another resource (%s)',
		async (kind, name, resource) => {
			const { body, error } = await create(kind, [{ resource }]);
			expect(body).toBeUndefined();
			expect(error?.description).toContain(`with the resource ${name}`);
		},
	);

	it.each([
		[
			{ name: 'My Trigger', resource: 'signature' },
			'Publish the workflow: "My Trigger" listens only then',
		],
		[
			{ name: 'Mails', resource: 'certifiedEmail' },
			'"Mails" listens to Certified Email only. Add a Signaturit Trigger with the resource Signature Request',
		],
	])('names the trigger that the workflow has (%j)', async ({ name, resource }, words) => {
		const others = [node(name, 'signaturitTrigger', { resource })];
		const { error } = await create('signature', [], {}, { others });
		expect(error?.description).toContain(words);
	});

	it.each([
		['sees no trigger after it was deactivated', { isInactive: true }],
		['sees no trigger of another workflow', { workflowId: 'workflow-2' }],
	])('%s', async (_, entry) => {
		const { error } = await create('signature', [entry]);
		expect(error?.message).toBe(
			'This workflow has no published Signaturit Trigger for signature requests',
		);
	});

	it('names the triggers when two of them are active, and sends nothing', async () => {
		const { body, error } = await create('signature', [{}, { nodeName: 'Second' }]);
		expect(body).toBeUndefined();
		expect(error?.message).toBe('This workflow has more than one published Signaturit Trigger');
		expect(error?.description).toContain('Remove all but one of "Start", "Second"');
	});

	it.each([
		['manual', true],
		['trigger', false],
	] as const)(
		'explains a trigger that n8n hides from manual runs, in these only (%s)',
		async (mode, isExplained) => {
			const others = [node('My Trigger', 'signaturitTrigger', { resource: 'signature' })];
			const { error } = await create('signature', [], {}, { mode, others });
			const { description } = error ?? {};
			expect(description?.includes('OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true')).toBe(isExplained);
		},
	);
});

describe('creating something with Events set to Automatic', () => {
	const automatic = { events: 'automatic' };

	it.each(kinds)('reports to the trigger that is published (%s)', async (kind) => {
		const { url, hints } = await create(kind, [{}], automatic);
		expect(url).toBe(URL_OF_TRIGGER);
		expect(hints.join()).not.toContain('nothing is reported');
	});

	it.each(kinds)(
		'is sent without a trigger, and the output says what is missing (%s)',
		async (kind) => {
			const { body, error, hints } = await create(kind, [], automatic);
			expect(error).toBeUndefined();
			expect(body).toBeDefined();
			expect(body?.events_url).toBeUndefined();
			expect(hints).toEqual([
				expect.stringMatching(
					/^This workflow has no published Signaturit Trigger for .*, so nothing is reported here\. Add a/,
				),
			]);
		},
	);

	it('is refused when the workflow is published with a trigger that n8n hides, whose events would be lost', async () => {
		const others = [node('My Trigger', 'signaturitTrigger', { resource: 'signature' })];
		const settings = { others, active: true, mode: 'trigger' } as const;
		const { body, error } = await create('signature', [], automatic, settings);
		expect(body).toBeUndefined();
		expect(error?.description).toContain('in queue mode hides its address from workers');
	});

	it('is sent when the trigger of the workflow is not published', async () => {
		const others = [node('My Trigger', 'signaturitTrigger', { resource: 'signature' })];
		const { body, hints } = await create('signature', [], automatic, { others });
		expect(body).toBeDefined();
		expect(hints.join()).toContain('Publish the workflow: "My Trigger" listens only then');
	});

	it('says it once for all items', async () => {
		const item = await itemWithPdf('contract.pdf', await pdfOf('Contract'));
		const { hints } = await create('signature', [], automatic, { items: [item, item] });
		expect(hints).toHaveLength(1);
	});

	it('is refused when two triggers are published, because nobody can tell which one is meant', async () => {
		const { body, error } = await create('signature', [{}, { nodeName: 'Second' }], automatic);
		expect(body).toBeUndefined();
		expect(error?.description).toContain('"Start", "Second"');
	});

	it('is what a new node does', () => {
		const field = new Signaturit().description.properties.find(({ name }) => name === 'events');
		expect(field?.default).toBe('automatic');
	});
});
