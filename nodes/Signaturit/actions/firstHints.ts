import type { NodeHint } from 'n8n-workflow';

const firstHint = (type: NodeHint['type'], message: string, condition: string): NodeHint => ({
	message,
	type,
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${condition} }}`,
});

/**
 * A row of recipients that names nobody. Not `required`: n8n then refuses to publish a row without the field, even where
 * another field takes its place.
 */
const NOBODY =
	'$rawParameter.options?.recipientsJson === undefined && ($rawParameter.recipients?.recipient ?? []).some((row) => !(row.email || row.phone || row.deviceId || row.contactId?.value))';

const missing = (resource: string, message: string) =>
	firstHint('warning', message, `$rawParameter.resource === '${resource}' && ${NOBODY}`);

/** What n8n says in the panel before the first run. */
export const firstHints: NodeHint[] = [
	missing('signature', 'Fill in who signs: the email of each recipient.'),
	missing('certifiedEmail', 'Fill in who gets the email: the email of each recipient.'),
	missing('certifiedSms', 'Fill in who gets the SMS: the phone of each recipient.'),
	firstHint(
		'info',
		'The workflow waits here until everyone has signed, or until the request is declined, expired or canceled. Your n8n needs a public web address.',
		"$rawParameter.operation === 'sendAndWait'",
	),
];
