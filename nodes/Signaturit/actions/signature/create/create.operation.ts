import { simplifiedItems, simplifiedSignature, simplifyOption } from '../../outcome';
import { eventsOptions, eventsUrl } from '../../reporting/eventsUrl';
import type { Operation } from '../../operation';
import { createOnce } from '../../sending/createOnce';
import { signatureRequests, type Described } from '../../sending/creation';
import { trackedFor } from '../../reporting/tracking';
import { requestFields, requestOptions } from './create.fields';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { givenReference } from '../../../input/commonSchemas';
import type { InputFile } from '../../../input/files';
import { isObject, readRows, readTwofold } from '../../../input/lists';
import { pdfPages } from '../../../input/pdf/pdfPages';
import { readFiles } from '../../../input/readFiles';
import { reviewsCalls } from '../../waiting/approval';
import { recipientFromRow, splitNumbers } from './recipientRows';
import { readTemplateFields } from './messageAndTemplateFields';
import { signatureForm, type SignatureInput } from './signatureForm';

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
		const creation = {
			...(await readRequest.call(this, item, eventsUrl.call(this, item, 'signature'))),
			track: trackedFor.call(this, item, 'signature'),
		};
		const created = await createOnce.call(this, item, note, signatureRequests, creation);
		return simplifiedItems.call(this, created, simplifiedSignature, item);
	},
};

/**
 * The signature request that the panel describes for an item.
 *
 * @param eventsTo the address for its events, not validated yet
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export async function readRequest(
	this: IExecuteFunctions,
	item: number,
	eventsTo: unknown,
): Promise<Described> {
	const options = this.getNodeParameter('options', item) as IDataObject;
	return signatureForm({
		...options,
		reference: givenReference(options),
		...(await documents.call(this, item)),
		recipients: readRows.call(this, 'recipients', 'recipient', item, recipientFromRow),
		cc: readTwofold(options, 'cc', 'copy'),
		templateFields: readTemplateFields.call(this, item),
		data: readTwofold(options, 'data', 'pair'),
		reminders: splitNumbers(options.reminders),
		subject: this.getNodeParameter('subject', item, ''),
		body: reviewMessage.call(this, item) ?? this.getNodeParameter('body', item, ''),
		eventsUrl: eventsTo,
	});
}

/** n8n puts the field Message into the twin that reviews the calls of an agent. */
function reviewMessage(this: IExecuteFunctions, item: number): unknown {
	return reviewsCalls(this.getNode()) ? this.getNodeParameter('message', item, '') : undefined;
}

/** The files and templates to sign. The list that the panel does not show is left out. */
async function documents(
	this: IExecuteFunctions,
	item: number,
): Promise<Pick<SignatureInput, 'files' | 'templates'>> {
	const source = this.getNodeParameter('source', item);
	return {
		...(source !== 'templates' && { files: await filesWithPages.call(this, item) }),
		...(source !== 'files' && {
			templates: readRows.call(this, 'templates', 'template', item, templateFromRow),
		}),
	};
}

async function filesWithPages(this: IExecuteFunctions, item: number): Promise<InputFile[]> {
	const names = this.getNodeParameter('binaryPropertyNames', item, '');
	const files = await readFiles.call(this, names, item);
	return await Promise.all(
		files.map(async (file) => ({ ...file, pages: await pdfPages(file.content) })),
	);
}

/** The id or hashtag that a row of the panel holds. */
function templateFromRow({ id }: IDataObject): unknown {
	return isObject(id) && 'value' in id ? id.value : id;
}
