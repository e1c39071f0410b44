import { triggerWorkflow } from '../engine/engineTrigger';
import { callsOf } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();
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
		const { trigger, call } = events();
		const answered: unknown[] = [];
		const json = (body: unknown) => answered.push(body);
		const response = { status: (status: number) => (answered.push(status), { json }) };
		const result = await trigger.webhook.call(call({ rawBody: Buffer.from('{}') }, response));
		expect(result).toEqual({ noWebhookResponse: true });
		expect(answered).toEqual([404, { message: 'This trigger does not listen to signing pages' }]);
	});
});
