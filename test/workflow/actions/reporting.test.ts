import type { INodeParameters } from 'n8n-workflow';
import { isIssued, unsigned } from '../../../nodes/Signaturit/events/tracking';
import { runNode, type NodeRun } from '../engine/engine';
import { node } from '../engine/engineWorkflow';
import { BEING_PREPARED, createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

const SECRET = 'secret of the trigger';
/** That of n8n, as the trigger has stored it. */
const ADDRESS = 'f'.repeat(32);
const URL_OF_TRIGGER = 'http://127.0.0.1:9/webhook/1/events.json';
/** `Start` is a node of the workflow that `runNode` runs. */
const REGISTERED = {
	workflowId: 'workflow-1',
	nodeName: 'Start',
	url: URL_OF_TRIGGER,
	address: ADDRESS,
	secret: SECRET,
};
const ACCOUNT = { subscriptionId: 's1' };
/** A trigger for the account, whose subscription is still to be made. */
const UNSUBSCRIBED = { isAccount: true };
const POLLING = { pollingOnly: true };

const parametersOf = {
	signature: createParameters,
	certifiedEmail: createEmail,
	certifiedSms: createSms,
};
type Kind = keyof typeof parametersOf;
const kinds = Object.keys(parametersOf) as Kind[];
const CERTIFIED = ['certifiedEmail', 'certifiedSms'] as const;

const BARE = /^[\da-f-]{36}$/;
const n8n_trigger = expect.stringMatching(/^[\da-f]{32}$/) as string;
/** By what the triggers of the workflow find the requests, where one is registered. */
const MARKED = { n8n_trigger, n8n_address: ADDRESS };
const contents = { n8n_contents: expect.stringMatching(/^([\w-]{20}\.){3}2$/) as string };
const bare = { ...contents, n8n_reference: expect.stringMatching(BARE) as string };

interface Sent {
	events_url?: string;
	data?: Record<string, string>;
}

const local = localService();

/** Creates something in a workflow with these triggers; the result has the body that was sent, if any. */
async function create(
	kind: Kind,
	triggers: object[],
	{ options, ...changes }: INodeParameters = {},
	settings: Partial<NodeRun> = {},
) {
	const entries = triggers.map((entry, index) => [
		`n${index}`,
		{ ...REGISTERED, resource: kind, ...entry },
	]);
	await local.control.clearRequests();
	const { error, hints } = await runNode({
		parameters: parametersOf[kind]({
			...changes,
			options: { events: 'trigger', ...(options as INodeParameters) },
		}),
		credential: local.credential,
		items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
		staticData:
			entries.length > 0 ? { signaturitTriggers: Object.fromEntries(entries) as never } : {},
		...settings,
	});
	const [post] = (await local.control.requests()).filter(({ method }) => method === 'POST');
	const body = post?.body as Sent | undefined;
	const url = body?.events_url === undefined ? undefined : new URL(body.events_url);
	const reference = url?.searchParams.get('reference') ?? undefined;
	url?.searchParams.delete('reference');
	return { error, hints, body, url: url?.href, reference, data: body?.data };
}

describe('what is created for a trigger of the workflow', () => {
	it.each([
		...kinds.map((kind) => [kind, {}] as const),
		// Posts of the whole account do not name the reference of what is certified.
		...CERTIFIED.map((kind) => [kind, ACCOUNT] as const),
	])(
		'has a signed reference in its events URL, and the bare one and the mark in its custom data (%s, %j)',
		async (kind, trigger) => {
			const { url, reference = '', data } = await create(kind, [trigger]);
			expect(url).toBe(URL_OF_TRIGGER);
			expect(isIssued(reference, SECRET)).toBe(true);
			expect(data).toEqual({ ...contents, n8n_reference: unsigned(reference), ...MARKED });
		},
	);

	it.each([
		...kinds.map((kind) => [kind, POLLING] as const),
		['signature', ACCOUNT],
		['signature', UNSUBSCRIBED],
		...CERTIFIED.map((kind) => [kind, { ...ACCOUNT, ...POLLING }] as const),
	] as const)('has the mark but no events URL (%s, %j)', async (kind, trigger) => {
		const { error, body } = await create(kind, [trigger]);
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
		expect(body).not.toHaveProperty('events_url');
		expect(body?.data).toEqual({ ...bare, ...MARKED });
	});

	it('has the bare reference in its events URL when the trigger was registered without a secret', async () => {
		const older = { secret: undefined, address: undefined, resource: undefined };
		const { url, reference, data } = await create('signature', [older]);
		expect(url).toBe(URL_OF_TRIGGER);
		expect(reference).toMatch(BARE);
		expect(data?.n8n_reference).toBe(reference);
	});

	it("keeps the user's own custom data beside the reference and the mark", async () => {
		const options = { data: { pair: [{ key: 'crm_id', value: '7' }] } };
		const { data } = await create('signature', [{}], { options });
		expect(data).toEqual({ ...bare, crm_id: '7', ...MARKED });
	});

	it.each([
		['first of several', {}, URL_OF_TRIGGER],
		['first to which anything is posted', POLLING, `${URL_OF_TRIGGER}?second=`],
		['trigger for requests of the workflow', ACCOUNT, `${URL_OF_TRIGGER}?second=`],
		['trigger that is not for the account', UNSUBSCRIBED, `${URL_OF_TRIGGER}?second=`],
	])('is posted to the %s; the others find it', async (_, trigger, expected) => {
		const second = { url: `${URL_OF_TRIGGER}?second` };
		const { url, data } = await create('signature', [trigger, second]);
		expect(url).toBe(expected);
		expect(data).toEqual({ ...bare, ...MARKED });
	});
});

describe('what is created for an events URL that the user has entered', () => {
	const sendTo = async (kind: Kind, eventsUrl: string) =>
		await create(kind, [], { options: { events: 'url', eventsUrl } });

	it.each(CERTIFIED)('has a reference when a trigger may be there (%s)', async (kind) => {
		const address = 'https://n8n.example.com/base/webhook/8f/events.json?a=b';
		const { url, reference, data } = await sendTo(kind, address);
		expect(url).toBe(address);
		expect(reference).toMatch(BARE);
		const expected = { ...contents, n8n_reference: reference, n8n_trigger };
		expect(data).toEqual(expected);
	});

	it.each([
		['signature', URL_OF_TRIGGER],
		['certifiedEmail', 'https://crm.example.com/webhook/events.json'],
		['certifiedSms', 'https://crm.example.com/webhook/8f/events.json/more'],
		['certifiedSms', 'https://crm.example.com/x?to=/webhook/8f/events.json'],
	] as const)('is left alone otherwise (%s to %s)', async (kind, address) => {
		const { body } = await sendTo(kind, address);
		expect(body?.events_url).toBe(address);
		expect(body?.data).toEqual({ ...bare, n8n_trigger });
	});
});

describe('what is created without being reported', () => {
	it.each(kinds)('has no mark (%s)', async (kind) => {
		const { data, url } = await create(kind, [{}], { options: { events: 'none' } });
		expect(url).toBeUndefined();
		expect(data).toEqual(bare);
	});
});

/** A trigger that is in the workflow, and not registered. */
const UNPUBLISHED = node('My Trigger', 'signaturitTrigger', { resource: 'signature' });

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
			'Publish this workflow first: "My Trigger" listens only then',
		],
		[
			{ name: 'Mails', resource: 'certifiedEmail' },
			'"Mails" listens to Certified Email only. Add a Signaturit Trigger with the resource Signature Request',
		],
	])('names the trigger that the workflow has (%j)', async ({ name, resource }, words) => {
		const others = [node(name, 'signaturitTrigger', { resource })];
		const { error } = await create('signature', [], {}, { others });
		expect(`${error?.message} ${error?.description}`).toContain(words);
	});

	const NO_TRIGGER = 'This workflow has no published Signaturit Trigger for signature requests';

	it.each([
		['when there is none', [], NO_TRIGGER],
		['after it was deactivated', [{ inactiveSince: 1 }], NO_TRIGGER],
		['when it is in another workflow', [{ workflowId: 'workflow-2' }], NO_TRIGGER],
	])('fails for the item and sends nothing %s', async (_, triggers, message) => {
		const { body, error } = await create('signature', triggers);
		expect(body).toBeUndefined();
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('Nothing was sent.');
		expect(error?.context?.itemIndex).toBe(0);
	});

	it('says first of all to publish the workflow when its trigger waits for that', async () => {
		const settings = { mode: 'manual' as const, others: [UNPUBLISHED] };
		const { body, error } = await create('signature', [], {}, settings);
		expect(body).toBeUndefined();
		expect(error?.message).toBe('Publish this workflow first: "My Trigger" listens only then');
		expect(error?.description).toContain('Nothing was sent.');
	});

	it('explains in a manual run a trigger that n8n may hide from it', async () => {
		const settings = { mode: 'manual' as const, others: [UNPUBLISHED] };
		const { body, error } = await create('signature', [], {}, settings);
		expect(body).toBeUndefined();
		expect(error?.description).toContain('OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true');
	});
});

