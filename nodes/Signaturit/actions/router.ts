import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { mapBounded, staggeredStarts } from '../transport/concurrency';
import { plainHttpWarning, readCredential } from '../transport/serviceUrl';
import { failureJson, failureOf, tellOthers, type Outcome } from './failure';
import { hintOnce } from './hintOnce';
import { itemsAtOnce } from './itemsAtOnce';
import { findOperation, type Operation, type Resource } from './operation';
import type { OutputItem } from './outputItem';
import { runMemory } from './runMemory';
import { applyTimeout } from './timeout';

/** What is the same for all items. */
interface Settings {
	operation: Operation;
	/** E.g. `signature.create`. */
	name: string;
	/** How many items may run at a time. */
	width: number;
}

/**
 * Runs the selected operation for every input item, at most *Items at Once* of them at a time. The output
 * keeps the order of the input, and each output item is paired with its input item. With Continue On
 * Fail, a failed item gives one item with the error. Otherwise no item is started after a failure. What
 * a try of *Retry On Fail* has done is not done again by the next.
 *
 * @throws NodeApiError or NodeOperationError with the index of the first item that failed. It tells what
 * became of the others
 */
export async function route(
	this: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const count = this.getInputData().length;
	let settings: Settings;
	try {
		settings = settingsOf.call(this, resources);
	} catch (error) {
		const failure = failureOf.call(this, error, 0);
		if (!this.continueOnFail()) throw failure;
		return Array.from({ length: count }, (_, item) => ({
			json: failureJson(failure, true),
			pairedItem: { item },
		}));
	}
	const { operation } = settings;
	await hintAtCredential.call(this, operation);
	const outcomes = operation.reads
		? await outcomesOf.call(this, settings, (item) => operation.run.call(this, item))
		: await writtenOutcomes.call(this, settings);
	const given = (await operation.finish?.call(this, outcomes)) ?? outcomes;
	return given.flatMap((outcome, item) => {
		const items =
			'items' in outcome
				? outcome.items
				: [{ json: failureJson(outcome.failure, !operation.reads) }];
		return items.map((entry) => ({ ...entry, pairedItem: { item } }));
	});
}

/** Shows a hint when the token and the documents travel unencrypted, and when the sandbox is written to. */
async function hintAtCredential(this: IExecuteFunctions, { reads }: Operation): Promise<void> {
	const credential = readCredential(await this.getCredentials('signaturitApi'));
	const warning = plainHttpWarning(credential);
	if (warning) hintOnce.call(this, warning, 'warning');
	if (credential.environment !== 'sandbox' || reads) return;
	hintOnce.call(
		this,
		'This is the sandbox of Signaturit: nothing here is legally binding.',
		'info',
	);
}

/** Runs an operation that writes. What an earlier try has done is given out again. */
async function writtenOutcomes(this: IExecuteFunctions, settings: Settings): Promise<Outcome[]> {
	const memory = runMemory.call(this, settings.name);
	let recalled = 0;
	const outcomes = await outcomesOf.call(
		this,
		settings,
		async (item) => {
			const known = memory.recall(item, settings.operation.settlesDoubt);
			if (known) recalled++;
			return known ?? (await settings.operation.run.call(this, item));
		},
		memory.remember,
	);
	if (outcomes.every((outcome) => 'items' in outcome)) memory.forget();
	if (recalled > 0) {
		this.addExecutionHints({
			message: `${recalled} of ${outcomes.length} items were done in an earlier try already. They were not done again; their output is that of the earlier try.`,
			location: 'outputPane',
		});
	}
	return outcomes;
}

/**
 * What each item comes to, in order. Failures are outcomes with Continue On Fail only.
 *
 * @param settle called with the outcome of each item
 * @throws the failure of the first item that failed
 */
async function outcomesOf(
	this: IExecuteFunctions,
	{ operation, width }: Settings,
	run: (item: number) => Promise<OutputItem[]>,
	settle?: (item: number, outcome: Outcome) => void,
): Promise<Outcome[]> {
	const ownTurn = staggeredStarts();
	const settled = new Map<number, Outcome>();
	const count = this.getInputData().length;
	try {
		return await mapBounded(count, width, async (item) => {
			if (width > 1) await ownTurn();
			const outcome = await run(item).then(
				(items): Outcome => ({ items }),
				(error: unknown): Outcome => ({ failure: failureOf.call(this, error, item) }),
			);
			settle?.(item, outcome);
			settled.set(item, outcome);
			if ('failure' in outcome && !this.continueOnFail()) throw outcome.failure;
			return outcome;
		});
	} catch (error) {
		const failure = failureOf.call(this, error, 0);
		if (!operation.reads) tellOthers(failure, settled, count);
		throw failure;
	}
}

/** The dropdowns and options that hold for all items allow no expressions, so the first item decides. */
function settingsOf(this: IExecuteFunctions, resources: readonly Resource[]): Settings {
	const resource = this.getNodeParameter('resource', 0) as string;
	const name = this.getNodeParameter('operation', 0) as string;
	const operation = findOperation(resources, resource, name);
	if (!operation) {
		throw new UserError(`There is no operation "${name}" for the resource "${resource}"`);
	}
	applyTimeout.call(this, operation);
	return {
		operation,
		name: `${resource}.${name}`,
		width: itemsAtOnce.call(this, operation),
	};
}
