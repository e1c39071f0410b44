import { z } from 'zod';
import { inAccount, WITNESSES } from '../../events/beginning';
import type { PollCall } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { unlessElsewhere } from '../../transport/errors/errors';
import { read, readAs } from '../../transport/request';
import { warn } from '../activation/subscription';
import type { Settings } from '../panel/settings';
import type { PollState } from './pollState';

/**
 * Makes sure that the polls look into the account in which events count. A token belongs to another account if it reads
 * a list and nothing that is known of the last account, all of which was answered 403 or 404. There, only what happens
 * from now on counts, or what has happened since the token belonged to it before.
 *
 * @throws NodeApiError when the service does not tell, e.g. because it refuses the token; then nothing has changed
 */
export async function keepAccount(
	call: PollCall,
	state: PollState,
	{ resource }: Settings,
	account: string | undefined,
): Promise<void> {
	const { beginning, watch } = state;
	if (account === undefined || account === beginning.account) return;
	const isReadable = async (ids: readonly string[]) => {
		for (const id of new Set(ids)) {
			const path = endpoints[resource].one(id);
			if ((await unlessElsewhere(read(call, path))) !== undefined) return true;
		}
		return false;
	};
	const { others = {}, witnesses = [] } = beginning;
	const known = [...witnesses, ...watch.ids.slice(-WITNESSES)];
	let seenAs = account in others ? account : undefined;
	if (seenAs === undefined) {
		if (beginning.account === undefined || known.length === 0 || (await isReadable(known))) {
			state.beginning = { ...beginning, account };
			return;
		}
		await readAs(call, endpoints[resource].list, {
			query: { limit: 1 },
			schema: z.array(z.unknown()),
			what: 'a list',
		});
		for (const [other, seen] of Object.entries(others)) {
			if (await isReadable(seen.witnesses ?? [])) seenAs = other;
		}
	}
	const from = seenAs === undefined ? 'now on' : 'when it was used before';
	warn(
		call,
		`its access token belongs to another account than before. What happens there counts from ${from}.`,
	);
	state.measure(await call.clockDifference());
	state.beginAnew(inAccount(state.beginning, account, seenAs, state.now));
}
