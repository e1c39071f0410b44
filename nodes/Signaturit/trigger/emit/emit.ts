import { OperationalError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { readCredential } from '../../transport/serviceUrl';
import type { Outcome } from '../../events/catalogue';
import type { PostedEvent } from '../receive/event';
import { fetchFiles, wantedFiles } from './files';
import { guard } from '../handover/recentPosts';
import { fromHandover, type Handover } from '../handover/handover';
import { itemOf, type Findings } from './item';
import { locate } from '../lookup/findDelivery';
import { getParent, type Parent } from '../lookup/delivery';
import { reachabilityWarning } from '../../events/reachability';
import { isFirst } from './processed';
import { settingsOf, type Settings } from '../panel/settings';
import { stateOf } from '../lookup/state';

/** Longest to look something up at the service, in milliseconds. */
const LOOK_MS = 120_000;

/**
 * Makes the item of the event that has started this execution, or ends it silently when the event has
 * been given out before, or the request has not come to a chosen end.
 *
 * It is recorded as given out last of all. If n8n breaks down before, the event can be fired again and
 * counts; so it may come twice after a breakdown, but is never lost.
 *
 * @throws NodeApiError or OperationalError when it takes the service's answer to decide, and none can
 * be had: the execution fails, where it is seen and can be retried
 */
export async function emit(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const [item] = items;
	const handover = item && fromHandover(item.json);
	if (!handover) return [items];
	const [result] = await Promise.allSettled([outputOf.call(this, handover, settingsOf(this))]);
	if (result.status === 'rejected') {
		guard.forget(handover.postKey);
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
		findings.outcome = chosenOutcome(findings.parent, settings);
		if (!findings.outcome) return undefined;
	}
	const { binary, missing } = await attached.call(this, findings, settings);
	const warnings = [...(findings.warnings ?? []), ...(await addressWarnings.call(this, handover))];
	const json = itemOf({ ...findings, missing, warnings });

	const isRepeatable = this.getMode() === 'manual';
	if (!isRepeatable && !(await isFirst.call(this, keyOf(posted, findings)))) return undefined;
	return { json, ...(Object.keys(binary).length > 0 && { binary }) };
}

/** What the service tells about the event now. With `each`, a service that fails is only a warning. */
async function lookUp(
	this: IExecuteFunctions,
	{ posted, reference }: Handover,
	{ when }: Settings,
): Promise<Pick<Findings, 'parentId' | 'parent' | 'warnings'>> {
	const patience = { deadline: Date.now() + LOOK_MS, repeatable: true };
	let { parentId } = posted.record;
	const look = async () => {
		parentId ??= await locate.call(this, posted, reference, patience);
		if (parentId === undefined) {
			throw new OperationalError('Signaturit lists nothing it belongs to');
		}
		return await getParent.call(this, posted.resource, parentId, patience);
	};
	const [found] = await Promise.allSettled([look()]);
	if (found.status === 'fulfilled') return { parentId, parent: found.value };
	if (when === 'once') throw found.reason;
	const reason = found.reason instanceof Error ? found.reason.message : String(found.reason);
	return { parentId, warnings: [`Only what was posted is known of this event: ${reason}`] };
}

function chosenOutcome(parent: Parent | undefined, { outcomes }: Settings): Outcome | undefined {
	const { outcome } = stateOf(parent?.records ?? []);
	return outcome && outcomes.includes(outcome) ? outcome : undefined;
}

async function attached(
	this: IExecuteFunctions,
	{ posted, parentId, parent, outcome }: Findings,
	{ attachFiles, fileWait }: Settings,
) {
	if (parentId === undefined) return { binary: {}, missing: [] };
	const { resource, record } = posted;
	const records = parent?.records ?? [record];
	const about = outcome ? records : records.filter(({ id }) => id === record.id);
	const wanted = wantedFiles(resource, parentId, about, attachFiles, outcome !== undefined);
	return await fetchFiles.call(this, wanted, fileWait);
}

/** Only the real service has to come from the internet. */
async function addressWarnings(this: IExecuteFunctions, { address }: Handover): Promise<string[]> {
	const { environment } = readCredential(await this.getCredentials('signaturitApi'));
	const warning = environment === 'custom' ? undefined : reachabilityWarning(address);
	if (warning === undefined) return [];
	this.addExecutionHints({ message: warning, type: 'warning', location: 'outputPane' });
	return [warning];
}

function keyOf({ record, type, createdAt }: PostedEvent, { parentId, outcome }: Findings): string {
	return outcome ? `${parentId} ${outcome}` : `${record.id} ${type} ${createdAt}`;
}
