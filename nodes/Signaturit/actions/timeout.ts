import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { validated } from '../input/checks';
import { wholeNumber } from '../input/schemas';
import { chooseAnswerTime } from '../transport/deadline';
import { delays } from '../transport/delays';

/** Longest time that can be chosen, in seconds: an hour. */
const MAX = 3_600;

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
		typeOptions: { minValue: 1, maxValue: MAX },
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
		wholeNumber('Timeout', 1, MAX),
		this.getNodeParameter('options.timeout', 0, defaultSeconds(operation)),
	);
	chooseAnswerTime(this, seconds * 1_000);
}
