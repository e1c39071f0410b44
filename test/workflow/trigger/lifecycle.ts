// Runs the trigger's webhook methods in n8n's order, from activation to deactivation.

import type {
	ICredentialDataDecryptedObject,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { activeTriggers, registrationOf } from '../../../nodes/Signaturit/events/registration';
import { triggerWorkflow } from '../engine/engineTrigger';
import { credentialFor } from '../engine/fixtures';
import type { TriggerRig } from './rig';

export const WORKFLOW = 'workflow-1';
export const NODE = 'id of Signaturit Trigger';

/** What differs from the trigger that listens at the rig. */
export interface LifecycleSetting {
	address?: string;
	credential?: ICredentialDataDecryptedObject;
}

/**
 * Calls the trigger's webhook methods in n8n's order: on activation (and when n8n starts), on deactivation,
 * and around a test listen.
 */
export function lifecycleOn(
	rig: TriggerRig,
	parameters: INodeParameters = {},
	{ address = rig.address, credential = credentialFor(rig.service) }: LifecycleSetting = {},
) {
	const { trigger, hook, staticData } = triggerWorkflow(parameters, 'default', {
		credential,
		address,
		webhookId: rig.webhookId,
	});
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	const start = async (mode: 'trigger' | 'manual', activation: WorkflowActivateMode) => {
		const context = () => hook(mode, mode === 'manual', activation);
		if (!(await checkExists.call(context()))) await create.call(context());
	};
	return {
		staticData,
		activate: async (activation: WorkflowActivateMode = 'activate') =>
			await start('trigger', activation),
		deactivate: async () => await remove.call(hook('internal', false, 'update')),
		listen: async () => await start('manual', 'manual'),
		endListening: async () => await remove.call(hook('internal', true, 'update')),
		registered: () => activeTriggers(staticData(), WORKFLOW),
		/** What n8n's log says from now on, line by line. */
		log: () => {
			const warn = jest.spyOn(hook('trigger').logger, 'warn');
			const before = warn.mock.calls.length;
			return () => warn.mock.calls.slice(before).map(([message]) => message);
		},
		/** The entry of the trigger, active or not. */
		entry: () => registrationOf(staticData(), NODE, WORKFLOW),
	};
}

/** As `lifecycleOn`, of a workflow that is published. */
export async function published(...setting: Parameters<typeof lifecycleOn>) {
	const lifecycle = lifecycleOn(...setting);
	await lifecycle.activate();
	return lifecycle;
}

/** The address of the subscription to the account. */
export const accountUrlOf = ({ eventsUrl }: { eventsUrl: string }): string =>
	`${eventsUrl}?from=account`;

/** The same workflow with other settings or in another n8n: it has the static data of the first. */
export function continued(
	before: Pick<ReturnType<typeof lifecycleOn>, 'staticData'>,
	...next: Parameters<typeof lifecycleOn>
): ReturnType<typeof lifecycleOn> {
	const after = lifecycleOn(...next);
	// n8n stores static data as JSON.
	Object.assign(after.staticData(), JSON.parse(JSON.stringify(before.staticData())));
	return after;
}
