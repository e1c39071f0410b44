// Finds the chosen operation, and runs it for every input item.

import type { INodeExecutionData } from 'n8n-workflow';
import type { ExecuteCall } from '../transport/call';
import { showHints } from '../transport/entry';
import type { Operation, Resource, WriteOperation } from './operation';
import {
	endOfRun,
	errorJson,
	itemErrorOf,
	jsonItems,
	onInput,
	type ItemResult,
} from './itemResult';
import { failedRows } from './failedRows';
import { itemsAtOnceField, readOption, readTimeout } from './pace';
import { resultsOf } from './results';
import { answerToolCall } from './agent/answer';
import { checkOf } from './checking/check';
import { isCheckOnly } from './checking/option';
import { givesErrors } from './agent/approval';
import { checkVariant } from './unknownN8n';
import { isTool } from '../n8n/variant';
import { checkNotes, openNotes } from './sending/notes';
import { runOnce } from './sending/once';
import { showValue } from '../transport/errors/shown';
import { Refusal } from '../transport/errors/refusal';

type RunSettings = ReturnType<typeof settingsOf>;

/**
 * Runs the selected operation for every input item, at most *Items at Once* of them at a time. Output items are paired
 * with their input items, and in their order. With Continue On Fail, a failed item gives one item with the error.
 * Otherwise no item is started after an error.
 *
 * @throws NodeApiError or NodeOperationError with the index of the first item that failed. It tells what became of the
 * others
 */
export async function route(
	entryCall: ExecuteCall,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	if (isTool(entryCall.node)) {
		const read = () => settingsOf(entryCall, resources);
		const answer = await answerToolCall(
			entryCall,
			read,
			async (call, settings) =>
				await resultsWith(call.with({ timeout: settings.timeout }), settings),
		);
		showHints(entryCall);
		return [answer];
	}
	const input = entryCall.n8n.getInputData();
	let settings: RunSettings;
	try {
		settings = settingsOf(entryCall, resources);
	} catch (thrown) {
		const error = await entryCall.filtered(itemErrorOf(entryCall.node, thrown, 0));
		if (!givesErrors(entryCall)) throw error;
		return input.map((_, item) => ({ json: errorJson(error, {}), pairedItem: { item } }));
	}
	const call = entryCall.with({ timeout: settings.timeout });
	const { results, sent } = await resultsWith(call, settings);
	const failed = failedRows(settings.operation, results, sent);
	if (failed) call.hint('warning', failed);
	showHints(call);
	const itemsOf = (result: ItemResult, item: number) =>
		'items' in result
			? result.items.map((entry) => onInput(entry, input[item]))
			: jsonItems(errorJson(result.error, sent?.(item)));
	return results.flatMap((result, item) =>
		itemsOf(result, item).map((entry) => ({ ...entry, pairedItem: { item } })),
	);
}

async function resultsWith(call: ExecuteCall, settings: RunSettings) {
	const { operation, width } = settings;
	if (!operation.reads) return await writtenResults(call, settings, operation);
	const read = async (ofItem: ExecuteCall, item: number) => await operation.run(ofItem, item);
	const results = await resultsOf(call, operation, width, read);
	operation.conclude?.(call, results);
	return { results, sent: undefined };
}

/** Runs an operation that writes, and gives out again the results of an earlier try. */
async function writtenResults(
	call: ExecuteCall,
	{ name, width }: RunSettings,
	operation: WriteOperation,
) {
	const notes = openNotes(call, operation, name);
	/** Ends the run: all items get the error. Without Continue On Fail, it names what was sent. */
	const giveUp = async (thrown: unknown, results: readonly ItemResult[]): Promise<ItemResult[]> => {
		const error = await call.filtered(itemErrorOf(call.node, thrown, 0));
		if (givesErrors(call)) {
			return results.map((result) => ('error' in result ? result : { error }));
		}
		throw endOfRun(error, new Map(results.entries()), results.length, 'The rows:');
	};
	const sent = (item: number) => {
		const id = notes.opened.get(item)?.id;
		return id === undefined ? {} : { [`${notes.kind}Id`]: id };
	};
	const count = call.n8n.getInputData().length;
	const [check] = await Promise.allSettled([operation.beforeSending?.(call, notes.open)]);
	if (check.status === 'rejected') {
		const none = Array<ItemResult>(count).fill({ items: [] });
		return { results: await giveUp(check.reason, none), sent };
	}
	const results = await resultsOf(
		call,
		operation,
		width,
		async (ofItem, item, carry) => await runOnce(ofItem, item, operation, notes, carry),
		notes.earlierOf,
	);
	const [end] = await Promise.allSettled([operation.sleep?.(call, results, notes.opened)]);
	// n8n would give out the input, with the outcomes of earlier nodes.
	if (end.status === 'rejected') return { results: await giveUp(end.reason, results), sent };
	if (results.every((result) => 'items' in result)) notes.end();
	const recalled = [...notes.opened.values()].filter(({ output }) => output);
	if (recalled.length > 0) {
		const message = `${recalled.length} of ${results.length} items were done in an earlier try already. They were not done again; their output is that of the earlier try.`;
		call.hint('info', message);
	}
	return { results: end.value ?? results, sent };
}

/** The choice that n8n adds to the dropdowns; its panel has nothing but a hint at the HTTP Request node. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** Reads from the first item the settings that hold for all of them. */
function settingsOf(call: ExecuteCall, resources: readonly Resource[]) {
	checkVariant(call);
	const resource = String(call.n8n.getNodeParameter('resource', 0));
	const name = String(call.n8n.getNodeParameter('operation', 0, ''));
	if (resource === CUSTOM_API_CALL || name === CUSTOM_API_CALL) {
		throw new Refusal(
			'A custom API call is made by the HTTP Request node, not by this one',
			'builder',
			{
				unsent: true,
				advice:
					'Add an HTTP Request node with Authentication "Predefined Credential Type" and Credential Type "Signaturit API".',
			},
		);
	}
	const found = findOperation(resources, resource, name);
	if (!found) {
		throw new Refusal(
			`There is no operation ${showValue(name)} for the resource ${showValue(resource)}`,
			'builder',
		);
	}
	const path = `${resource}.${name}`;
	const describe = found.reads ? undefined : found.describe;
	const operation = describe && isCheckOnly(call) ? checkOf(found, describe, path) : found;
	if (!operation.reads) checkNotes(call);
	const timeout = readTimeout(call, operation);
	const width = readOption(call, itemsAtOnceField(operation));
	return { operation, name: path, timeout, width };
}

/** Finds an operation by the values of the two dropdowns; `undefined` when there is none. */
export function findOperation(
	resources: readonly Resource[],
	resource: string,
	operation: string,
): Operation | undefined {
	const operations = resources.find(({ value }) => value === resource)?.operations ?? {};
	return Object.hasOwn(operations, operation) ? operations[operation] : undefined;
}
