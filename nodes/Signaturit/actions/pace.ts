// The options for how long to wait for an answer, and how many items overlap.

// The options that hold for a whole run: how long it waits, and how many items overlap.
import type { INodeProperties } from 'n8n-workflow';
import { wholeNumber } from '../input/doors';
import { notInTools, numberField } from '../input/fields';
import { validated } from '../input/schemas';
import type { ExecuteCall } from '../transport/call';
import { delays } from '../transport/deadline';
import type { Operation } from './operation';

type Pace = Pick<Operation, 'isSlow' | 'reads'>;

/** The option for how long to wait for an answer, an hour at most. */
export const timeoutField = ({ isSlow }: Pace) =>
	numberField('Timeout (Seconds)', 'timeout', {
		typeOptions: { minValue: 1, maxValue: 3_600 },
		default: (isSlow ? delays.slowAnswer : delays.answer) / 1_000,
		description:
			'How long to wait for an answer of Signaturit. Files get 1 second more for each 128 kB.',
	});

/** How long requests wait for their answer, in milliseconds. Throws a UserError when the option is out of range. */
export function readTimeout(call: ExecuteCall, operation: Pace): number {
	return readOption(call, timeoutField(operation)) * 1_000;
}

/** The option for how many items overlap; writes keep their order. More than 50 would only burden the service. */
export const itemsAtOnceField = ({ reads }: Pace) =>
	numberField('Items at Once', 'itemsAtOnce', {
		typeOptions: { minValue: 1, maxValue: 50 },
		default: reads ? 5 : 1,
		description: reads
			? 'How many input items to work on at the same time. The order of the output stays the same.'
			: 'How many input items to work on at the same time. Above 1, others may already be sent when one fails.',
		...notInTools,
	});

/**
 * Reads an option that holds for all items: the first one decides.
 *
 * @throws UserError when it is out of range
 */
export function readOption(
	call: ExecuteCall,
	{ displayName, name, default: otherwise, typeOptions }: INodeProperties,
): number {
	const entered = call.n8n.getNodeParameter(`options.${name}`, 0, otherwise);
	return validated(wholeNumber(displayName, 1, typeOptions?.maxValue), entered);
}
