import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { validated, wholeNumber } from '../input/schemas';
import { chooseAnswerTime } from '../transport/deadline';
import { delays } from '../transport/delays';

/** Longest time that can be chosen, in seconds: an hour. */
const MAX_SECONDS = 3_600;

/** The part of an operation that decides how long its requests may take. */
interface Speed {
	isSlow?: boolean;
}

const defaultSeconds = ({ isSlow }: Speed) => (isSlow ? delays.slowAnswer : delays.answer) / 1_000;

/** The option for how long to wait for an answer. */
export function timeoutField(operation: Speed): INodeProperties {
	return {
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_SECONDS },
		default: defaultSeconds(operation),
		description:
			'How many seconds to wait for an answer of Signaturit. Files get 1 second more for each 128 kB.',
	};
}

/**
 * Lets the requests of this execution wait as long as the option Timeout says.
 *
 * @throws UserError when it is out of range
 */
export function applyTimeout(this: IExecuteFunctions, operation: Speed): void {
	const seconds = validated(
		wholeNumber('Timeout', 1, MAX_SECONDS),
		this.getNodeParameter('options.timeout', 0, defaultSeconds(operation)),
	);
	chooseAnswerTime(this, seconds * 1_000);
}

/** Most items that may be in flight. More would gain nothing and burden the service. */
const MAX_ITEMS = 50;

/** The part of an operation that decides how many of its items may run at the same time. */
interface Access {
	reads?: boolean;
}

/** Reads may overlap. Writes keep the order of the items and stop at the first failure. */
const defaultWidth = ({ reads }: Access) => (reads ? 5 : 1);

/** The option for how many items run at the same time. */
export function itemsAtOnceField(operation: Access): INodeProperties {
	return {
		displayName: 'Items at Once',
		name: 'itemsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ITEMS },
		default: defaultWidth(operation),
		description: operation.reads
			? 'How many input items to work on at the same time. The order of the output stays the same.'
			: 'How many input items to work on at the same time. Above 1, the order in which they reach Signaturit is not certain, and when one fails, others are already on their way.',
	};
}

/**
 * Reads how many items may run at the same time.
 *
 * @throws UserError when it is out of range
 */
export function itemsAtOnce(this: IExecuteFunctions, operation: Access): number {
	return validated(
		wholeNumber('Items at Once', 1, MAX_ITEMS),
		this.getNodeParameter('options.itemsAtOnce', 0, defaultWidth(operation)),
	);
}

/** How many requests each item may have in flight, at least 1: items that run at once share `inFlight`. */
export function requestsPerItem(
	this: IExecuteFunctions,
	operation: Access,
	inFlight: number,
): number {
	const items = Math.min(this.getInputData().length, itemsAtOnce.call(this, operation));
	return Math.max(1, Math.floor(inFlight / items));
}
