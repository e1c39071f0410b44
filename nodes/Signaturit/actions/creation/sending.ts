import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { apiError, verdictOf } from '../../transport/errors';
import type { FormFields, FormFile } from '../../transport/form';
import { write } from '../../transport/request';
import { unknownFault } from '../../transport/verdict';
import type { CreationKind } from './creation';
import type { DoubtMemory } from './doubts';
import type { Existing, ReferencePair } from './look';
import { lookAgain, type NotFound } from './lookAgain';

/** What is sent, and how it is found when its answer is lost. */
export interface Sending {
	kind: CreationKind;
	fields: FormFields;
	files: readonly FormFile[];
	/** Is in the custom data of `fields`. */
	pair: ReferencePair;
	doubts: DoubtMemory;
	/** Whether something that carries the pair can be what was sent. */
	isIt?: (existing: Existing) => boolean;
	/** What to do when it is unknown; the advice of the write if absent. */
	advice?: string;
	/** Whether to send once more when it is not found. */
	sendAgain: boolean;
}

/** The answer to a creation; or what was found after its answer was lost. */
export type Sent = { answer: IDataObject } | { existing: Existing };

/**
 * Sends a creation. When nobody can tell whether it was carried out, it is looked for.
 *
 * @throws NodeApiError with the verdict `refused`, or `unknown` when it was not found
 */
export async function send(this: IExecuteFunctions, sending: Sending): Promise<Sent> {
	const { kind, fields, files, pair, doubts } = sending;
	const isFirst = doubts.left === undefined;
	doubts.begin(pair.value);
	const answer = write.call(this, kind.write, { fields, files });
	const sent = await answer.then(
		(answer): Sent => ({ answer }),
		async (error: unknown) => {
			if (verdictOf(error) === 'unknown') return await findSent.call(this, sending, error);
			// What an earlier try has sent may still appear.
			if (isFirst) doubts.settle();
			throw error;
		},
	);
	doubts.settle();
	return sent;
}

/** Looks for what was sent and not answered. */
async function findSent(this: IExecuteFunctions, sending: Sending, cause: unknown): Promise<Sent> {
	const { kind, pair, isIt, sendAgain } = sending;
	const sought = await lookAgain.call(this, kind, pair, isIt);
	if ('existing' in sought) return sought;
	const fault = unknown.call(this, sending, cause, sought);
	if (!sought.isAbsent || !sendAgain) throw fault;
	return await sendOnceMore.call(this, sending, fault);
}

/** The first one may still appear, so a refusal of the second one leaves it unknown. */
async function sendOnceMore(
	this: IExecuteFunctions,
	sending: Sending,
	fault: NodeApiError,
): Promise<Sent> {
	const again = send.call(this, { ...sending, sendAgain: false });
	return await again.catch((error: unknown) => {
		sending.doubts.begin(sending.pair.value);
		throw verdictOf(error) === 'unknown' ? error : fault;
	});
}

/**
 * The error when it is unknown whether something was created, and it was not found.
 *
 * @param cause the error of sending it; absent if an earlier try has sent it
 */
export function unknown(
	this: IExecuteFunctions,
	{ kind, advice = kind.write.advice }: Pick<Sending, 'kind' | 'advice'>,
	cause: unknown,
	{ reason }: NotFound,
): NodeApiError {
	const [why, status] =
		cause instanceof NodeApiError
			? [cause.description ?? '', Number(cause.httpCode ?? 0)]
			: ['An earlier try was not answered.', 0];
	return apiError(
		this.getNode(),
		unknownFault({ ...kind.write, advice }, [why, reason], status || undefined),
	);
}
