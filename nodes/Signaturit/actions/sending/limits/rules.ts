// The options by which a builder limits what a tool may send, and their check.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { wholeNumber } from '../../../input/doors';
import { inTools, numberField, switchField, textField } from '../../../input/fields';
import { validated } from '../../../input/schemas';
import { isOn } from '../../../input/values';
import { parameter, type ExecuteCall } from '../../../transport/call';
import { cut, MAX_MESSAGE, showValue } from '../../../transport/errors/shown';
import { formPairs } from '../../../transport/form';
import { Refusal } from '../../../transport/errors/refusal';
import type { ToolCallRules } from '../note';
import { allowedBy } from './allowed';
import { toolCallHash } from './toolCallHash';

const allowedField = textField('Allowed Recipients', 'allowedRecipients', {
	placeholder: 'e.g. example.com, ada@example.org, +34 600 000 000',
	description:
		'The only addresses, domains of addresses, and phones to which the tool may send, separated by commas',
	...inTools,
});

const atMostField = numberField('At Most', 'atMost', {
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'How often the tool may send in an execution. Each chat message and each MCP call is a new execution.',
	...inTools,
});

export const sendAgainField = switchField('Send Again When Called Again', 'sendAgain', {
	description:
		'Whether to send again when the same call was made within the last hour. If off, the answer tells what was sent then.',
	...inTools,
});

/** The options with which a builder limits what a model may send. */
export const toolOptions: INodeProperties[] = [allowedField, atMostField, sendAgainField];

/** @param counted how often the node has sent in this execution, as its context keeps it */
export function toolCallRules(
	call: ExecuteCall,
	item: number,
	counted: { sendings?: number },
): ToolCallRules {
	const sendsAgain = isOn(call, sendAgainField, item, 'options.');
	const options = parameter(call, 'options', item, {}) as IDataObject;
	// An added option whose expression has no value is a limit all the same.
	const isAdded = ({ name }: INodeProperties) => name in options;
	const most = options[atMostField.name];
	return {
		identify: (request) => (sendsAgain ? undefined : toolCallHash(request)),
		admit: ({ fields = {} }) => {
			if (isAdded(allowedField)) {
				checkRecipients(options[allowedField.name], formPairs(fields));
			}
			const sent = counted.sendings ?? 0;
			const isOver = () => sent >= validated(wholeNumber(atMostField.displayName, 1), most);
			if (isAdded(atMostField) && isOver()) {
				const reached = `This tool has reached its limit for one execution (At Most: ${String(most)})`;
				throw new Refusal(reached, 'builder', { unsent: true });
			}
			counted.sendings = sent + 1;
			return () => {
				counted.sendings = (counted.sendings ?? 1) - 1;
			};
		},
	};
}

function checkRecipients(entered: unknown, pairs: Array<[string, string]>): void {
	const isAllowed = allowedBy(allowedField.displayName, entered);
	const forbidden = pairs.flatMap(([name, value]) => {
		const [, kind] = /(?:^|\[)(email|phone)\]?$/.exec(name) ?? [];
		const isPerson = kind === 'email' || kind === 'phone';
		return isPerson && value !== '' && !isAllowed(kind, value) ? value : [];
	});
	if (forbidden.length === 0) return;
	const allowed = cut([entered].flat().filter(Boolean).join(', ') || 'none', MAX_MESSAGE);
	throw new Refusal(
		`This tool may not send to ${[...new Set(forbidden)].map(showValue).join(', ')}`,
		'builder',
		{ unsent: true, advice: `Allowed are ${allowed}.` },
	);
}
