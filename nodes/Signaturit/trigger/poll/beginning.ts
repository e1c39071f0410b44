import type { IPollFunctions } from 'n8n-workflow';
import {
	beginningAt,
	beginningOf,
	isRegistered,
	register,
	registrationOf,
	type Beginning,
	type Registration,
} from '../../events/registration';
import { endpoints } from '../../transport/endpoints';
import { unlessRefused } from '../../transport/errors';
import { read } from '../../transport/request';
import type { Delivery } from '../../transport/shapes';
import { toHandover, type Handover } from '../handover/handover';
import { chosenValues, type Settings } from '../panel/settings';
import type { PollState } from './pollState';

/** So many requests are remembered by which an account is known again. */
const WITNESSES = 3;

/**
 * Makes sure that the polls look into the account in which events count. With the token of another account, only what
 * happens there from now on counts: its history is not that of this workflow. A new token of the same account changes
 * nothing.
 *
 * @param account that of the credential
 * @throws NodeApiError when the service cannot be asked whether it is the same
 */
export async function keepAccount(
	this: IPollFunctions,
	state: PollState,
	settings: Settings,
	account: string | undefined,
): Promise<void> {
	const { beginning } = state;
	if (account === undefined || account === beginning.account) return;
	const isNew = beginning.account === undefined;
	if (isNew || (await knows.call(this, state, settings))) {
		state.beginning = { ...beginning, account };
	} else {
		this.logger.warn(
			`Signaturit Trigger "${this.getNode().name}": its access token belongs to another account than before. What happens there counts from now on.`,
		);
		state.beginAnew(beginningAt(Date.now(), chosenValues(settings), account));
	}
}

/** Remembers some of what an account has, until it is enough to know the account again. */
export function noteWitnesses(state: PollState, deliveries: readonly Delivery[]): void {
	const { witnesses = [] } = state.beginning;
	const ids = new Set([...witnesses, ...deliveries.map(({ id }) => id)]);
	if (ids.size === 0) return;
	state.beginning = { ...state.beginning, witnesses: [...ids].slice(0, WITNESSES) };
}

/** Whether the token can read something that is known from before. */
async function knows(
	this: IPollFunctions,
	{ beginning: { witnesses = [] }, watch }: PollState,
	{ resource }: Settings,
): Promise<boolean> {
	const ids = new Set([...witnesses, ...watch.ids.slice(-WITNESSES)]);
	for (const id of ids) {
		if (await unlessRefused(read(this, endpoints[resource].one(id)))) return true;
	}
	return false;
}

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
	const known = ownRegistration(context);
	const url = known?.url ?? '';
	const isAccount = listenTo === 'account';
	const trigger = { url, resource, isAccount, chosen: chosenValues(settings) };
	const activationMode = context.getActivationMode();
	return beginningOf(known, trigger, { activationMode, now: Date.now() });
}

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
	if (writeBeginning(this, state)) state.noteSaved();
	this.__emit([[{ json: toHandover(handover) }]], answer);
}

/**
 * Writes since when and in which account events count into the registration. If n8n must not stop without having stored
 * it, this starts an execution that gives nothing out.
 */
export function save(this: IPollFunctions, state: PollState): void {
	if (writeBeginning(this, state) && state.isUnsaved) {
		start.call(this, state, { kind: 'question', asked: [] });
	}
}

/** @returns whether there is a registration: newer n8n calls the hooks after the first poll */
function writeBeginning(context: IPollFunctions, { beginning }: PollState): boolean {
	const { id: workflowId = '' } = context.getWorkflow();
	const { id: nodeId } = context.getNode();
	const staticData = context.getWorkflowStaticData('global');
	const known = registrationOf(staticData, nodeId, workflowId);
	if (!known) return false;
	// The hooks may have written another one meanwhile.
	const entry = { ...known, ...beginning };
	if (!isRegistered(staticData, nodeId, entry)) register(staticData, nodeId, entry);
	return true;
}
