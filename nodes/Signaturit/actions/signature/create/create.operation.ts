import type { IDataObject } from 'n8n-workflow';
import { givenReference } from '../../../input/commonSchemas';
import { readFiles } from '../../../input/files';
import { readRows, readRowsOrJson } from '../../../input/lists';
import { chosenValue } from '../../../input/locators';
import { pdfPages } from '../../../input/pdf/pdfPages';
import { isBlank } from '../../../input/schemas';
import type { ExecuteCall } from '../../../transport/call';
import { readRecipients } from '../../contacts';
import { createdItems, simplifyOption } from '../../deliveries';
import type { Operation } from '../../operation';
import { eventsOptions, reporting } from '../../reporting/reporting';
import { createOnce } from '../../sending/createOnce';
import { reviewsCalls } from '../../waiting/approval';
import { requestFields, requestOptions } from './create.fields';
import { recipientFromRow, splitNumbers } from './recipient';
import { signatureForm } from './signatureForm';

/** POST /v3/signatures.json; answers the new signature request, or the one that exists (`createOnce`). */
export const create: Operation = {
	name: 'Create',
	action: 'Create a signature request and send it',
	description: 'Send files or templates to recipients for signature',
	isSlow: true,
	creates: true,
	fields: requestFields,
	options: [...requestOptions, ...eventsOptions, simplifyOption],
	async run(call, item, note) {
		const { eventsUrl, track } = reporting(call, item, 'signature');
		const created = await createOnce(call, item, note, async () => ({
			...(await readRequest(call, item, eventsUrl)),
			resource: 'signature',
			track,
		}));
		return createdItems(call, 'signature', created, item);
	},
};

/**
 * The signature request that the panel describes for an item.
 *
 * @param eventsUrl the address for its events, not validated yet
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export async function readRequest(call: ExecuteCall, item: number, eventsUrl: unknown) {
	const options = call.n8n.getNodeParameter('options', item) as IDataObject;
	const mapped: unknown = call.n8n.getNodeParameter('templateFields.value', item, null);
	const filled = Object.entries(mapped ?? {}).filter(([, value]) => !isBlank(value));
	// n8n puts the field Message into the node that reviews the calls of an agent.
	const bodyField = reviewsCalls(call.node) ? 'message' : 'body';
	return signatureForm({
		...options,
		reference: givenReference(options),
		...(await documents(call, item)),
		recipients: await readRecipients(call, item, recipientFromRow),
		cc: readRowsOrJson(options, 'cc', 'copy'),
		brandingId: chosenValue(options.brandingId),
		templateFields: Object.fromEntries(filled),
		data: readRowsOrJson(options, 'data', 'pair'),
		reminders: splitNumbers(options.reminders),
		subject: call.n8n.getNodeParameter('subject', item, ''),
		body: call.n8n.getNodeParameter(bodyField, item, ''),
		eventsUrl,
	});
}

/** The files and templates to sign. The list that the panel does not show is left out. */
async function documents(call: ExecuteCall, item: number) {
	const source = call.n8n.getNodeParameter('source', item);
	const templates =
		source === 'files'
			? undefined
			: readRows(call, 'templates', 'template', item, ({ id }) => chosenValue(id));
	if (source === 'templates') return { templates };
	const names = call.n8n.getNodeParameter('binaryPropertyNames', item, '');
	const files = (await readFiles(call, names, item)).map(async (file) => ({
		...file,
		pages: await pdfPages(file.content),
	}));
	return { files: await Promise.all(files), templates };
}
