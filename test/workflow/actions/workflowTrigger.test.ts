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
		[
			'when two are active',
			[{}, { nodeName: 'Second' }],
			'This workflow has more than one published Signaturit Trigger',
		],
	])('fails for the item and sends nothing %s', async (_, triggers, message) => {
		const { body, error } = await create('signature', triggers);
		expect(body).toBeUndefined();
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('Nothing was sent to Signaturit.');
		expect(error?.context?.itemIndex).toBe(0);
	});

	it('names the triggers when two of them are active', async () => {
		const { error } = await create('signature', [{}, { nodeName: 'Second' }]);
		expect(error?.description).toContain('Remove all but one of "Start", "Second"');
	});

	it.each([
		['manual', true],
		['trigger', false],
	] as const)(
		'explains a trigger that n8n hides from manual runs, in these only (%s)',
		async (mode, isExplained) => {
			const { error } = await create('signature', [], {}, { mode, others: [UNPUBLISHED] });
			const { description } = error ?? {};
			expect(description?.includes('OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true')).toBe(isExplained);
		},
	);
});

describe('creating something with Events set to Automatic', () => {
	const automatic = { options: { events: 'automatic' } };

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
				`So far, nothing is reported here: add a Signaturit Trigger and publish the workflow. ${BEING_PREPARED}`,
			]);
		},
	);

	it('is refused when the workflow is published with a trigger that n8n hides, whose events would be lost', async () => {
		const { body, error } = await create('signature', [], automatic, {
			others: [UNPUBLISHED],
			active: true,
			mode: 'trigger',
		});
		expect(body).toBeUndefined();
		expect(error?.description).toContain('in queue mode hides its address from workers');
	});

	it('is sent in a manual run of a workflow that is published with a trigger that n8n hides', async () => {
		const { body, error, hints } = await create('signature', [], automatic, {
			others: [UNPUBLISHED],
			active: true,
			mode: 'manual',
		});
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
		expect(hints).toEqual([
			`So far, nothing is reported here. Publish the workflow: "My Trigger" listens only then, and not to manual runs on n8n's workers. ${BEING_PREPARED}`,
		]);
	});

	it('is sent when the trigger of the workflow is not published', async () => {
		const settings = { others: [UNPUBLISHED] };
		const { body, hints } = await create('signature', [], automatic, settings);
		expect(body).toBeDefined();
		expect(hints.join()).toContain('Publish the workflow: "My Trigger" listens only then');
	});

	// On a worker, n8n tells a manual run neither the address nor that the workflow is published.
	it.each([
		['manual', true],
		['trigger', false],
	] as const)('says what may hide the trigger in manual runs only (%s)', async (mode, isSaid) => {
		const { hints } = await create('signature', [], automatic, { others: [UNPUBLISHED], mode });
		expect(hints.join().includes("not to manual runs on n8n's workers")).toBe(isSaid);
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
		for (const text of ['nothing is reported here', BEING_PREPARED]) {
			expect(hint.split(text)).toHaveLength(2);
		}
	});

	it('is refused when two triggers are published, because nobody can tell which one is meant', async () => {
		const { body, error } = await create('signature', [{}, { nodeName: 'Second' }], automatic);
		expect(body).toBeUndefined();
		expect(error?.description).toContain('"Start", "Second"');
	});

	it.each(kinds)('is what a node does without the option (%s)', async (kind) => {
		const { url } = await create(kind, [{}], { options: { events: undefined } });
		expect(url).toBe(URL_OF_TRIGGER);
		const { body, hints } = await create(kind, [], { options: { events: undefined } });
		expect(body).toBeDefined();
		expect(hints.join()).toContain('nothing is reported here');
	});
});
