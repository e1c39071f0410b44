import type { INodeParameters } from 'n8n-workflow';
import { activeTriggers } from '../../../nodes/Signaturit/events/registration';
import { triggerWorkflow } from '../engine/engineTrigger';
import { credentialFor } from '../engine/fixtures';
import type { TriggerRig } from './rig';

export const WORKFLOW = 'workflow-1';

/**
 * Calls the trigger's webhook methods in n8n's order: on activation (and when n8n starts), on deactivation,
 * and around a test listen.
 */
export function lifecycleOn(
	rig: TriggerRig,
	parameters: INodeParameters = {},
	address = rig.address,
) {
	const { trigger, hook, staticData } = triggerWorkflow(parameters, 'default', {
		credential: credentialFor(rig.service),
		address,
	});
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	const start = async (mode: 'trigger' | 'manual') => {
		const context = () => hook(mode, mode === 'manual');
		const exists = await checkExists.call(context());
		if (!exists) await create.call(context());
		return exists;
	};
	return {
		staticData,
		activate: async () => await start('trigger'),
		deactivate: async () => await remove.call(hook('internal')),
		listen: async () => await start('manual'),
		endListening: async () => await remove.call(hook('internal', true)),
		registered: () => activeTriggers(staticData(), WORKFLOW),
	};
}
