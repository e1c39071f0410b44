import type { INodeProperties } from 'n8n-workflow';

/** What most people look for, in the order of its use: what it says, how it is sent, until when, who else gets it, how it looks. */
const first = [
	...[
		'body',
		'deliveryType',
		'smsBody',
		'signingMode',
		'type',
		'attachFiles',
		'limitWaitTime',
		'expireTime',
		'reminders',
	],
	...['cc', 'bcc', 'replyTo', 'brandingId', 'name', 'callbackUrl', 'reference', 'data'],
];

/** What few people need: lists that expressions give, what is left out, how the node works. */
const last = [
	...[
		'recipientsJson',
		'templatesJson',
		'ccJson',
		'bccJson',
		'dataJson',
		'additionalParametersJson',
	],
	...['skipEmpty', 'skipMissingFiles', 'countEnded', 'simplify', 'itemsAtOnce', 'timeout'],
];

/** Options in the order of their use. What is in neither list stands between them, by its label. */
export function byUse(options: readonly INodeProperties[]): INodeProperties[] {
	const named = (names: string[]) =>
		names.flatMap((name) => options.filter((option) => option.name === name));
	const others = options.filter(({ name }) => ![...first, ...last].includes(name));
	// Comparing by a language would load its rules, which takes longer than anything else here.
	const sorted = [...others].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return [...named(first), ...sorted, ...named(last)];
}
