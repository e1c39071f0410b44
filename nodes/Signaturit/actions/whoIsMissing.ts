import type { NodeHint } from 'n8n-workflow';

/**
 * A row of recipients that names nobody. Not `required`: n8n then refuses to publish a row without the field, even where
 * another field takes its place. n8n drops the rows when they are given as JSON.
 */
const NOBODY =
	'$rawParameter.options?.recipientsJson === undefined && ($rawParameter.recipients?.recipient ?? []).some((row) => !(row.email || row.phone || row.deviceId || row.contactId?.value))';

const hintFor = (resource: string, message: string): NodeHint => ({
	message,
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ $rawParameter.resource === '${resource}' && ${NOBODY} }}`,
});

/** What n8n says in the panel, before the first run, of recipients that are still empty. */
export const whoIsMissing: NodeHint[] = [
	hintFor('signature', 'Fill in who signs: the email of each recipient.'),
	hintFor('certifiedEmail', 'Fill in who gets the email: the email of each recipient.'),
	hintFor('certifiedSms', 'Fill in who gets the SMS: the phone of each recipient.'),
];
