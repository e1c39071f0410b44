import {
	OperationalError,
	sleep,
	type IExecuteFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { inBatches } from '../../database/batches';
import { delays } from '../../transport/delays';
import { PAGE_SIZE } from '../../transport/lists/paging';
import type { Reading } from '../../transport/request';
import type { Delivery } from '../../transport/shapes';
import { nodeKey, type Gates } from '../process/ownState';

/** What reads for the trigger: a post, or the execution that it has started. */
export type TriggerContext = IExecuteFunctions | IWebhookFunctions;

/** Where calls take turns. Those with the same name are made alike. */
export interface Turns extends Gates {
	name: string;
	isPrivileged: boolean;
}

/** How long a look-up may take, and whether failed calls are made again. */
export interface LookupLimits {
	/** When the answer must be there, in milliseconds since 1970. */
	deadline: number;
	/** Milliseconds for the calls alone. */
	longest?: number;
	repeatable?: boolean;
}

/** What is looked for, and when the answer must be there, in milliseconds since 1970. */
interface Wanted {
	id: string;
	deadline: number;
}

/**
 * The part of a request that keeps to the limits.
 *
 * @throws OperationalError when the time is over
 */
export function withinLimits({
	deadline,
	repeatable = false,
}: LookupLimits): Pick<Reading, 'timeout' | 'repeatable'> {
	const timeout = deadline - Date.now();
	if (timeout <= 0) throw new OperationalError('Signaturit could not be asked in time');
	return { timeout, repeatable };
}

/**
 * Calls the service when it is its turn.
 *
 * @throws what the call throws
 */
export async function inTurn<Result>(
	limits: LookupLimits,
	{ isPrivileged, all }: Turns,
	call: (limits: LookupLimits) => Promise<Result>,
): Promise<Result> {
	return await all.run(isPrivileged, async () => await call(fromNow(limits)));
}

/**
 * Calls the service once for all who look for something in the same place and wait for their turn at the same
 * moment.
 *
 * @param place names what is read
 * @param id of what is looked for there
 * @param call answers for each id, in their order
 * @throws what the call throws
 */
export async function jointly(
	this: TriggerContext,
	place: string,
	id: string,
	limits: LookupLimits,
	turns: Turns,
	call: (
		context: TriggerContext,
		ids: string[],
		limits: LookupLimits,
	) => Promise<Array<Delivery | undefined>>,
): Promise<Delivery | undefined> {
	const { name, isPrivileged, joint, all } = turns;
	const credential = this.getNode().credentials?.signaturitApi?.id ?? '';
	// Others wait for the answer too, so stopping this execution does not end it.
	const context = Object.create(this, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as TriggerContext;
	return await inBatches(
		[name, isPrivileged, credential, nodeKey.call(this), place].join(' '),
		{ id, deadline: limits.deadline },
		async (take: () => Wanted[]) => {
			const callForAll = async () => {
				const wanted = take();
				const deadline = Math.max(...wanted.map((one) => one.deadline));
				const ids = wanted.map((one) => one.id);
				return await call(context, ids, fromNow({ ...limits, deadline }));
			};
			await sleep(delays.gather);
			return await joint.run(isPrivileged, async () => await all.run(isPrivileged, callForAll));
		},
		PAGE_SIZE,
	);
}

function fromNow({ deadline, longest = Infinity, repeatable }: LookupLimits): LookupLimits {
	return { deadline: Math.min(deadline, Date.now() + longest), repeatable };
}
