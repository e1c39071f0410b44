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

/** How something is looked up, and where the calls take turns. Those with the same name are made alike. */
export interface Lookup extends Gates {
	name: string;
	isPrivileged: boolean;
	/** When the answer must be there, in milliseconds since 1970. */
	deadline: number;
	/** Milliseconds for the calls alone. */
	longest: number;
}

/** The part of a request that keeps to the time. It is made once: there are other looks. */
export type InTime = Pick<Reading, 'timeout' | 'repeatable'>;

/** What is looked for, and when the answer must be there, in milliseconds since 1970. */
interface Wanted {
	id: string;
	deadline: number;
}

/**
 * Calls the service when it is its turn.
 *
 * @throws what the call throws, and OperationalError when the time is over
 */
export async function inSlot<Result>(
	lookup: Lookup,
	call: (inTime: () => InTime) => Promise<Result>,
): Promise<Result> {
	const { all, isPrivileged } = lookup;
	return await all.run(isPrivileged, async () => await call(timeOf(lookup)));
}

/** The time that is left for calls that begin now. */
function timeOf({ deadline, longest }: Pick<Lookup, 'deadline' | 'longest'>): () => InTime {
	const end = Math.min(deadline, Date.now() + longest);
	return () => {
		const timeout = end - Date.now();
		if (timeout <= 0) throw new OperationalError('Signaturit could not be asked in time');
		return { timeout, repeatable: false };
	};
}

/**
 * Calls the service once for all who look for something in the same place and wait for their turn at the same
 * moment.
 *
 * @param place names what is read
 * @param id of what is looked for there
 * @param call answers for each id, in their order
 * @throws what the call throws, and OperationalError when the time is over
 */
export async function jointly(
	this: TriggerContext,
	place: string,
	id: string,
	lookup: Lookup,
	call: (
		context: TriggerContext,
		ids: string[],
		inTime: () => InTime,
	) => Promise<Array<Delivery | undefined>>,
): Promise<Delivery | undefined> {
	const { name, isPrivileged, joint, all, deadline, longest } = lookup;
	const credential = this.getNode().credentials?.signaturitApi?.id ?? '';
	// Others wait for the answer too, so stopping this execution does not end it.
	const context = Object.create(this, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as TriggerContext;
	return await inBatches(
		[name, isPrivileged, credential, nodeKey.call(this), place].join(' '),
		{ id, deadline },
		async (take: () => Wanted[]) => {
			await sleep(delays.gather);
			const callForAll = async () => {
				const wanted = take();
				const ids = wanted.map((one) => one.id);
				const last = Math.max(...wanted.map((one) => one.deadline));
				return await call(context, ids, timeOf({ deadline: last, longest }));
			};
			return await joint.run(isPrivileged, async () => await all.run(isPrivileged, callForAll));
		},
		PAGE_SIZE,
	);
}
