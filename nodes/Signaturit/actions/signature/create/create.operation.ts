import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { givenReference } from '../../../input/commonSchemas';
import { readFiles } from '../../../input/files';
import { readRows, readRowsOrJson } from '../../../input/lists';
import { chosenValue } from '../../../input/locators';
import { pdfPages } from '../../../input/pdf/pdfPages';
import { isBlank } from '../../../input/schemas';
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
	async run(item, note) {
		const { eventsUrl, track } = reporting.call(this, item, 'signature');
		const created = await createOnce.call(this, item, note, async () => ({
			...(await readRequest.call(this, item, eventsUrl)),
			resource: 'signature',
			track,
		}));
		return createdItems.call(this, 'signature', created, item);
	},
};

/**
 * The signature request that the panel describes for an item.
 *
 * @param eventsUrl the address for its events, not validated yet
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export async function readRequest(this: IExecuteFunctions, item: number, eventsUrl: unknown) {
	const options = this.getNodeParameter('options', item) as IDataObject;
	const mapped: unknown = this.getNodeParameter('templateFields.value', item, null);
	const filled = Object.entries(mapped ?? {}).filter(([, value]) => !isBlank(value));
	// n8n puts the field Message into the node that reviews the calls of an agent.
	const bodyField = reviewsCalls(this.getNode()) ? 'message' : 'body';
	return signatureForm({
		...options,
		reference: givenReference(options),
		...(await documents.call(this, item)),
		recipients: await readRecipients.call(this, item, recipientFromRow),
		cc: readRowsOrJson(options, 'cc', 'copy'),
		brandingId: chosenValue(options.brandingId),
		templateFields: Object.fromEntries(filled),
		data: readRowsOrJson(options, 'data', 'pair'),
		reminders: splitNumbers(options.reminders),
		subject: this.getNodeParameter('subject', item, ''),
		body: this.getNodeParameter(bodyField, item, ''),
		eventsUrl,
	});
}

/** The files and templates to sign. The list that the panel does not show is left out. */
async function documents(this: IExecuteFunctions, item: number) {
	const source = this.getNodeParameter('source', item);
	const templates =
		source === 'files'
			? undefined
			: readRows.call(this, 'templates', 'template', item, ({ id }) => chosenValue(id));
	if (source === 'templates') return { templates };
	const names = this.getNodeParameter('binaryPropertyNames', item, '');
	const files = (await readFiles.call(this, names, item)).map(async (file) => ({
		...file,
		pages: await pdfPages(file.content),
	}));
	return { files: await Promise.all(files), templates };
}
