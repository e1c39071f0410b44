import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { fromHandover, type KnownEvent } from '../handover/handover';
import { take, unknownOf } from '../memory/memory';
import { readSettings, type Settings } from '../panel/settings';
import { ownState } from '../process/ownState';
import { giveOut, type Offer } from './giveOut';
import { resolvePost } from './resolvePost';

/**
 * Decides what the execution that a post or a poll has started gives out, and makes the items.
 *
 * @throws NodeApiError or NodeOperationError when the service's answer is needed to decide and cannot be
 * had: the execution fails, where it is seen. Polls offer the event again
 */
export async function emit(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const input = this.getInputData();
	const [item] = input;
	const handover = item && fromHandover(item.json);
	switch (handover?.kind) {
		case 'question': {
			this.sendResponse({ body: { unknown: await unknownOf.call(this, handover.asked) } });
			return [[]];
		}
		case 'report': {
			const { key, token } = handover;
			const isOurs = this.getMode() === 'manual' || (await take.call(this, key, token));
			return [isOurs ? [{ json: handover.item, pairedItem: { item: 0 } }] : []];
		}
		case 'posted': {
			const settings = readSettings(this);
			const resolved = await resolvePost.call(this, handover, settings);
			return [await itemsOf.call(this, { ...resolved, token: handover.token }, settings)];
		}
		case 'known':
			return [await itemsOf.call(this, handover, readSettings(this))];
		default:
			return [input];
	}
}

async function itemsOf(
	this: IExecuteFunctions,
	known: Omit<KnownEvent, 'kind' | 'delivery'> & Pick<Offer, 'delivery' | 'token'>,
	settings: Settings,
): Promise<INodeExecutionData[]> {
	const own = ownState.call(this);
	const items: INodeExecutionData[] = [];
	for (const happening of known.happenings) {
		const [result] = await Promise.allSettled([
			giveOut.call(this, { ...known, happening }, settings),
		]);
		if (result.status === 'rejected') {
			own.handedOver.delete(happening.key);
			throw result.reason;
		}
		const { value } = result;
		if (typeof value === 'object') items.push({ ...value, pairedItem: { item: 0 } });
		if (value !== 'claimed' && this.getMode() !== 'manual') own.given.add(happening.key);
	}
	return items;
}
