// Declares operations that send fields of the panel to one endpoint.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Rules } from '../input/fieldDoors';
import { displayNames } from '../input/fields';
import { validated } from '../input/schemas';
import { unknownHint, unknownIn, type KnownFields } from '../input/words';
import { parameter, type ExecuteCall } from '../transport/call';
import type { RequestContent } from '../transport/exchange';
import type { FormFields } from '../transport/form';
import {
	additionalOption,
	enteredAdditional,
	knownBy,
	withAdditionalRule,
	withParameters,
} from './additional';
import type { WriteOperation } from './operation';
import { plainWrite, type PlainWrite } from './plain';

interface PlainForm extends Omit<PlainWrite, 'body'> {
	/** Fields of the panel that are sent, unless `content` makes something else of them (`schemaOf`). */
	fields: readonly INodeProperties[];
	rules?: Rules;
	/** Whether nothing would change unless one of the fields is filled in. */
	needsOne?: true;
	/** Makes the request when the item's turn has come, e.g. of files. Throws a UserError that names every problem. */
	content?(call: ExecuteCall, entered: IDataObject, item: number): Promise<RequestContent>;
	/** The parameters that are known, if they are more than the fields. */
	knownFields?: KnownFields;
	/** Hints about values that are sent as they are. */
	hints?: (sent: FormFields) => string[];
}

/** As `plainWrite`, with fields to fill in and additional parameters. */
export function plainForm(
	writeOf: Parameters<typeof plainWrite>[0],
	locators: readonly INodeProperties[],
	{ rules, needsOne, content, hints, knownFields: given, options = [], ...plain }: PlainForm,
): WriteOperation {
	const { fields } = plain;
	const names = displayNames(fields);
	const knownFields = given ?? knownBy(fields);
	const labels = fields.map(({ displayName }) => displayName).join(' and ');
	const nothingToChange = `${labels} are both empty, so nothing would change: enter one of them`;
	const isFilled = (values: object) => Object.values(values).some((value) => value !== undefined);
	const makeSchema = () =>
		withAdditionalRule(content ? [] : fields, rules, knownFields, (values) =>
			needsOne && !isFilled(values) ? [nothingToChange] : [],
		);
	// Made by the first item, for loading the node should take no time.
	let schema: ReturnType<typeof makeSchema> | undefined;
	const operation = plainWrite(writeOf, locators, {
		...plain,
		options: [additionalOption, ...options],
		body(call, item) {
			const values = fields.map(({ name, default: otherwise }) => [
				name,
				parameter(call, name, item, otherwise),
			]);
			const entered = Object.fromEntries(values) as IDataObject;
			const { additional, ...checked } = validated((schema ??= makeSchema()), {
				...entered,
				additional: enteredAdditional(parameter(call, 'options', item, {})),
			});
			return async () => {
				const made = content ? await content(call, entered, item) : { fields: checked };
				const sent = withParameters(made, additional);
				const unknown = unknownHint(unknownIn('', sent.fields, [knownFields]));
				call.tell(...(hints?.(sent.fields) ?? []), ...unknown);
				return { names, ...sent };
			};
		},
	});
	return content ? { ...operation, endpoint: undefined } : operation;
}
