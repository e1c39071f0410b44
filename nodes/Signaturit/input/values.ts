import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parameter, type ExecuteCall } from '../transport/call';
import { choiceOf } from './fields';
import { flag } from './doors';
import { optional, validated, type FieldSchema } from './schemas';
import { skipEmptyOption, withoutEmpty } from './people';
import { readRowsOrJson } from './lists';

/**
 * The value of a field of the panel for an item, as its door gives it.
 *
 * @param path with the collection that the field is in, e.g. `options.chunkSize`
 * @param otherwise if the panel does not show the field, or it was not added
 * @throws UserError as `validated` does
 */
export const fieldValue = <Output>(
	call: ExecuteCall,
	path: string,
	item: number,
	door: FieldSchema<Output>,
	otherwise: unknown = null,
): Output => validated(door, parameter(call, path, item, otherwise));

/** Whether a switch is on. An expression without a value counts as its default. */
export const isOn = (
	call: ExecuteCall,
	{ displayName, name, default: initial }: INodeProperties,
	item: number,
	collection = '',
): boolean =>
	fieldValue(call, collection + name, item, optional(flag(displayName))) ?? initial === true;

/** The options for people who get a copy, not validated yet: those of `copiesFields`, less what `skipEmptyOption` skips. */
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

/** What is chosen in a dropdown, in its words; its default if an expression has no value. */
export const chosenIn = (
	call: ExecuteCall,
	field: INodeProperties,
	item: number,
	collection = '',
) =>
	fieldValue(call, collection + field.name, item, optional(choiceOf(field))) ??
	String(field.default);
