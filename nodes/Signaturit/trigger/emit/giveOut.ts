import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import type { Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';
import type { Happening } from '../history/happening';
import { isFirstTime, isUnclaimed } from '../memory/memory';
import type { Settings } from '../panel/settings';
import { fetchFiles } from './fetchFiles';
import { itemOf, recordOf } from './item';
import { selectFiles, type SelectedFile } from './selectFiles';

/** A happening with all that is known of it. */
export interface Offer {
	happening: Happening;
	delivery?: Delivery;
	posted?: PostedEvent;
	rawBody?: string;
	warnings?: string[];
}

/**
 * Makes the item of a happening unless it was given out before.
 *
 * It is recorded as given out last of all: if n8n breaks down before, a poll offers it again. Files take
 * long, so the execution claims them first, and copies leave them to it. A test, and a retry of an
 * execution, give it out again; a test does not record it, so that the active workflow gets it as well.
 *
 * @returns `given`: it was given out before. `claimed`: another execution fetches its files, and will give it
 * out unless it breaks down
 */
export async function giveOut(
	this: IExecuteFunctions,
	offer: Offer,
	settings: Settings,
): Promise<INodeExecutionData | 'given' | 'claimed'> {
	const { happening } = offer;
	const isTest = this.getMode() === 'manual';
	const isRepeatable = isTest || this.getMode() === 'retry';
	const files = filesOf(offer, settings);
	const period = delays.claim + settings.fileWait * 1_000;
	if (files.length > 0 && !isRepeatable && !(await isUnclaimed.call(this, happening.key, period))) {
		return 'claimed';
	}
	const { binary, missing } = await fetchFiles.call(this, files, settings.fileWait);
	const json = itemOf({ ...offer, resource: settings.resource, missing });

	const isNew = isTest || (await isFirstTime.call(this, happening.key));
	if (!isNew && !isRepeatable) return 'given';
	return { json, ...(Object.keys(binary).length > 0 && { binary }) };
}

function filesOf(offer: Offer, { resource, attachFiles }: Settings): SelectedFile[] {
	const { happening, delivery } = offer;
	const deliveryId = delivery?.id ?? offer.posted?.record.deliveryId;
	if (deliveryId === undefined) return [];
	const isEnd = happening.outcome !== undefined;
	const records = isEnd ? (delivery?.records ?? []) : [recordOf(offer) ?? []].flat();
	return selectFiles(resource, deliveryId, records, attachFiles, isEnd);
}
