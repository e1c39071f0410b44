import type { Activation } from '../../../nodes/Signaturit/events/beginning';

/** What the registration of each trigger has. */
export const entry = {
	workflowId: 'w1',
	nodeName: 'Trigger',
	url: 'https://n8n.example.com/a/events.json',
};

export const EARLIER = Date.UTC(2026, 2, 1);
export const NOW = Date.UTC(2026, 2, 2);

/** An activation in this mode, now; n8n's clock is right unless it lacks something to the service's. */
export const activation = (
	activationMode: Activation['activationMode'],
	difference: number | undefined = 0,
): Activation => ({ activationMode, now: NOW - difference, difference });
