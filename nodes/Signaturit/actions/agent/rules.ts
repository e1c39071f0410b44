// The options by which a builder limits what a tool may send, and their check.

import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { wholeNumber } from '../../input/doors';
import { numberField, switchField, textField } from '../../input/fields';
import { validated } from '../../input/schemas';
import { isOn } from '../../input/values';
import { isVariantSure, variantOf } from '../../n8n/variant';
import { parameter, type ExecuteCall } from '../../transport/call';
import type { RequestContent } from '../../transport/exchange';
import { cut, MAX_MESSAGE, showValue } from '../../transport/errors/shown';
import { formPairs } from '../../transport/form';
import { unknownN8n } from '../unknownN8n';
import { Refusal } from '../../transport/errors/refusal';
import { allowedBy } from './allowed';
import { callHash } from './callHash';

/** Whether the node is a tool of an agent or of an MCP server. */
export const isTool = (node: INode): boolean => variantOf(node) === 'tool';

/**
 * To be called before anything is done.
 *
 * @throws UserError when n8n does not say for sure whether the node is a tool, or reviews calls
 */
export function checkVariant(call: ExecuteCall): void {
	if (isVariantSure(call.n8n)) return;
	const lacking = 'n8n does not say for sure whether this node belongs to an agent';
	const danger = 'limits of a tool would not count, and a call could run that nobody has signed';
	throw unknownN8n(call, lacking, danger);
}

/** The display condition of fields that only tools and reviews show. */
export const whenTool = { '@tool': [true] };

export const inTools = { displayOptions: { show: whenTool } };
export const notInTools = { displayOptions: { hide: whenTool } };

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

/** The rules for a call of a tool that sends. */
export interface CallRules {
	/** The same for equal requests (`callHash`); `undefined` if a request may be sent again. */
	identify: (request: RequestContent) => string | undefined;
	/**
	 * To be called before the request is sent.
	 *
	 * @returns a function to call when the request was refused
	 * @throws UserError when the builder has not allowed it
	 */
	admit: (request: RequestContent) => () => void;
}

/** @param counted how often the node has sent in this execution, as its context keeps it */
export function callRules(
	call: ExecuteCall,
	item: number,
	counted: { sendings?: number },
): CallRules {
	const sendsAgain = isOn(call, sendAgainField, item, 'options.');
	const options = parameter(call, 'options', item, {}) as IDataObject;
	// An added option whose expression has no value is a limit all the same.
	const isAdded = ({ name }: INodeProperties) => name in options;
	const most = options[atMostField.name];
	return {
		identify: (request) => (sendsAgain ? undefined : callHash(request)),
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
