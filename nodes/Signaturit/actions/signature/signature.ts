// The resource Signature Request, and its smaller operations, such as reminders, renaming and canceling.

import { choicesOf } from '../../input/fieldDoors';
import { option, textField, choicesField, switchField } from '../../input/fields';
import { signatureLocator, locatorValue } from '../../input/locators';
import { laxText } from '../../transport/lax';
import { writes } from '../../transport/writes';
import { generateAuditTrail } from '../auditTrails';
import { deliveryItems, deliveryOutput, deliveryReads } from '../deliveries';
import type { Operation, Resource } from '../operation';
import { plainWrite } from '../plain';
import { plainForm } from '../plainForm';
import { askedInAnyState, asksRequest } from '../refused';
import { sendOnce } from '../sending/reservation';
import type { Filters } from '../filters';
import { create } from './create/create.operation';
import { sendAndWait } from './sendAndWait.operation';
import { getEmbeddedSigningPage, getSigningLinks } from './signingPage.operation';
import { SOON } from '../../events/standing';
import { fieldValue, isOn } from '../../input/values';
import { endpoints } from '../../transport/endpoints';
import { errorAbout } from '../../transport/errors/errors';
import {
	deliveryFiles,
	downloadFiles,
	fileEntry,
	type FileKind,
	missingEntries,
	isExpected,
} from '../../events/deliveryFiles';
import { documentWithSigner } from '../../events/items';
import { readAs } from '../../transport/request';
import { deliveryWithId, recordSchema } from '../../transport/shapes';
import { jsonItems } from '../itemResult';
import { isSimplified, otherOf } from '../output';
import { Refusal } from '../../transport/errors/refusal';

const includeField = choicesField('Include', 'include', {
	required: true,
	options: [
		option('Attachments', 'attachments', 'ZIP files with what the signers attached, if anything'),
		option('Audit Trails', 'auditTrail', 'PDFs that prove who did what and when'),
		option('Signed PDFs', 'signed', 'The documents with the signatures'),
	],
	default: ['signed', 'auditTrail', 'attachments'],
	description:
		'Which files to download of each document, into the binary fields signed_1, auditTrail_1, attachments_1, signed_2 …',
});

const skipMissingField = switchField('Go On Without Missing Files', 'skipMissing', {
	description:
		'Whether to list files that are not available yet in the field filesMissing, instead of ending with an error',
});

const EMPTY = 'An evidence pack has no files, because none is available.';
const SKIP_ADVICE = 'Turn on "Go On Without Missing Files" to get the files that are there.';
const SEE_REASONS = 'The output says why under "filesMissing".';

/** GET /v3/signatures/{id}.json, then a download for each document and kind of file, into one item. */
const getEvidencePack: Operation = {
	name: 'Get Evidence Pack',
	action: 'Get the signed files and proofs of a request',
	description:
		'Download the signed PDFs, audit trails and attachments of all documents of a request at once',
	reads: true,
	fields: [signatureLocator, includeField],
	asked: askedInAnyState('No evidence pack'),
	options: [skipMissingField],
	async run(call, item) {
		const id = locatorValue(call, signatureLocator, item);
		const kinds = fieldValue(call, 'include', item, choicesOf<FileKind>(includeField));
		if (kinds.length === 0) throw new Refusal('Include: choose at least one kind of file', 'model');
		const skipMissing = isOn(call, skipMissingField, item, 'options.');

		const delivery = await readAs(call, endpoints.signature.one(id), {
			schema: deliveryWithId(id).refine((request) => request.records.length > 0),
			what: 'a signature request with documents',
		});
		const files = deliveryFiles('signature', delivery, () => kinds);
		const { binary, present, missing } = await downloadFiles(call, files, {
			onFailed({ kind, record, fileName }, { error, isMissing }) {
				if (isMissing && (skipMissing || !isExpected(kind, record))) return;
				throw errorAbout(call.node, error, `"${fileName}"`, isMissing ? SKIP_ADVICE : '');
			},
		});
		const filesMissing = missingEntries(
			missing.filter(({ file }) => isExpected(file.kind, file.record)),
		);
		const reasons = filesMissing ? ` ${SEE_REASONS}` : '';
		if (present.length === 0) call.hint('warning', EMPTY + reasons);
		const json = { signatureId: id, files: present.map(fileEntry) };
		return [{ json: { ...json, ...(filesMissing && { filesMissing }) }, binary }];
	},
};

