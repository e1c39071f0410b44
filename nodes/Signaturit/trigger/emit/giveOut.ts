import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import type { Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';
import type { Happening } from '../history/happening';
import { isUnclaimed, take } from '../memory/memory';
import type { Settings } from '../panel/settings';
import { fetchFiles } from './fetchFiles';
import { itemOf, recordOf } from './item';
import { selectFiles, type SelectedFile } from './selectFiles';

/** A happening with all that is known of it. */
export interface Offer {
	happening: Happening;
	/** Of the hand-over to this execution. */
	token: string;
	delivery?: Delivery;
	posted?: PostedEvent;
	rawBody?: string;
	warnings?: string[];
}

/**
 * Makes the item of a happening unless another execution has given it out.
 *
 * It is recorded as given out last of all: if n8n breaks down before, a poll offers it again. If it breaks down after,
 * the log names it. Files take long, so the execution claims them first, and copies leave them to it. A retry gives out
 * what its execution had recorded. A test records nothing, so that the active workflow gets it as well.
 *
 * @returns `given`: another execution has given it out. `claimed`: another execution fetches its files, and will give it
 * out unless it breaks down
 */
export async function giveOut(
	this: IExecuteFunctions,
	offer: Offer,
	settings: Settings,
): Promise<INodeExecutionData | 'given' | 'claimed'> {
	const { happening } = offer;
	const { key } = happening;
	const isTest = this.getMode() === 'manual';
	const isRetry = this.getMode() === 'retry';
	const files = filesOf(offer, settings);
	const period = delays.claim + settings.fileWait * 1_000;
	if (files.length > 0 && !isTest && !isRetry && !(await isUnclaimed.call(this, key, period))) {
		return 'claimed';
	}
	const { binary, missing } = await fetchFiles.call(this, files, settings.fileWait);
	const json = itemOf({ ...offer, resource: settings.resource, missing });

	if (!isTest) {
		this.logger.info(
			`Signaturit Trigger: execution ${this.getExecutionId()} gives out the event "${key}"`,
		);
		if (!(await take.call(this, key, offer.token))) return 'given';
	}
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
