// Decides in an execution whether a happening is given out, and makes its item.

import type { INodeExecutionData } from 'n8n-workflow';
import { instant } from '../events/state';
import type { ExecuteCall } from '../transport/call';
import { showHint } from '../transport/entry';
import { triggerDelays } from './delays';
import {
	deliveryFiles,
	downloadFiles,
	isMade,
	type DeliveryFile,
	isExpected,
} from '../events/deliveryFiles';
import type { TrackedRecord } from '../transport/shapes';
import { NOT_ASKED } from './gate';
import { walk } from './gates';
import { type Happening, fromHandover } from './history';
import { answerQuestion } from './memory';
import { readSettings, type Settings } from './settings';
import { processState, runState } from './processState';
import { itemOf, recordOf, type Findings } from './item';

/**
 * Gives out what an execution was started with, if it passes the gates that are asked there (`gates`), and makes the items.
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
			const notGivenOut = await answerQuestion(call, asked);
			call.n8n.sendResponse({ body: { notGivenOut } });
			say(
				call,
				asked.length > 0
					? `Nothing is given out here. A poll asked which events came before: ${asked.length - notGivenOut.length} of ${asked.length}. Each of the others gets an execution of its own.`
					: 'Nothing is given out here. It lets n8n store what the polls know.',
			);
			return [[]];
		}
		case 'report': {
			const { key, handoverId } = handover;
			const { stoppedBy } = await walk('end', { call, key, handoverId });
			return [stoppedBy ? [] : [{ json: handover.item, pairedItem: { item: 0 } }]];
		}
		case 'posted': {
			const settings = readSettings(call);
			const finding = NOT_ASKED;
			const arrived = { call, settings, post: handover, finding, happenings: [] };
			const { passing } = await walk('execution', arrived);
			const {
				finding: { delivery },
				happenings,
				warnings,
				says,
			} = passing;
			if (says) say(call, says);
			const happened = { ...handover, delivery, happenings, warnings };
			return [await itemsOf(call, happened, settings)];
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

/** The happenings, and the ID of their hand-over. */
interface Happened extends Omit<Findings, 'resource' | 'happening' | 'missing'> {
	happenings: readonly Happening[];
	handoverId: string;
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
	if (call.n8n.getMode() !== 'manual') log(call, `takes the event "${key}"`);
	const { stoppedBy } = await walk('end', { call, key, handoverId: happened.handoverId });
	if (stoppedBy) {
		say(call, `The event "${key}" came before, nothing is given out.`);
		return undefined;
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
