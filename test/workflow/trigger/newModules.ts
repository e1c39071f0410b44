// Loads the trigger's modules again, as another n8n process or an update would.

import type * as TriggerModule from '../../../nodes/Signaturit/SignaturitTrigger.node';
import type * as DelaysModule from '../../../nodes/Signaturit/transport/deadline';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import type * as TriggerDelaysModule from '../../../nodes/Signaturit/trigger/delays';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import type * as ProcessStateModule from '../../../nodes/Signaturit/trigger/processState';

/** The modules of the package, loaded once more, as by another process of n8n or after an update. */
export function newModules() {
	let loaded: (typeof TriggerModule & typeof ProcessStateModule) | undefined;
	const load = <Module extends object>(path: string) =>
		jest.requireActual<Module>(`../../../nodes/Signaturit/${path}`);
	jest.isolateModules(() => {
		Object.assign(load<typeof DelaysModule>('transport/deadline').delays, delays);
		const trigger = load<typeof TriggerDelaysModule>('trigger/delays');
		Object.assign(trigger.triggerDelays, triggerDelays);
		loaded = {
			...load<typeof TriggerModule>('SignaturitTrigger.node.ts'),
			...load<typeof ProcessStateModule>('trigger/processState'),
		};
	});
	if (!loaded) throw new Error('The modules were not loaded');
	return loaded;
}
