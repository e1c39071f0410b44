import type { IPollFunctions } from 'n8n-workflow';
import {
	beginningOf,
	registrationOf,
	type Beginning,
	type Registration,
} from '../../events/registration';
import { chosenValues, type Settings } from '../panel/settings';

/**
 * What the activation has stored about this trigger; `undefined` before its first one, which newer n8n makes only after
 * the first poll, and in a copy of another n8n's database.
 */
export function ownRegistration(context: IPollFunctions): Registration | undefined {
	const { id = '' } = context.getWorkflow();
	const staticData = context.getWorkflowStaticData('global');
	const known = registrationOf(staticData, context.getNode().id, id);
	return known?.instance === context.getInstanceBaseUrl() ? known : undefined;
}

/** Since when events count for this activation, which may be about to be stored. */
export function activationOf(context: IPollFunctions, settings: Settings): Beginning {
	const { resource, listenTo } = settings;
	const chosen = chosenValues(settings);
	const now = Date.now();
	const known = ownRegistration(context);
	const url = known?.url ?? '';
	const isAccount = listenTo === 'account';
	const activationMode = context.getActivationMode();
	return beginningOf(known, { url, resource, isAccount, chosen }, { activationMode, now });
}
