import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parameter, type ExecuteCall } from '../transport/call';
import { ruleOf } from './fields';
import { validated, type FieldSchema } from './schemas';
import { skipEmptyOption, withoutEmpty } from './people';
import { readRowsOrJson } from './lists';

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

/** The options of `copiesFields`, not validated yet, without rows that `skipEmptyOption` skips. */
export function readCopies(call: ExecuteCall, options: IDataObject, item: number) {
	const skipsEmpty = isOn(call, skipEmptyOption, item, 'options.');
	const copiesIn = (displayName: string, name: string) => {
		const copies = readRowsOrJson(options, { displayName, name, rows: 'copy' });
		return skipsEmpty ? withoutEmpty(copies) : copies;
	};
	return { cc: copiesIn('CC', 'cc'), bcc: copiesIn('BCC', 'bcc') };
}

/** Validates the switches among the options, for those that are read only after something was sent. */
export function checkSwitches(
	call: ExecuteCall,
	options: readonly INodeProperties[],
	item: number,
) {
	for (const option of options) if (option.type === 'boolean') isOn(call, option, item, 'options.');
}
