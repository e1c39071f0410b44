import { sleep, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { endpoints } from '../../transport/endpoints';
import { unlessNotFound } from '../../transport/errors';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { readAs } from '../../transport/request';
import { deliveryPageSchema, type Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';
import { inBatches } from '../../database/batches';
import { nodeKey } from '../process/nodeKey';
import type { Gates } from '../process/ownState';
import { getDelivery, withinLimits, type LookupLimits } from './delivery';

/** What reads for the trigger: a post, or the execution that it has started. */
export type TriggerContext = IExecuteFunctions | IWebhookFunctions;

/** Where reads take turns. Those with the same name are made alike. */
export interface Turns extends Gates {
	name: string;
	isPrivileged: boolean;
}

/** How long a read may take. */
export interface JointLimits extends LookupLimits {
	/** Milliseconds for the call alone. */
	longest: number;
}

/** A request to read, and when its answer must be there, in milliseconds since 1970. */
interface Wanted {
	id: string;
	deadline: number;
}

/** What a post names goes into a query with commas, and ids are short (docs/service.md#ids-and-dates). */
const PLAIN_ID = /^[\w-]{1,64}$/;

/** The id of the signature request that a post names, if it can be read together with others. */
export function jointId({ resource, record: { deliveryId } }: PostedEvent): string | undefined {
	const isPlain = resource === 'signature' && PLAIN_ID.test(deliveryId ?? '');
	return isPlain ? deliveryId : undefined;
}

/**
 * Reads a signature request together with others that wait for their turn at the same moment: the list
 * takes up to a hundred ids in one call (docs/service.md#filters).
 *
 * @param id of `jointId`
 * @returns `undefined` if it is not in the answer. That does not say that there is none: then it is to be read
 * alone
 * @throws NodeApiError with the service's own words, or when the time is over
 */
export async function readJointly(
	this: TriggerContext,
	id: string,
	limits: JointLimits,
	{ name, isPrivileged, joint, all }: Turns,
): Promise<Delivery | undefined> {
	const credential = this.getNode().credentials?.signaturitApi?.id ?? '';
	return await inBatches(
		[name, isPrivileged, credential, nodeKey.call(this)].join(' '),
		{ id, deadline: limits.deadline },
		async (take: () => Wanted[]) => {
			const call = async () => {
				const wanted = take();
				const found = await readAll.call(this, wanted, limits);
				return wanted.map((one) => found.find((delivery) => delivery.id === one.id));
			};
			await sleep(delays.gather);
			return await joint.run(isPrivileged, async () => await all.run(isPrivileged, call));
		},
		PAGE_SIZE,
	);
}

async function readAll(
	this: TriggerContext,
	wanted: readonly Wanted[],
	{ longest, repeatable }: JointLimits,
): Promise<Delivery[]> {
	// What has waited for long does not cut the others short.
	const least = Date.now() + delays.lastLook;
	const ends = wanted.map(({ deadline }) => deadline).filter((end) => end > least);
	const limits = { deadline: Math.min(Date.now() + longest, ...ends), repeatable };
	// Others wait for the answer too, so stopping this execution does not end it.
	const context = Object.create(this, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as TriggerContext;
	const [first = '', ...others] = new Set(wanted.map(({ id }) => id));
	if (others.length === 0) {
		const answer = getDelivery.call(context, 'signature', first, limits);
		return [(await unlessNotFound(answer)) ?? []].flat();
	}
	const { entries } = await readAs(context, {
		path: endpoints.signature.list,
		query: { ids: [first, ...others].join(','), limit: PAGE_SIZE },
		schema: deliveryPageSchema,
		what: 'a list',
		...withinLimits(limits),
	});
	return entries;
}
