import { filledText, text, validated } from '../../input/schemas';
import { locatorValue, signatureLocator } from '../../input/locators';
import { read, write } from '../../transport/request';
import { writes } from '../../transport/writes';
import {
	simplifiedItems,
	simplifiedSignature,
	simplifyOption,
	simplifySignatureField,
} from '../outcome';
import type { Operation, Resource } from '../operation';
import {
	countItem,
	filtersField,
	listFields,
	pagesInFlight,
	readFilters,
	readLimit,
	withHint,
	type Filters,
} from '../listFields';
import { endpoints } from '../../transport/endpoints';
import { withThisId } from '../../transport/expected';
import { countEntries } from '../../transport/lists/countEntries';
import { readEntries } from '../../transport/lists/lists';
import { WINDOW } from '../../transport/lists/paging';
import { create } from './create/create.operation';
import { getEmbeddedSigningPage } from './getEmbeddedSigningPage.operation';
import { getEvidencePack } from './getEvidencePack.operation';
import { sendAndWait } from './sendAndWait.operation';

/**
 * POST /v3/signatures/{id}/reminder.json. The sources disagree whether it answers a request or a document
 * (docs/service.md#reminders), so only a request is simplified.
 */
const sendReminder: Operation = {
	name: 'Send Reminder',
	action: 'Send the signer a reminder of a signature request',
	description: 'Remind the signer of an unsigned request, by email or SMS as it was sent',
	fields: [signatureLocator],
	options: [simplifyOption],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const answer = await write.call(this, writes.remind(id));
		if (!('documents' in answer)) return [{ json: { signatureId: id, ...answer } }];
		return simplifiedItems.call(this, answer, simplifiedSignature, item);
	},
};

/** PATCH /v3/signatures/{id}/cancel.json; answers the canceled request. */
const cancel: Operation = {
	name: 'Cancel',
	action: 'Cancel a signature request so nobody can sign',
	description: 'Cancel a request that is ready to be signed, so that nobody can sign it any more',
	fields: [
		signatureLocator,
		{
			displayName: 'Reason',
			name: 'reason',
			type: 'string',
			default: '',
			placeholder: 'e.g. The terms have changed',
			description: 'Why the request is canceled',
		},
	],
	options: [simplifyOption],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const reason = validated(text('Reason'), this.getNodeParameter('reason', item));
		const canceled = await write.call(this, writes.cancel(id), { fields: { reason } });
		return simplifiedItems.call(this, canceled, simplifiedSignature, item);
	},
};

/** POST /v3/signatures/{id}/name; answers the id of the request. */
const rename: Operation = {
	name: 'Rename',
	action: 'Rename a signature request',
	description: 'Give a request another name in Signaturit',
	fields: [
		signatureLocator,
		{
			displayName: 'New Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Employment contract Ada Lovelace',
			description: 'Name of the request in Signaturit from now on',
		},
	],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const name = validated(filledText('New Name'), this.getNodeParameter('name', item));
		await write.call(this, writes.rename(id), { fields: { name } });
		return [{ json: { signatureId: id, name } }];
	},
};

/** DELETE /v3/signatures/{id}. Its answer is not documented, so every 2xx without an error counts as success. */
const deleteSignature: Operation = {
	name: 'Delete',
	action: 'Delete a signature request that has ended',
	description: 'Delete a request that is no longer in progress; cancel one that still is',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		await write.call(this, writes.delete(id));
		return [{ json: { signatureId: id, deleted: true } }];
	},
};

/**
 * POST /v3/signatures/{id}/generate/audit_trail; the answer is empty (202). The PDF is made later; then
 * the event `audit_trail_completed` comes.
 */
const generateAuditTrail: Operation = {
	name: 'Generate Audit Trail',
	action: 'Generate the audit trail of a signature request',
	description:
		'Ask for the audit trail PDF; download it from each document when the event Audit Trail Completed has come',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		await write.call(this, writes.generateAuditTrail(id));
		return [{ json: { signatureId: id, requested: true } }];
	},
};

/** The list of signature requests. */
const signatureList = {
	list: endpoints.signature.list,
	count: endpoints.signature.count,
	window: WINDOW,
};

/** How signature requests are filtered (docs/service.md#filters). */
const signatureFilters: Filters = {
	things: 'requests',
	part: 'document',
	statuses: [
		{ name: 'Canceled', value: 'canceled', description: 'The request was canceled' },
		{ name: 'Completed', value: 'completed', description: 'Signed' },
		{ name: 'Declined', value: 'declined', description: 'A signer refused to sign' },
		{ name: 'Error', value: 'error', description: 'The document could not be processed' },
		{ name: 'Expired', value: 'expired', description: 'The time to sign has run out' },
		{ name: 'In Queue', value: 'in_queue', description: 'The document is being processed' },
		{ name: 'Ready', value: 'ready', description: 'The document can be signed' },
		{ name: 'Signing', value: 'signing', description: 'The signature is being applied' },
	],
	others: ['since', 'until', 'ids', 'data'],
};

/** GET /v3/signatures/{id}.json; answers the signature request with its documents and their events. */
const get: Operation = {
	name: 'Get',
	action: 'Get a signature request with its status',
	description: 'Get a signature request with its documents, their status and events',
	reads: true,
	fields: [signatureLocator, simplifySignatureField],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const expected = withThisId('the signature request', id);
		const answer = await read.call(this, endpoints.signature.one(id), {}, { expected });
		return simplifiedItems.call(this, answer, simplifiedSignature, item);
	},
};

/** GET /v3/signatures.json, newest first, page by page. */
const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many signature requests with their status',
	description: 'List signature requests, the newest first, by status, time, ID or custom data',
	reads: true,
	fields: [...listFields, simplifySignatureField, filtersField(signatureFilters)],
	async run(item) {
		const limits = readLimit.call(this, getMany, item);
		const filters = readFilters.call(this, signatureFilters, item);
		const found = await readEntries.call(this, signatureList, filters, limits);
		return simplifiedItems.call(this, withHint.call(this, found, item), simplifiedSignature, item);
	},
};

/** GET /v3/signatures/count.json; answers `{count}`. What was created on a part of a UTC day is counted in the list. */
const count: Operation = {
	name: 'Count',
	action: 'Count the signature requests',
	description: 'Count signature requests by status, time, ID or custom data',
	reads: true,
	fields: [filtersField(signatureFilters)],
	async run(item) {
		const filters = readFilters.call(this, signatureFilters, item);
		const inFlight = pagesInFlight.call(this, count);
		const counted = await countEntries.call(this, signatureList, filters, inFlight);
		return countItem.call(this, counted, item);
	},
};

export const signature: Resource = {
	name: 'Signature Request',
	value: 'signature',
	operations: {
		create,
		sendAndWait,
		get,
		getMany,
		getEvidencePack,
		sendReminder,
		cancel,
		getEmbeddedSigningPage,
		count,
		rename,
		generateAuditTrail,
		delete: deleteSignature,
	},
};
