import { triggerWorkflow } from '../engine/engineTrigger';
import { credentialFor } from '../engine/fixtures';
import { lifecycleOn, WORKFLOW } from './lifecycle';
import { triggerRig } from './rig';

const rig = triggerRig();

describe('the trigger for requests of its workflow', () => {
	it('registers its production URL from activation to deactivation', async () => {
		const { activate, deactivate, registered } = lifecycleOn(rig);
		expect(await activate()).toBe(false);
		expect(registered()).toEqual([
			{
				workflowId: WORKFLOW,
				nodeName: 'Signaturit Trigger',
				url: rig.eventsUrl,
				resource: 'signature',
			},
		]);
		expect(await activate()).toBe(true);
		await deactivate();
		expect(registered()).toEqual([]);
	});

	it('keeps its registration during and after a test listen', async () => {
		const { activate, listen, endListening, registered } = lifecycleOn(rig);
		await activate();
		const before = registered();
		await listen();
		expect(registered()).toEqual(before);
		await endListening();
		expect(registered()).toEqual(before);
	});

	it('is activated and deactivated without a request to the service', async () => {
		await rig.control.clearRequests();
		const { activate, deactivate } = lifecycleOn(rig);
		await activate();
		await deactivate();
		expect(await rig.control.requests()).toEqual([]);
	});
});

describe('the warning about an address that Signaturit cannot reach', () => {
	const real = { environment: 'sandbox', accessToken: 'x' };
	const item = (address: string) => ({
		json: {
			handover: {
				posted: {
					resource: 'signature',
					type: 'x',
					createdAt: 'y',
					record: { id: '1', events: [] },
				},
				address,
				postKey: 'k',
			},
		},
	});

	it.each([
		['http://localhost:5678/webhook/1/events.json', 1],
		['https://n8n.example.com/webhook/1/events.json', 0],
	])(
		'for %s is on the item and in the panel %d time(s) when the service is the real one',
		async (url, count) => {
			const { execution } = triggerWorkflow({ events: ['*'] }, 'default', { credential: real });
			const { items, hints } = await execution([item(url)]);
			const warnings = (items[0]?.json.warnings ?? []) as string[];
			expect(warnings.filter((text) => text.includes('WEBHOOK_URL'))).toHaveLength(count);
			expect(hints.filter(({ message }) => message.includes('WEBHOOK_URL'))).toHaveLength(count);
		},
	);

	it('is not given when the service is a local one', async () => {
		const { execution } = triggerWorkflow({ events: ['*'] }, 'default', {
			credential: credentialFor(rig.service),
		});
		const { items, hints } = await execution([item('http://localhost:5678/')]);
		expect(JSON.stringify(items)).not.toContain('WEBHOOK_URL');
		expect(hints).toEqual([]);
	});
});
