import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { instant } from '../../events/state';
import { delays } from '../../transport/delays';
import {
	deliveryFiles,
	downloadFiles,
	isMade,
	type DeliveryFile,
} from '../../transport/files/deliveryFiles';
import type { TrackedRecord } from '../../transport/shapes';
import { fromHandover, type KnownEvent } from '../handover/handover';
import { take, unknownOf } from '../memory/memory';
import { readSettings, type Settings } from '../panel/settings';
import { Ledger, ownState } from '../process/ownState';
import { itemOf, recordOf, type Findings } from './item';
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
	known: Omit<Offer, 'happening'> & Pick<KnownEvent, 'happenings'>,
	settings: Settings,
): Promise<INodeExecutionData[]> {
	// A test leaves the event to the active workflow.
	const ledger = this.getMode() === 'manual' ? new Ledger() : ownState.call(this).ledger;
	const items: INodeExecutionData[] = [];
	for (const happening of known.happenings) {
		const { key, createdAt } = happening;
		ledger.start(key, delays.poll.offerAgain);
		const [result] = await Promise.allSettled([
			giveOut.call(this, { ...known, happening }, settings),
		]);
		if (result.status === 'rejected') {
			// What a poll has started, it starts again after a while.
			if (known.posted) ledger.fail(key);
			throw result.reason;
		}
		if (result.value) items.push({ ...result.value, pairedItem: { item: 0 } });
		ledger.give(key, instant(createdAt));
	}
	return items;
}

/** A happening with all that is known of it, and the token of the hand-over to this execution. */
type Offer = Omit<Findings, 'resource' | 'missing'> & { token: string };

/**
 * Makes the item of a happening unless another execution has given it out.
 *
 * It is recorded as given out last of all: if n8n breaks down before, a poll offers it again. If it breaks down after,
 * the log names it. A retry gives out what its execution had recorded. A test records nothing, so that the active
 * workflow gets it as well.
 *
 * @returns `undefined` if another execution has given it out
 */
async function giveOut(
	this: IExecuteFunctions,
	offer: Offer,
	settings: Settings,
): Promise<INodeExecutionData | undefined> {
	const { key } = offer.happening;
	// The service makes the audit trail some time after the signed PDF. One file after the other: many events come at once.
	const deadline = Date.now() + settings.fileWait * 1_000;
	const how = { width: 1, deadline };
	const { binary, missing } = await downloadFiles.call(this, filesOf(offer, settings), how);
	const json = itemOf({ ...offer, resource: settings.resource, missing });
	if (this.getMode() !== 'manual') {
		this.logger.info(
			`Signaturit Trigger: execution ${this.getExecutionId()} gives out the event "${key}"`,
		);
		if (!(await take.call(this, key, offer.token))) return undefined;
	}
	return { json, ...(Object.keys(binary).length > 0 && { binary }) };
}

/** The files of the chosen kinds that exist by what has happened, or soon will. */
function filesOf(offer: Offer, { resource, attachFiles }: Settings): DeliveryFile[] {
	const { happening, delivery } = offer;
	const deliveryId = delivery?.id ?? offer.posted?.record.deliveryId;
	if (deliveryId === undefined) return [];
	const isEnd = happening.outcome !== undefined;
	const records = isEnd ? (delivery?.records ?? []) : [recordOf(offer) ?? []].flat();
	// With the signed PDF, the audit trail is being made.
	const kindsOf = (record: TrackedRecord) =>
		attachFiles.filter(
			(kind) => isMade(resource, kind, record) || isMade(resource, 'signed', record),
		);
	return deliveryFiles(resource, deliveryId, records, kindsOf, isEnd);
}
