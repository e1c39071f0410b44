// Decides in an execution whether a happening is given out, and makes its item.

import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { instant } from '../events/state';
import type { ExecuteCall } from '../transport/call';
import { showHint } from '../transport/entry';
import { delays } from '../transport/deadline';
import { triggerDelays } from './delays';
import { textForLog } from '../transport/errors/errors';
import {
	deliveryFiles,
	downloadFiles,
	isMade,
	type DeliveryFile,
	isExpected,
} from '../events/deliveryFiles';
import type { TrackedRecord } from '../transport/shapes';
import { happeningOf, startedBy, type Happening, fromHandover, type PostedOnly } from './history';
import { confirmEvent } from './confirm';
import { countedOf } from './counted';
import { take, notGivenOut } from './memory';
import { readSettings, startsWorkflow, type Settings } from './settings';
import { processState, runState } from './processState';
import { itemOf, recordOf, type Findings } from './item';

/**
 * Decides which happenings an execution gives out, and makes the items. An event comes by 1 or by 2, and then passes 3.
 *
 * 1. A post (`receive`): from an allowed address; an event of this resource; of a chosen type, or one that may bring a
 *    chosen outcome; not of a subscription that is left over; known to the service (`confirmEvent`); chosen, and not
 *    awaited by *Send and Wait* (`startedBy`); neither given out nor under way in this process (`isOpen`). If the service
 *    cannot be asked, or need not be (*Confirm Events With Signaturit*), the execution starts before that: here,
 *    `resolvePost` asks the service and `startedBy`. Since events count (`countedOf`). Not asked: whose request it is.
 * 2. A poll: in the histories of its own deliveries (`readChanges`); not awaited, and chosen (`happeningsIn`); since
 *    events count, and not settled (`isLookedFor`); neither given out nor under way in this process (`openAmong`); if
 *    another process may have given it out (`mayBeGiven`), not in the memory (`notGivenOut`).
 * 3. Here, `take` alone lets it out, in n8n's database for all processes: once, and again only for the Retry of the
 *    execution that has recorded it. A test does not ask it.
 *
 * @throws NodeApiError or NodeOperationError when the service's answer is needed to decide and
 * does not come: the execution fails, where it is seen. Polls start another one
 */
export async function emit(call: ExecuteCall): Promise<INodeExecutionData[][]> {
	const input = call.n8n.getInputData();
	const [item] = input;
	const handover = item && fromHandover(item.json);
	if (call.n8n.getMode() !== 'manual') processState(call).executionsRun = 'here';
	switch (handover?.kind) {
		case 'question': {
			const { asked } = handover;
			const open = await notGivenOut(call, asked);
			call.n8n.sendResponse({ body: { notGivenOut: open } });
			say(
				call,
				asked.length > 0
					? `Nothing is given out here. A poll asked which events came before: ${asked.length - open.length} of ${asked.length}. Each of the others gets an execution of its own.`
					: 'Nothing is given out here. It lets n8n store what the polls know.',
			);
			return [[]];
		}
		case 'report': {
			const { key, token } = handover;
			const isOurs = call.n8n.getMode() === 'manual' || (await take(call, key, token));
			return [isOurs ? [{ json: handover.item, pairedItem: { item: 0 } }] : []];
		}
		case 'posted': {
			const settings = readSettings(call);
			const resolved = await resolvePost(call, handover, settings);
			const { delivery, happenings: all } = resolved;
			const happenings = await countedOf(call, handover.begun, all, delivery);
			if (happenings.length < all.length) {
				say(call, 'What happened before the workflow was published is not given out.');
			}
			return [await itemsOf(call, { ...handover, ...resolved, happenings }, settings)];
		}
		case 'happenings': {
			const items = await itemsOf(call, handover, readSettings(call));
			// The poll then starts the next execution.
			if (call.n8n.getMode() === 'trigger') call.n8n.sendResponse({ body: {} });
			return [items];
		}
		default:
			return [input];
	}
}

/** Explains the execution in the output and in n8n's log. */
function say(call: ExecuteCall, message: string): void {
	showHint(call, 'info', message);
	log(call, `says: ${message}`);
}

function log(call: ExecuteCall, message: string): void {
	call.log('info', `Signaturit Trigger: execution ${call.n8n.getExecutionId()} ${message}`);
}

/** The happenings, and the token of their hand-over. */
interface Happened extends Omit<Findings, 'resource' | 'happening' | 'missing'> {
	happenings: Happening[];
	token: string;
}

/**
 * Finds the happenings of an unconfirmed post. If it must be confirmed, the service is asked again and again. Otherwise
 * the post is believed: the service is read for the details, and alone tells whether a whole request has ended.
 */
