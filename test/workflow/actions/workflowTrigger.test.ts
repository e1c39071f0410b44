import { node } from '../engine/engineWorkflow';
import { BEING_PREPARED, itemWithPdf, pdfOf } from '../engine/fixtures';
import { kinds, reporting, URL_OF_TRIGGER } from './reporting';

const create = reporting();

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

	const NO_TRIGGER = 'This workflow has no published Signaturit Trigger for signature requests';

	it.each([
		['when there is none', [], NO_TRIGGER],
		['after it was deactivated', [{ inactiveSince: 1 }], NO_TRIGGER],
		['when it is in another workflow', [{ workflowId: 'workflow-2' }], NO_TRIGGER],
	])('fails for the item and sends nothing %s', async (_, triggers, message) => {
		const { body, error } = await create('signature', triggers);
		expect(body).toBeUndefined();
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('Nothing was sent to Signaturit.');
		expect(error?.context?.itemIndex).toBe(0);
	});

	it('is sent when two are active', async () => {
		const { body, error } = await create('signature', [{}, { nodeName: 'Second' }]);
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
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
				`Sent. To start this workflow ${when}, add ${trigger} to it and publish. ${BEING_PREPARED}`,
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
				`Sent. "My Trigger" hears of it while the workflow is published. ${BEING_PREPARED}`,
			]);
		},
	);

	it('names the triggers for other resources', async () => {
		const others = [node('Mails', 'signaturitTrigger', { resource: 'certifiedEmail' })];
		const { hints } = await create('signature', [], automatic, { others });
		expect(hints.join()).toContain(
			'Sent. "Mails" listens to Certified Email only. To start this workflow when everyone has signed, add a Signaturit Trigger with the resource Signature Request to it and publish.',
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
		for (const text of ['Sent. To start this workflow', BEING_PREPARED]) {
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
