import { OperationalError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
import { reachabilityWarning } from '../../events/reachability';
import { delays } from '../../transport/delays';
import { readCredential } from '../../transport/serviceUrl';
import type { Delivery } from '../../transport/shapes';
import { fromHandover, type Handover } from '../handover/handover';
import type { PostedEvent } from '../handover/postedEvent';
import { recentPosts } from '../handover/recentPosts';
import { getDelivery } from '../lookup/delivery';
import { findDeliveryId } from '../lookup/findDeliveryId';
import { stateOf } from '../lookup/state';
import { readSettings, type Settings } from '../panel/settings';
import { fetchFiles } from './fetchFiles';
import { itemOf, type Findings } from './item';
import { recordFirstTime } from './processed';
import { selectFiles } from './selectFiles';

/**
 * Makes the item of the event that has started this execution. It emits nothing when the event was given
 * out before, or the request has not reached a selected outcome.
 *
 * The event is recorded as given out last of all. If n8n breaks down before, the event can be fired
 * again and counts; so it may come twice after a breakdown, but is never lost.
 *
 * @throws NodeApiError or OperationalError when the service's answer is needed to decide and cannot be
 * had: the execution fails, where it is seen and can be retried
 */
export async function emit(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const [item] = items;
	const handover = item && fromHandover(item.json);
	if (!handover) return [items];
	const [result] = await Promise.allSettled([outputOf.call(this, handover, readSettings(this))]);
	if (result.status === 'rejected') {
		recentPosts.forget(handover.postKey);
		throw result.reason;
	}
	return [result.value ? [{ ...result.value, pairedItem: { item: 0 } }] : []];
}

async function outputOf(
	this: IExecuteFunctions,
	handover: Handover,
	settings: Settings,
): Promise<INodeExecutionData | undefined> {
	const { posted, rawBody } = handover;
	const findings: Findings = { posted, rawBody, ...(await lookUp.call(this, handover, settings)) };
	if (settings.when === 'once') {
		findings.outcome = selectedOutcome(findings.delivery, settings);
		if (!findings.outcome) return undefined;
	}
	const { binary, missing } = await attachedFiles.call(this, findings, settings);
	const warnings = [...(findings.warnings ?? []), ...(await addressWarnings.call(this, handover))];
	const json = itemOf({ ...findings, missing, warnings });

	const isRepeatable = this.getMode() === 'manual';
	if (!isRepeatable && !(await recordFirstTime.call(this, keyOf(posted, findings)))) {
		return undefined;
	}
	return { json, ...(Object.keys(binary).length > 0 && { binary }) };
}

/** What the service says about the event now. With `each`, a failure of the service is only a warning. */
async function lookUp(
	this: IExecuteFunctions,
	{ posted, reference }: Handover,
	{ when }: Settings,
): Promise<Pick<Findings, 'deliveryId' | 'delivery' | 'warnings'>> {
	const limits = { deadline: Date.now() + delays.lookUp, repeatable: true };
	let { deliveryId } = posted.record;
	const look = async () => {
		deliveryId ??= await findDeliveryId.call(this, posted, reference, limits);
		if (deliveryId === undefined) {
			throw new OperationalError('Signaturit lists nothing it belongs to');
		}
		return await getDelivery.call(this, posted.resource, deliveryId, limits);
	};
	const [found] = await Promise.allSettled([look()]);
	if (found.status === 'fulfilled') return { deliveryId, delivery: found.value };
	if (when === 'once') throw found.reason;
	const reason = found.reason instanceof Error ? found.reason.message : String(found.reason);
	return { deliveryId, warnings: [`Only what was posted is known of this event: ${reason}`] };
}

function selectedOutcome(
	delivery: Delivery | undefined,
	{ outcomes }: Settings,
): Outcome | undefined {
	const { outcome } = stateOf(delivery?.records ?? []);
	return outcome && outcomes.includes(outcome) ? outcome : undefined;
}

async function attachedFiles(
	this: IExecuteFunctions,
	{ posted, deliveryId, delivery, outcome }: Findings,
	{ attachFiles, fileWait }: Settings,
) {
	if (deliveryId === undefined) return { binary: {}, missing: [] };
	const { resource, record } = posted;
	const records = delivery?.records ?? [record];
	const about = outcome ? records : records.filter(({ id }) => id === record.id);
	const files = selectFiles(resource, deliveryId, about, attachFiles, outcome !== undefined);
	return await fetchFiles.call(this, files, fileWait);
}

/** Only the real service has to come from the internet. */
async function addressWarnings(this: IExecuteFunctions, { address }: Handover): Promise<string[]> {
	const { environment } = readCredential(await this.getCredentials('signaturitApi'));
	const warning = environment === 'custom' ? undefined : reachabilityWarning(address);
	if (warning === undefined) return [];
	this.addExecutionHints({ message: warning, type: 'warning', location: 'outputPane' });
	return [warning];
}

/** The key under which the item is recorded as given out. */
function keyOf(
	{ record, type, createdAt }: PostedEvent,
	{ deliveryId, outcome }: Findings,
): string {
	return outcome ? `${deliveryId} ${outcome}` : `${record.id} ${type} ${createdAt}`;
}
