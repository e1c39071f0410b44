import type { IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { isPassing } from '../../transport/errors';
import { cancelSignal } from '../../transport/exchange';
import { pause } from '../../transport/pause';
import type { CreationKind } from './creation';
import { lookFor, type Existing, type Look, type ReferencePair } from './look';

/**
 * What was found; or why nothing was, as a sentence, whether it is certain that it is not listed, and the
 * error if the service could not be asked.
 */
export type Sought = { existing: Existing } | NotFound;

export interface NotFound {
	reason: string;
	isAbsent: boolean;
	error?: unknown;
}

/**
 * Looks for a creation of unknown outcome again and again, for as long as the service may need to create and
 * show it (docs/service.md#rate-limits).
 *
 * @param isIt what of that which carries the reference counts
 */
export async function lookAgain(
	this: IExecuteFunctions,
	kind: CreationKind,
	pair: ReferencePair,
	isIt: (existing: Existing) => boolean = () => true,
): Promise<Sought> {
	let last: Sought = stopped;
	await atLooks(this, async () => {
		last = await lookOnce.call(this, kind, pair, isIt);
		// After an error that does not pass, other looks would be refused as well.
		return 'existing' in last || (last.error !== undefined && !isPassing(last.error));
	});
	return last;
}

/**
 * Calls `look` until it returns `true`, at the times when a creation of unknown outcome may appear. Ends early
 * when the execution is stopped.
 */
export async function atLooks(
	context: IExecuteFunctions,
	look: () => Promise<boolean>,
): Promise<void> {
	const began = performance.now();
	for (const time of delays.doubt) {
		try {
			await pause(began + time - performance.now(), cancelSignal(context));
		} catch {
			return;
		}
		if (await look()) return;
	}
}

/** One look, as `lookAgain`. */
export async function lookOnce(
	this: IExecuteFunctions,
	kind: CreationKind,
	pair: ReferencePair,
	isIt: (existing: Existing) => boolean = () => true,
): Promise<Sought> {
	try {
		return soughtIn(await lookFor.call(this, kind, pair), pair, isIt);
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		const reason = `Signaturit could not be asked whether it has it: ${said}`;
		return { reason, isAbsent: false, error };
	}
}

function soughtIn(
	{ found, isComplete }: Look,
	{ key, value }: ReferencePair,
	isIt: (existing: Existing) => boolean,
): Sought {
	const existing = found.find(isIt);
	if (existing) return { existing };
	const pair = `${key} = ${value}`;
	return isComplete
		? { reason: `Signaturit does not list it so far (custom data ${pair}).`, isAbsent: true }
		: { reason: `Signaturit does not list by the custom data ${pair} alone.`, isAbsent: false };
}

const stopped: NotFound = {
	reason: 'The execution was stopped before Signaturit could be asked for it.',
	isAbsent: false,
};