describe('creating something with Events set to Automatic', () => {
	const automatic = { options: { events: 'automatic' } };
	const named = (resource: string) => `a Signaturit Trigger with the resource ${resource}`;

	it.each(kinds)('reports to the trigger that is published (%s)', async (kind) => {
		const { url, hints } = await create(kind, [{}], automatic);
		expect(url).toBe(URL_OF_TRIGGER);
		expect(hints.join()).not.toContain('To start this workflow');
	});

	it.each(kinds)(
		'is sent without a trigger, and the output says what is missing (%s)',
		async (kind) => {
			const { body, error, hints } = await create(kind, [], automatic);
			expect(error).toBeUndefined();
			expect(body).toBeDefined();
			expect(body?.events_url).toBeUndefined();
			const [trigger, when] = {
				signature: ['a Signaturit Trigger', 'when everyone has signed'],
				certifiedEmail: [named('Certified Email'), 'when something happens to it'],
				certifiedSms: [named('Certified SMS'), 'when something happens to it'],
			}[kind];
			expect(hints).toEqual([
				`To start this workflow ${when}, add ${trigger} to it and publish. ${BEING_PREPARED}`,
			]);
		},
	);

	it.each([true, false])(
		'is sent when the trigger of the workflow is not published (%s)',
		async (active) => {
			const settings = { others: [UNPUBLISHED], active, mode: 'manual' as const };
			const { body, data, hints } = await create('signature', [], automatic, settings);
			expect(body).toBeDefined();
			expect(data).toHaveProperty('n8n_trigger');
			expect(hints).toEqual([
				`"My Trigger" hears of it while the workflow is published. ${BEING_PREPARED}`,
			]);
		},
	);

	it('names the triggers for other resources', async () => {
		const others = [node('Mails', 'signaturitTrigger', { resource: 'certifiedEmail' })];
		const { hints } = await create('signature', [], automatic, { others });
		expect(hints.join()).toContain(
			'"Mails" listens to Certified Email only. To start this workflow when everyone has signed, add a Signaturit Trigger with the resource Signature Request to it and publish.',
		);
	});

	it.each(kinds)('says in the editor only what the first status means (%s)', async (kind) => {
		const { hints } = await create(kind, [{}], automatic, { mode: 'trigger' });
		expect(hints.join()).not.toContain(BEING_PREPARED);
	});

	it('says it once for all items, in one hint', async () => {
		const item = await itemWithPdf('contract.pdf', await pdfOf('Contract'));
		const { hints } = await create('signature', [], automatic, { items: [item, item] });
		const [hint = '', ...others] = hints;
		expect(others).toEqual([]);
		for (const text of ['To start this workflow', BEING_PREPARED]) {
			expect(hint.split(text)).toHaveLength(2);
		}
	});

	it.each(kinds)('is what a node does without the option (%s)', async (kind) => {
		const { url } = await create(kind, [{}], { options: { events: undefined } });
		expect(url).toBe(URL_OF_TRIGGER);
		const { body, hints } = await create(kind, [], { options: { events: undefined } });
		expect(body).toBeDefined();
		expect(hints.join()).toContain('To start this workflow');
	});
});

