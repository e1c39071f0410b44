import type { IPollFunctions } from 'n8n-workflow';
import { beginningAt } from '../../events/registration';
import { endpoints } from '../../transport/endpoints';
import { unlessRefused } from '../../transport/errors';
import { read } from '../../transport/request';
import type { Delivery } from '../../transport/shapes';
import { chosenValues, type Settings } from '../panel/settings';
import type { PollState } from './pollState';
import { storeNow, writeBeginning } from './start';

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
	if (isNew) writeBeginning(this, state);
	else storeNow.call(this, state);
}

/** Remembers some of what an account has, until it is enough to know the account again. */
export function noteWitnesses(
	this: IPollFunctions,
	state: PollState,
	deliveries: readonly Delivery[],
): void {
	const { witnesses = [] } = state.beginning;
	const ids = new Set([...witnesses, ...deliveries.map(({ id }) => id)]);
	if (ids.size === 0) return;
	state.beginning = { ...state.beginning, witnesses: [...ids].slice(0, WITNESSES) };
	writeBeginning(this, state);
}

/** Whether the token can read something that is known from before. */
async function knows(
	this: IPollFunctions,
	{ beginning: { witnesses = [] }, watch }: PollState,
	{ resource }: Settings,
): Promise<boolean> {
	const ids = new Set([...witnesses, ...watch.ids.slice(-WITNESSES)]);
	for (const id of ids) {
		if (await unlessRefused(read.call(this, endpoints[resource].one(id)))) return true;
	}
	return false;
}
