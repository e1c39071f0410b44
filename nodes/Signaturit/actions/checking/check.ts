// The operation that says what another one would send, and sends nothing.

import type { IDataObject } from 'n8n-workflow';
import type { ExecuteCall } from '../../transport/call';
import type { ItemError } from '../../transport/errors/errors';
import { isTool, reviewsToolCalls } from '../../n8n/variant';
import { denied } from '../agent/approval';
import { failureOf } from '../agent/ends';
import { asksModel } from '../agent/ownTexts';
import { namedRows } from '../failedRows';
import { itemErrorOf, problemsIn, sayUnsent, type ItemResult } from '../itemResult';
import type { Operation, ReadOperation } from '../operation';
import { creations, type Creation } from '../sending/creation';
import { findOnly, wantedOf } from '../sending/find';
import { checkFound } from '../sending/found';
import { copiedNotes, type Notes } from '../sending/notes';
import { storedDataHints } from '../sending/storedData';
import { checkOnlyOption } from './option';
import { accountFacts, brandingNamed, shownDocuments } from './reads';
import {
	checkedRow,
	sameInEarlierRow,
	type CheckedRow,
	type Describe,
	type RowFindings,
} from './row';
import { shownRecipients, shownSettings, shownTexts } from './shown';

/**
 * The operation that says what another one would send. It only reads, and holds nothing that could send: of the other
 * operation it has the values alone (`describe`). Notes are read in a copy, and nothing is reserved.
 *
 * @param name e.g. `signature.create`
 */
export function checkOf(operation: Operation, describe: Describe, name: string): ReadOperation {
	const { action, description, isSlow, fields } = operation;
	return {
		name: operation.name,
		action,
		description,
		isSlow,
		fields,
		reads: true,
		async run(call, item) {
			const notes = () => call.once('copied notes', () => copiedNotes(call, operation, name));
			return [{ json: await checkRow(call, item, { operation, describe, notes }) }];
		},
		conclude,
	};
}

/** The operation that is checked, and the notes of the node. */
interface Checked {
	operation: Operation;
	describe: Describe;
	notes: () => Notes;
}

/** What would go out for a row, or why it would not. It throws nothing: n8n would try the node again. */
async function checkRow(call: ExecuteCall, item: number, checked: Checked): Promise<IDataObject> {
	const errors: ItemError[] = [];
	const hints: string[] = [];
	const findings: RowFindings = {
		hints,
		attempt: async (part) =>
			await part().catch(async (thrown: unknown) => {
				const error = await call.filtered(itemErrorOf(call.node, thrown, item));
				sayUnsent(error, 'untold');
				errors.push(error);
				return undefined;
			}),
	};
	const row = await findings.attempt(async () =>
		checkedRow(call, item, checked.operation, checked.describe),
	);
	const creation = row && (await findings.attempt(async () => await row.creation));
	hints.push(...(creation?.hints ?? []));
	const earlier =
		creation &&
		(await findings.attempt(async () => await existingFor(call, row, creation, checked, hints)));
	const account = await findings.attempt(async () => await accountFacts(call));
	const shown = creation && {
		recipients: shownRecipients(creation),
		documents: await shownDocuments(call, creation, findings),
		texts: shownTexts(creation.fields),
	};
	const brandingName = creation && (await brandingNamed(call, creation.fields, findings));
	const ofTool = isTool(call.node);
	const problems = errors.flatMap((error) =>
		// A model is not told the advice, which is for people.
		ofTool ? failureOf(call, error).facts : problemsIn(error),
	);
	call.tell(...hints);
	const json: IDataObject = {
		checkOnly: true,
		wouldSend: problems.length === 0 && !earlier,
		problems: [...new Set(problems)].map(call.conceal),
		hints: hints.map(call.conceal),
		...shown,
		settings: {
			...account,
			...(row?.reference !== undefined && { reference: row.reference }),
			...(earlier?.id !== undefined && { existingId: earlier.id }),
			...(brandingName !== undefined && { brandingName }),
			...(creation && shownSettings(creation)),
		},
	};
	if (reviewsToolCalls(call.node)) return { ...json, ...denied(OF_REVIEW) };
	if (!ofTool) return json;
	const message = wordsForModel(call, errors[0], earlier !== undefined);
	return { result: 'checked', message, ...json };
}

/** A creation that exists already, or that an earlier row would send. */
interface EarlierCreation {
	/** Missing if it does not exist yet. */
	id?: string;
}

/**
 * The creation that would be given out for a row, so that nothing would be sent. If there is none, looks whether the
 * limits of a tool admit the sending.
 */
async function existingFor(
	call: ExecuteCall,
	row: CheckedRow,
	creation: Creation,
	{ notes }: Checked,
	hints: string[],
): Promise<EarlierCreation | undefined> {
	const note = await notes().open(call, row.item);
	const wanted = wantedOf(call, row.item, creation.resource, note, creation);
	const sending = { creation, note, ...wanted };
	const found = await findOnly(call, sending);
	if (found) {
		checkFound(call, sending, found);
		if (found.by === 'Reference') hints.push(...storedDataHints(creation, found.existing));
		const { id } = found.existing.delivery;
		const { noun } = creations[creation.resource];
		hints.push(`The ${noun} ${id} exists already: it would be given out, and nothing sent.`);
		return { id };
	}
	const same = await sameInEarlierRow(call, row, creation);
	if (same !== undefined) {
		hints.push(same);
		return {};
	}
	note.facts.rules?.admit(creation)();
	// It gives the hints about where events go.
	await creation.track(creation.fields, note.facts.reference);
	return undefined;
}

const OF_REVIEW =
	'Nobody was asked to sign: this review only checks what would be sent (Check Only), so the call is not approved. Do not call again: tell the user.';

/** What a model is told first. */
function wordsForModel(call: ExecuteCall, error: ItemError | undefined, exists: boolean): string {
	const checked = 'Nothing was sent: this was only a check.';
	if (error)
		return `${checked} It would be refused: "problems" says why. ${failureOf(call, error).end}`;
	if (exists) return `${checked} It was sent already, and would not be sent again.`;
	const { options = {} } = call.node.parameters;
	const isOfModel = asksModel((options as IDataObject)[checkOnlyOption.name]);
	const how = isOfModel
		? 'To send it, call again with the check off.'
		: 'Only the person who has made the workflow can have it sent: tell the user.';
	return `${checked} It would go out as told here. ${how}`;
}

/** Says above the output that nothing was sent, and which rows would not be. */
function conclude(call: ExecuteCall, results: readonly ItemResult[]): void {
	const held = results.flatMap((result, index) =>
		'items' in result && result.items[0]?.json.wouldSend === true ? [] : index + 1,
	);
	const nothing = `Nothing was sent, as ${checkOnlyOption.displayName} is on.`;
	const which = whichRows(results.length, held);
	if (held.length === 0) call.hint('info', `${nothing} ${which}`);
	else call.hint('warning', `${nothing} ${which} The output says why, under problems or hints.`);
}

/** @param held the rows that would not be sent, counted from 1 */
function whichRows(count: number, held: readonly number[]): string {
	if (count === 1) return `The row would${held.length > 0 ? ' not' : ''} be sent.`;
	if (held.length === 0) return `All ${count} rows would be sent.`;
	if (held.length === count) return `None of the ${count} rows would be sent.`;
	return `${count - held.length} of ${count} would be sent, ${held.length} would not: ${namedRows(held)}.`;
}
