// The option *Check Only*, which has to be the same for all rows.

import { z } from 'zod';
import { flag } from '../../input/doors';
import { switchField } from '../../input/fields';
import { refusal } from '../../input/schemas';
import { isPlainObject } from '../../transport/shapes';
import { parameter, type ExecuteCall } from '../../transport/call';
import { Refusal } from '../../transport/errors/refusal';

/** The option of everything that sends. It has no display conditions: n8n drops the value of a hidden field. */
export const checkOnlyOption = switchField('Check Only', 'checkOnly', {
	description:
		"Whether to send nothing and give out what would go out. {{ $execution.mode === 'test' }}: whenever you run it by hand.",
});

const { displayName, name } = checkOnlyOption;

/** As every switch, but no word with a sign, such as `no?`: that is not certain. */
const certainSwitch = z
	.unknown()
	.refine((value) => typeof value !== 'string' || !/[^\p{L}\p{N}\s]/u.test(value))
	.pipe(flag(displayName));

/**
 * Whether the rows are only checked. It holds for all of them: where it differs, somebody would be sent something in a
 * run that others take for a rehearsal.
 *
 * @throws UserError when a row has neither true nor false, also nothing, or when rows differ
 */
export function isCheckOnly(call: ExecuteCall): boolean {
	const { options } = call.node.parameters;
	if (!isPlainObject(options) || !(name in options)) return false;
	const count = call.n8n.getInputData().length;
	const values = Array.from({ length: count }, (_, item) => readSwitch(call, item, count));
	const isFirstOn = values[0] ?? false;
	const other = values.findIndex((isOn) => isOn !== isFirstOn);
	if (other < 0) return isFirstOn;
	const [on, off] = isFirstOn ? [0, other] : [other, 0];
	throw new Refusal(
		`${displayName} is on for row ${on + 1} and off for row ${off + 1}, so no row was sent or checked`,
		'builder',
		{
			unsent: true,
			advice: `Give it one value for all rows. To check some and to send others, separate them by an If node, and use one Signaturit node for each.`,
		},
	);
}

function readSwitch(call: ExecuteCall, item: number, count: number): boolean {
	const entered = parameter(call, `options.${name}`, item, null);
	const { data: isOn } = certainSwitch.safeParse(entered);
	if (isOn !== undefined) return isOn;
	const row = count > 1 ? `Row ${item + 1}: ` : '';
	throw new Refusal(`${row}${refusal(displayName, entered, 'must be true or false')}`, 'builder', {
		unsent: true,
		advice: 'An empty value does not count as off: give it true or false.',
	});
}
