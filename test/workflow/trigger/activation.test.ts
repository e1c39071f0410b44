import { register, type Registration } from '../../../nodes/Signaturit/events/registration';
import { accountOf, readCredential } from '../../../nodes/Signaturit/transport/credential';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { triggerWorkflow } from '../engine/engineTrigger';
import { credentialFor } from '../engine/fixtures';
import { until } from '../engine/until';
import { continued, lifecycleOn, NODE, published, WORKFLOW } from './lifecycle';
import { callsOf, sendMany, typesOf } from './scenes';
import { triggerRig } from './rig';

const rig = triggerRig();

/** Resolves when the clock shows a later millisecond. */
async function passed(time: number): Promise<void> {
	await until(() => Date.now() > time);
}

describe('the trigger for requests of its workflow', () => {
	it('registers its production URL from activation to deactivation', async () => {
		const { activate, deactivate, registered } = await published(rig);
		expect(registered()).toEqual([
			{
				workflowId: WORKFLOW,
				nodeName: 'Signaturit Trigger',
				url: rig.eventsUrl,
				resource: 'signature',
				isAccount: false,
				address: expect.stringMatching(/^[\da-f]{32}$/),
				secret: expect.stringMatching(/^[\w-]{43}$/),
				since: expect.any(Number),
				account: accountOf(readCredential(credentialFor(rig.service))),
				chosen: ['request_completed'],
				added: {},
			},
		]);
		await activate('init');
		await deactivate();
		expect(registered()).toEqual([]);
	});

	it('counts events from its activation on, also after n8n is started or the workflow published again', async () => {
		const { activate, deactivate, entry } = lifecycleOn(rig);
		const before = Date.now();
		await activate('activate');
		const since = entry()?.since ?? 0;
		expect(since).toBeGreaterThanOrEqual(before);
		expect(since).toBeLessThanOrEqual(Date.now());
		await passed(since);
		await activate('init');
		expect(entry()?.since).toBe(since);
		await deactivate();
		await activate('update');
		expect(entry()?.since).toBe(since);
	});

	it.each(['polling', 'postsAndPolling'])(
		'counts events anew when it is activated again after a pause, with the same secret (%s)',
		async (arrival) => {
			const { activate, deactivate, entry, registered, staticData } = await published(rig, {
				arrival,
			});
			const { since = 0, secret } = entry() ?? {};
			await deactivate();
			expect(registered()).toEqual([]);
			const paused = { ...entry(), inactiveSince: Date.now() - 60_000 } as Registration;
			register(staticData(), NODE, paused);
			await passed(since);
			await activate('activate');
			expect(entry()?.since).toBeGreaterThan(since);
			expect(entry()?.secret).toBe(secret);
		},
	);

	it('counts as unpublished from the first time on, however often n8n publishes it in vain', async () => {
		const { deactivate, entry, staticData } = await published(rig);
		await deactivate();
		const paused = { ...entry(), inactiveSince: Date.now() - 60_000 } as Registration;
		register(staticData(), NODE, paused);
		await deactivate();
		expect(entry()?.inactiveSince).toBe(paused.inactiveSince);
	});

	it('goes on counting events at another address, which it stores', async () => {
		const first = await published(rig);
		const { since = 0, address, secret } = first.entry() ?? {};
		await passed(since);
		const second = continued(first, rig, {}, { address: 'http://127.0.0.1:9' });
		await second.activate('init');
		expect(second.entry()?.since).toBe(since);
		expect(second.entry()?.address).not.toBe(address);
		expect(second.entry()?.secret).toBe(secret);
	});

	it('keeps the time when its way of arrival changes from polling to posts and is published again', async () => {
		const polling = await published(rig, { arrival: 'polling' });
		expect(polling.entry()).toMatchObject({ pollingOnly: true });
		await polling.deactivate();
		const posts = continued(polling, rig);
		await posts.activate('update');
		expect(posts.entry()?.since).toBe(polling.entry()?.since);
		expect(posts.entry()?.pollingOnly).toBeUndefined();
	});

	it('keeps its registration during and after a test listen', async () => {
		const { listen, endListening, registered } = await published(rig);
		const before = registered();
		await listen();
		expect(registered()).toEqual(before);
		await endListening();
		expect(registered()).toEqual(before);
	});

	it('asks once whether its access token is valid when it is published, and nothing when n8n starts or it is unpublished', async () => {
		for (const parameters of [{}, { listenTo: 'account', arrival: 'polling' }]) {
			const { activate, deactivate } = lifecycleOn(rig, parameters);
			expect(await callsOf(rig, activate)).toEqual(['GET /v3/signatures.json']);
			expect(await callsOf(rig, async () => await activate('init'))).toEqual([]);
			expect(await callsOf(rig, async () => void (await deactivate()))).toEqual([]);
		}
	});

	it.each([{}, { arrival: 'polling' }, { listenTo: 'account', arrival: 'polling' }])(
		'is not published with an access token that is refused, but goes on with it when n8n starts (%j)',
		async (parameters) => {
			const credential = { ...credentialFor(rig.service), accessToken: 'wrong' };
			const { activate, registered } = lifecycleOn(rig, parameters, { credential });
			await expect(activate()).rejects.toMatchObject({ httpCode: '401' });
			expect(registered()).toEqual([]);
			await activate('init');
			expect(registered()).toHaveLength(1);
		},
	);

	it.each([{ status: 500 }, { status: 404 }])(
		'is published while the service does not say whether the token is valid (%j)',
		async ({ status }) => {
			await rig.control.faults.add({ kind: 'status', status, path: '/v3/signatures', times: 0 });
			const { registered } = await published(rig);
			await rig.control.faults.clear();
			expect(registered()).toHaveLength(1);
		},
	);
});

