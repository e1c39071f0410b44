// What the polls of an activation know, and the wait for a look that goes on beside its poll.

import type { IPollFunctions } from 'n8n-workflow';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { processState } from '../../../nodes/Signaturit/trigger/processState';
import { until } from '../engine/until';

/** What the polls of an activation know, in this process or, by its `stateOf`, in another one. */
export function pollsOf(context: IPollFunctions, stateOf = processState) {
	const call = new Call(context);
	return stateOf(call).pollsOf(call);
}

/** A look goes on beside its poll. */
export const lookIsOver = async (context: IPollFunctions, stateOf = processState): Promise<void> =>
	await until(() => !pollsOf(context, stateOf)?.isBusy);
