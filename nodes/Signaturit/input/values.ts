// Reads the value of one field of the panel for an item.

import type { INodeProperties } from 'n8n-workflow';
import { parameter, type ExecuteCall } from '../transport/call';
import { choicesOf, ruleOf } from './fieldDoors';
import { validated, type FieldSchema } from './schemas';

/**
 * The value of a field of the panel for an item, as its door gives it.
 *
 * @param path with the collection that the field is in, e.g. `options.chunkSize`
 * @param otherwise the value if the panel does not show the field, or it was not added
 * @throws UserError as `validated` does
 */
export const fieldValue = <Output>(
	call: ExecuteCall,
	path: string,
	item: number,
	door: FieldSchema<Output>,
	otherwise: unknown = null,
): Output => validated(door, parameter(call, path, item, otherwise));

/** The value of an optional field. An expression without a value counts as its default. */
const valueOf = (call: ExecuteCall, field: INodeProperties, item: number, collection = '') =>
	fieldValue(call, collection + field.name, item, ruleOf(field)) ?? field.default;

/** Whether a switch is on. */
export const isOn = (...read: Parameters<typeof valueOf>) => valueOf(...read) === true;

/** The value that is chosen in a dropdown. */
export const chosenIn = (...read: Parameters<typeof valueOf>) => String(valueOf(...read));

/** The values that are chosen among the options in a dropdown. */
export const chosenAmong = (call: ExecuteCall, option: INodeProperties, item: number) =>
	fieldValue(call, `options.${option.name}`, item, choicesOf(option));

/** Validates the switches among the options, for those that are read only after something was sent. */
export function checkSwitches(
	call: ExecuteCall,
	options: readonly INodeProperties[],
	item: number,
) {
	for (const option of options) if (option.type === 'boolean') isOn(call, option, item, 'options.');
}