async function resolvePost(
	call: ExecuteCall,
	{ posted, reference, postKey, mustBeConfirmed }: PostedOnly,
	settings: Settings,
): Promise<Pick<Happened, 'delivery' | 'happenings' | 'warnings'>> {
	const { execution, believed: ofBelieved } = delays.looks;
	const finding = await confirmEvent(call, posted, reference, {
		...(mustBeConfirmed ? execution : ofBelieved),
		isPrivileged: true,
		isBelieved: !mustBeConfirmed,
	});
	processState(call).unconfirmed.delete(postKey);
	const { type, createdAt, record } = posted;
	const believed = { type, createdAt, nth: 1 };
	const { delivery, event = mustBeConfirmed ? undefined : believed } = finding;
	if (delivery && event) {
		return { delivery, happenings: startedBy(delivery, record.id, event, settings) };
	}
	if (mustBeConfirmed) {
		const message =
			finding.kind === 'absent'
				? 'An event that was posted here was not found at Signaturit'
				: 'Signaturit could not be asked about an event that was posted here';
		throw new NodeOperationError(call.node, message, {
			description:
				'Nothing was started, because anybody who knows the address of this trigger can post to it. If the event is real, a later poll finds it. Polls do not look at certified SMS of one workflow, nor at requests that have only the production URL of this trigger: for those, retry this execution.',
		});
	}
	if (!startsWorkflow(settings, type)) {
		if (finding.kind === 'failed') throw finding.error;
		throw new NodeOperationError(
			call.node,
			'The request of an event that was posted here was not found at Signaturit',
			{
				description:
					'Nothing was started, as nobody can tell whether the request has ended. Check that the credential belongs to the account that has sent it.',
			},
		);
	}
	const reason =
		finding.kind === 'failed'
			? textForLog(finding.error)
			: 'what it belongs to was not found at Signaturit';
	return {
		happenings: [happeningOf(record.id, believed)],
		warnings: [`Only what was posted is known of this event: ${reason}`],
	};
}

async function itemsOf(call: ExecuteCall, happened: Happened, settings: Settings) {
	const { progress } = runState(call);
	const items: INodeExecutionData[] = [];
	for (const happening of happened.happenings) {
		const { key, createdAt } = happening;
		progress.lease(key, triggerDelays.poll.startAgain);
		const item = await giveOut(call, happened, happening, settings).catch((error: unknown) => {
			// For a happening that a poll has found, the poll starts another execution after a while.
			if (happened.posted) progress.fail(key);
			throw error;
		});
		if (item) items.push({ ...item, pairedItem: { item: 0 } });
		progress.noteGiven(key, instant(createdAt));
	}
	return items;
}

/**
 * Makes the item of a happening, and records it as given out last of all. If n8n breaks down before, a poll starts
 * another execution for it; after, the log names it. A test records nothing, so that the active workflow gets it too.
 *
 * @returns `undefined` if another execution has given it out
 */
async function giveOut(
	call: ExecuteCall,
	happened: Happened,
	happening: Happening,
	settings: Settings,
): Promise<INodeExecutionData | undefined> {
	const { key } = happening;
	// The service makes the audit trail some time after the signed PDF. One file at a time: many events come at once.
	const patience = settings.fileWait * 1_000;
	const found = { ...happened, happening, resource: settings.resource };
	const files = filesOf(found, settings.attachFiles);
	const { binary, missing } = await downloadFiles(call, files, { width: 1, patience });
	const json = itemOf({ ...found, missing });
	if (call.n8n.getMode() !== 'manual') {
		log(call, `takes the event "${key}"`);
		if (!(await take(call, key, happened.token))) {
			say(call, `The event "${key}" came before, nothing is given out.`);
			return undefined;
		}
	}
	return { json, ...(Object.keys(binary).length > 0 && { binary }) };
}

/** The files of the chosen kinds that exist after this happening, or soon will. */
function filesOf(findings: Findings, kinds: Settings['attachFiles']): DeliveryFile[] {
	const { resource, happening, delivery, posted } = findings;
	const id = delivery?.id ?? posted?.record.deliveryId;
	if (id === undefined) return [];
	const isOutcome = happening.outcome !== undefined;
	const records = isOutcome ? (delivery?.records ?? []) : [recordOf(findings) ?? []].flat();
	// With the signed PDF, the audit trail is being made.
	const kindsOf = (record: TrackedRecord) =>
		kinds.filter(
			(kind) =>
				isMade(resource, kind, record) ||
				(isExpected(kind, record) && isMade(resource, 'signed', record)),
		);
	const known = delivery ?? { id, data: {}, records };
	return deliveryFiles(resource, known, kindsOf, isOutcome, records);
}
