import type { Activation } from '../../../nodes/Signaturit/events/registration';

/** What the registration of each trigger has. */
export const entry = {
	workflowId: 'w1',
	nodeName: 'Trigger',
	url: 'https://n8n.example.com/a/events.json',
};

export const EARLIER = Date.UTC(2026, 2, 1);
export const NOW = Date.UTC(2026, 2, 2);

/** An activation in this mode, now. */
export const activation = (activationMode: Activation['activationMode']): Activation => ({
	activationMode,
	now: NOW,
});