/** POST /v3/signatures/{id}/reminder.json; answers a request or a document (docs/service.md#reminders). */
const sendReminder = plainWrite(writes.remind, [signatureLocator], {
	name: 'Send Reminder',
	action: 'Send the signer a reminder of a signature request',
	asked: asksRequest('Nothing to remind'),
	sends: sendOnce,
	description: 'Remind the signer of an unsigned request, by email or SMS as it was sent',
	options: deliveryOutput('signature', ['reminderSent']),
	give({ call, answer, ids: [signatureId], item }) {
		if ('documents' in answer) {
			// Only an open request takes a reminder.
			const more = { outcome: undefined, reminderSent: true };
			return deliveryItems(call, 'signature', answer, item, 'option', more);
		}
		if (!isSimplified(call, item, 'option')) return jsonItems(answer);
		const reminded = recordSchema.safeParse(answer).data;
		const document = reminded ? documentWithSigner(reminded) : otherOf(answer);
		return [{ json: { signatureId, reminderSent: true, ...document } }];
	},
});

const cancel = plainForm(writes.cancel, [signatureLocator], {
	name: 'Cancel',
	action: 'Cancel a signature request so nobody can sign',
	asked: asksRequest('Not canceled'),
	description: 'Cancel a request that is ready to be signed, so that nobody can sign it any more',
	fields: [
		textField('Reason', 'reason', {
			placeholder: 'e.g. The terms have changed',
			description: 'Why the request is canceled',
		}),
	],
	options: deliveryOutput('signature'),
	give({ call, answer, item }) {
		return deliveryItems(call, 'signature', answer, item, 'option');
	},
});

const rename = plainForm(writes.rename, [signatureLocator], {
	asked: asksRequest('Not renamed', { signing: SOON }),
	name: 'Rename',
	action: 'Rename a signature request',
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

const END_FIRST = 'A request in progress cannot be deleted. The operation Cancel ends it.';

const deleteSignature = plainWrite(writes.delete, [signatureLocator], {
	name: 'Delete',
	action: 'Delete a signature request that has ended',
	asked: asksRequest('Not deleted', {
		in_queue:
			'A request in progress cannot be deleted. In a minute, the operation Cancel can end it.',
		ready: END_FIRST,
		bounced: END_FIRST,
		signing: SOON,
		...{ completed: '', declined: '', canceled: '', expired: '', failed: '' },
	}),
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
	otherFilters: ['since', 'until', 'ids', 'data'],
};

const { get, getMany, count } = deliveryReads({
	resource: 'signature',
	locator: signatureLocator,
	filters: { ...filters, otherFilters: [...filters.otherFilters, 'signer'] },
	countFilters: filters,
	get: {
		name: 'Get',
		action: 'Get a signature request with its status',
		description:
			'Get a signature request with its documents and their status; turn off Simplify to get their events too',
	},
	getMany: {
		name: 'Get Many',
		action: 'Get many signature requests with their status',
		description:
			'List signature requests, the newest first, by status, time, ID, signer or custom data',
	},
	count: {
		name: 'Count',
		action: 'Count the signature requests',
		description: 'Count signature requests by status, time, ID or custom data',
	},
});

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
		getSigningLinks,
		count,
		rename,
		generateAuditTrail: generateAuditTrail({
			name: 'Generate Audit Trail',
			action: 'Generate the audit trail of a signature request',
			description:
				'Start making the audit trail PDF; it can be downloaded from each document after the event Audit Trail Completed',
		}),
		delete: deleteSignature,
	},
};
