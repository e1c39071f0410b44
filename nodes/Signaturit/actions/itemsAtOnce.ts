import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { validated } from '../input/checks';
import { wholeNumber } from '../input/schemas';

/** Most items that may be in flight. More would gain nothing and burden the service. */
const MAX = 50;

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
		typeOptions: { minValue: 1, maxValue: MAX },
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
		wholeNumber('Items at Once', 1, MAX),
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
