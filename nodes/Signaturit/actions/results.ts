// Prepares all items before it runs the first one, and collects their results.

import { sleep, type ICredentialDataDecryptedObject } from 'n8n-workflow';
import { itemCall, type ExecuteCall } from '../transport/call';
import { mapBounded } from '../transport/concurrency';
import { plainHttpWarning, readCredential } from '../transport/credential';
import type { ItemError } from '../transport/errors/errors';
import {
	endOfRun,
	errorOfRows,
	itemErrorOf,
	jsonItems,
	nameRow,
	sayUnsent,
	type ItemResult,
	type OutputItem,
} from './itemResult';
import { givesErrors } from './agent/approval';
import type { Operation, WriteOperation } from './operation';
import { withItsState } from './refused';
import type { Carry } from './sending/note';
import type { Notes } from './sending/notes';

/**
 * Prepares all items, and then runs them.
 *
 * @param width how many run at a time
 * @param run called with the call of the item, and with its `Carry` if it is prepared
 * @param earlierOf gives the note of an earlier try for an item. Such an item is prepared when its turn has come
 * @throws the error of all items that are not valid, or of the first item that failed, unless with Continue On Fail
 */
export async function resultsOf(
	call: ExecuteCall,
	operation: Operation,
	width: number,
	run: (call: ExecuteCall, item: number, carry?: Carry) => Promise<OutputItem[]>,
	earlierOf: Notes['earlierOf'] = () => undefined,
): Promise<ItemResult[]> {
	const results = new Map<number, ItemResult>();
	const count = call.n8n.getInputData().length;
	const calls = new Map<number, ExecuteCall>();
	const callOf = (item: number) => {
		const known = calls.get(item);
		if (known) return known;
		const ofItem = itemCall(call, item, (credential) =>
			hintAtCredential(call, credential, operation),
		);
		calls.set(item, ofItem);
		return ofItem;
	};
	const mayFail = givesErrors(call);
	try {
		const items = Array.from({ length: count }, (_, item) => item);
		const fresh = operation.reads ? [] : items.filter((item) => !earlierOf(item));
		const prepared = operation.reads
			? new Map<number, Prepared>()
			: await prepareAll(operation, fresh, callOf);
		const wrong = fresh.flatMap((item) => prepared.get(item)?.error ?? []);
		if (wrong.length > 0 && !mayFail) throw errorOfRows(call.node, wrong, count);
		const runItem = async (item: number) => {
			const { carry, error: problem } = prepared.get(item) ?? {};
			const running = problem ? Promise.reject(problem) : run(callOf(item), item, carry);
			const result = await running.then(
				(items): ItemResult => ({ items }),
				async (thrown: unknown): Promise<ItemResult> => {
					const error = itemErrorOf(call.node, thrown, item);
					const told = await withItsState(callOf(item), item, operation, error);
					return { error: await callOf(item).filtered(itemErrorOf(call.node, told, item)) };
				},
			);
			if ('error' in result && operation.reads) sayUnsent(result.error, 'untold');
			results.set(item, result);
			// Its input is not needed any more.
			calls.delete(item);
			prepared.delete(item);
			if ('error' in result && !mayFail) throw result.error;
			if ('error' in result && count > 1) sayUnsent(result.error, 'row');
			return result;
		};
		return await mapBounded(count, width, runItem, 'staggered');
	} catch (thrown) {
		const error = itemErrorOf(call.node, thrown, 0);
		nameRow(error, count);
		if (operation.reads) throw error;
		throw endOfRun(error, withEarlier(results, earlierOf, count), count);
	}
}

/** The results so far, and those of earlier tries for other items. */
function withEarlier(
	results: ReadonlyMap<number, ItemResult>,
	earlierOf: Notes['earlierOf'],
	count: number,
): Map<number, ItemResult> {
	const all = new Map(results);
	for (let item = 0; item < count; item++) {
		const note = earlierOf(item);
		if (all.has(item) || note?.state !== 'done') continue;
		all.set(item, { items: jsonItems(note.output ?? { id: note.id }) });
	}
	return all;
}

interface Prepared {
	carry?: Carry;
	error?: ItemError;
}

/** After preparing so many items, n8n gets a turn for its other work. */
const AT_ONCE = 50;

async function prepareAll(
	operation: WriteOperation,
	items: readonly number[],
	callOf: (item: number) => ExecuteCall,
): Promise<Map<number, Prepared>> {
	const prepared = new Map<number, Prepared>();
	for (const [index, item] of items.entries()) {
		if (index % AT_ONCE === AT_ONCE - 1) await sleep(0);
		const call = callOf(item);
		const result = await operation.prepare(call, item).then(
			(carry): Prepared => ({ carry }),
			(error: unknown): Prepared => ({ error: itemErrorOf(call.node, error, item) }),
		);
		prepared.set(item, result);
	}
	return prepared;
}

/** Shows a hint when the token and the documents travel unencrypted, and when the sandbox is written to. */
function hintAtCredential(
	call: ExecuteCall,
	data: ICredentialDataDecryptedObject,
	{ reads }: Operation,
): void {
	const credential = readCredential(data);
	const warning = plainHttpWarning(credential);
	if (warning) call.hint('warning', warning);
	if (credential.environment !== 'sandbox' || reads) return;
	const hint = 'This is the sandbox of Signaturit: nothing here is legally binding.';
	call.hint('info', hint);
}