/** As n8n 2.41 runs a published workflow on a worker: without static data, and as if it were not published. */
describe('creating something where n8n hides the published trigger', () => {
	const trigger = (resource: string, more = {}) => ({
		mode: 'trigger' as const,
		others: [node('My Trigger', 'signaturitTrigger', { resource, ...more })],
	});

	it.each(['automatic', 'trigger'])(
		'is sent with the mark of the workflow alone, and says nothing (%s)',
		async (events) => {
			for (const kind of ['signature', 'certifiedEmail'] as const) {
				const options = { events };
				const { error, url, data, hints } = await create(kind, [], { options }, trigger(kind));
				expect(error).toBeUndefined();
				expect(url).toBeUndefined();
				expect(data).toHaveProperty('n8n_trigger');
				expect(data).not.toHaveProperty('n8n_address');
				expect(hints.join()).not.toContain('workflow');
			}
		},
	);

	it('is refused when no trigger among its nodes listens to it', async () => {
		const { body, error } = await create('signature', [], {}, trigger('certifiedEmail'));
		expect(body).toBeUndefined();
		expect(error?.description).toContain('with the resource Signature Request');
	});

	it('is refused where other triggers of the workflow are known, or n8n says that it is not published', async () => {
		const settings = trigger('signature');
		expect((await create('signature', [{ inactiveSince: 1 }], {}, settings)).body).toBeUndefined();
		const called = { ...settings, mode: 'integrated' as const };
		expect((await create('signature', [], {}, { ...called, active: false })).body).toBeUndefined();
		expect((await create('signature', [], {}, { ...called, active: true })).body).toBeDefined();
	});

	it.each(['automatic', 'trigger'])(
		'is refused when it is an SMS of which only posts could tell, and says what to enter (%s)',
		async (events) => {
			const options = { events };
			const { body, error } = await create(
				'certifiedSms',
				[],
				{ options },
				trigger('certifiedSms'),
			);
			expect(body).toBeUndefined();
			expect(error?.description).toContain('enter the production URL of the trigger');
			const all = trigger('certifiedSms', { listenTo: 'account' });
			expect((await create('certifiedSms', [], { options }, all)).body).toBeDefined();
		},
	);
});
