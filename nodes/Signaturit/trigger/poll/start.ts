import type { IPollFunctions } from 'n8n-workflow';
import { isRegistered, register, registrationOf } from '../../events/registration';
import { toHandover, type Handover } from '../handover/handover';
import type { PollState } from './pollState';

/**
 * Starts an execution. n8n stores the static data of a poll only then, so what the polls know of their beginning is
 * written before.
 *
 * @param answer gets what the execution answers
 */
export function start(
	this: IPollFunctions,
	state: PollState,
	handover: Handover,
	answer?: Parameters<IPollFunctions['__emit']>[1],
): void {
	writeBeginning(this, state);
	state.store();
	this.__emit([[{ json: toHandover(handover) }]], answer);
}

/** Lets n8n store what the polls know: starts an execution that gives nothing out. */
export function storeNow(this: IPollFunctions, state: PollState): void {
	start.call(this, state, { kind: 'question', asked: [] });
}

/** Writes since when and in which account events count into the registration; n8n may store it later. */
export function writeBeginning(context: IPollFunctions, { beginning }: PollState): void {
	const { id: workflowId = '' } = context.getWorkflow();
	const { id: nodeId } = context.getNode();
	const staticData = context.getWorkflowStaticData('global');
	const known = registrationOf(staticData, nodeId, workflowId);
	const entry = known && { ...known, ...beginning };
	// Newer n8n calls the hooks after the first poll, so they may have written another one meanwhile.
	if (entry && !isRegistered(staticData, nodeId, entry)) register(staticData, nodeId, entry);
}
