import { option, textField } from '../../input/fields';
import { signatureLocator } from '../../input/locators';
import { laxText } from '../../transport/shapes';
import { writes } from '../../transport/writes';
import { generateAuditTrail } from '../auditTrails';
import { deliveryItems, deliveryReads, simplifyOption } from '../deliveries';
import { plainWrite, resource } from '../operation';
import type { Filters } from '../plainList';
import { create } from './create/create.operation';
import { getEvidencePack } from './getEvidencePack.operation';
import { sendAndWait } from './sendAndWait.operation';
import { getEmbeddedSigningPage, getSigningLinks } from './signingPage.operation';

/** POST /v3/signatures/{id}/reminder.json; answers a request or a document (docs/service.md#reminders). */
const sendReminder = plainWrite(writes.remind, [signatureLocator], {
	action: 'Send the signer a reminder of a signature request',
	sends: true,
	description: 'Remind the signer of an unsigned request, by email or SMS as it was sent',
	options: [simplifyOption],
	give({ call, answer, ids: [signatureId], item }) {
		if (!('documents' in answer)) return [{ json: { signatureId, ...answer } }];
		return deliveryItems(call, 'signature', answer, item);
	},
});

const cancel = plainWrite(writes.cancel, [signatureLocator], {
	action: 'Cancel a signature request so nobody can sign',
	description: 'Cancel a request that is ready to be signed, so that nobody can sign it any more',
	fields: [
		textField('Reason', 'reason', {
			placeholder: 'e.g. The terms have changed',
			description: 'Why the request is canceled',
		}),
	],
	options: [simplifyOption],
	give({ call, answer, item }) {
		return deliveryItems(call, 'signature', answer, item);
	},
});

const rename = plainWrite(writes.rename, [signatureLocator], {
	description: 'Give a request another name in Signaturit',
	fields: [
		textField('New Name', 'name', {
			required: true,
			placeholder: 'e.g. Employment contract Ada Lovelace',
			description: 'Name of the request in Signaturit from now on',
		}),
	],
	give: ({ answer, ids: [signatureId], sent: { name } }) => [
		{ json: { signatureId, name: laxText.parse(answer.name) ?? String(name) } },
	],
});

const deleteSignature = plainWrite(writes.delete, [signatureLocator], {
	action: 'Delete a signature request that has ended',
	description: 'Delete a request that is no longer in progress; cancel one that still is',
	give: ({ ids: [signatureId] }) => [{ json: { signatureId, deleted: true } }],
});

/** docs/service.md#filters */
const filters: Filters = {
	plural: 'requests',
	part: 'document',
	statuses: [
		option('Canceled', 'canceled', 'The request was canceled'),
		option('Completed', 'completed', 'Signed'),
		option('Declined', 'declined', 'A signer refused to sign'),
		option('Error', 'error', 'The document could not be processed'),
		option('Expired', 'expired', 'The time to sign has run out'),
		option('In Queue', 'in_queue', 'The document is being processed'),
		option('Ready', 'ready', 'The document can be signed'),
		option('Signing', 'signing', 'The signature is being applied'),
	],
	others: ['since', 'until', 'ids', 'data'],
};

const { get, getMany, count } = deliveryReads({
	resource: 'signature',
	locator: signatureLocator,
	filters: { ...filters, others: [...filters.others, 'signer'] },
	countFilters: filters,
	get: {
		action: 'Get a signature request with its status',
		description:
			'Get a signature request with its documents and their status; turn off Simplify to get their events too',
	},
	getMany: {
		action: 'Get many signature requests with their status',
		description:
			'List signature requests, the newest first, by status, time, ID, signer or custom data',
	},
	count: {
		action: 'Count the signature requests',
		description: 'Count signature requests by status, time, ID or custom data',
	},
});

export const signature = resource('Signature Request', 'signature', {
	create,
	sendAndWait,
	get,
	getMany,
	getEvidencePack,
	sendReminder,
	cancel,
	getEmbeddedSigningPage,
	getSigningLinks,
	count,
	rename,
	generateAuditTrail: generateAuditTrail({
		action: 'Generate the audit trail of a signature request',
		description:
			'Start making the audit trail PDF; it can be downloaded from each document after the event Audit Trail Completed',
	}),
	delete: deleteSignature,
});