/** Leaves no time of n8n's start to this trigger. */
async function withoutTime(task: () => Promise<void>): Promise<void> {
	const start = jest.replaceProperty(triggerDelays, 'start', -1);
	await task().finally(() => start.restore());
}

describe("when n8n's start has waited for other triggers as long as it does", () => {
	it('a first look is left to the next poll, which finds everything', async () => {
		await rig.reset({ events: ['request_completed'] });
		await rig.polls('activate')();
		rig.restart();
		await sendMany(rig, { count: 1, status: 'completed' });
		const poll = rig.polls('init');
		await withoutTime(async () => {
			expect(await callsOf(rig, poll)).toEqual([]);
			await poll();
		});
		expect(await typesOf(rig)).toEqual(['request_completed']);
	});

	it('the subscription to the account is left to the polls', async () => {
		const parameters = { listenTo: 'account', events: ['document_completed'] };
		await rig.reset(parameters);
		const { activate, entry } = await published(rig, parameters);
		const before = entry();
		await withoutTime(async () => {
			expect(await callsOf(rig, async () => await activate('init'))).toEqual([]);
		});
		expect(entry()).toEqual(before);
	});

	it('a publication asks all the same', async () => {
		await rig.reset({});
		const { activate } = lifecycleOn(rig);
		await withoutTime(async () => {
			expect(await callsOf(rig, activate)).toEqual(['GET /v3/signatures.json']);
		});
	});
});

const EMBEDDED = { resource: 'embeddedSigning', embeddedEvents: ['signed'] };

it("the webhooks of the trigger have plain values in all that n8n's server evaluates", () => {
	const { trigger } = triggerWorkflow();
	const evaluated = trigger.description.webhooks?.map((webhook) => ({
		...webhook,
		// The editor evaluates it.
		ndvHideUrl: undefined,
	}));
	expect(evaluated).toHaveLength(2);
	expect(JSON.stringify(evaluated)).not.toContain('={{');
});

describe('the webhook for events of a trigger that listens to signing pages', () => {
	beforeEach(async () => await rig.reset(EMBEDDED));

	it('makes nothing at the service or in the static data when the workflow is published and unpublished', async () => {
		const { trigger, hook, staticData } = rig.active;
		const { checkExists, delete: remove } = trigger.webhookMethods.default;
		const calls = await callsOf(rig, async () => {
			// So n8n does not create it.
			expect(await checkExists.call(hook('trigger'))).toBe(true);
			expect(await remove.call(hook('internal'))).toBe(true);
		});
		expect(calls).toEqual([]);
		expect(staticData()).toEqual({});
	});

	it('answers 404', async () => {
		expect(await rig.post({})).toMatchObject({ status: 404 });
		expect(rig.started).toBe(0);
	});
});

describe('the webhook for signing pages of a trigger that listens to events', () => {
	const events = () => triggerWorkflow({ events: ['*'] }, 'setup');

	it('makes nothing when the workflow is published', async () => {
		const { trigger, hook, staticData } = events();
		const { checkExists, create } = trigger.webhookMethods.setup;
		expect(await checkExists.call(hook('trigger'))).toBe(true);
		await create.call(hook('trigger'));
		expect(staticData()).toEqual({});
	});

	it('answers 404, whatever the report says', async () => {
		expect(await events().receive({ rawBody: Buffer.from('{}') })).toEqual({
			noWebhookResponse: true,
			refusal: { status: 404, message: 'This trigger does not listen to signing pages' },
		});
	});
});
