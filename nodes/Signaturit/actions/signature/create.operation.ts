import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { InputFile } from '../../input/files';
import { isObject, readList } from '../../input/lists';
import { pdfPages } from '../../input/pdfPages';
import { readFiles } from '../../input/readFiles';
import { readTwofold } from '../../input/twofold';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { deliveryItems } from '../deliveryItems';
import { eventsFields, eventsUrl } from '../eventsUrl';
import type { Operation } from '../operation';
import { withTracking } from '../tracking';
import { additionalFields, documentFields } from './create/create.fields';
import { recipientsFields } from './create/recipientFields';
import { recipientFromRow, splitNumbers } from './create/recipientRows';
import { signatureForm, type SignatureInput } from './create/signatureForm';

/**
 * POST /v3/signatures.json; answers the new signature request. It is sent once and never repeated: the
 * service cannot recognise a repetition (docs/service.md#repetition-and-idempotency).
 */
export const create: Operation = {
	name: 'Create',
	action: 'Create a signature request',
	description: 'Send files or templates to recipients for signature',
	isSlow: true,
	fields: [
		...documentFields,
		...recipientsFields,
		{
			displayName: 'Request Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Employment contract Ada Lovelace',
			description: 'Name of the request in Signaturit',
		},
		...eventsFields,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: additionalFields,
		},
	],
	async run(item) {
		const more = this.getNodeParameter('additionalFields', item) as IDataObject;
		const { fields, files } = signatureForm({
			...more,
			...(await documents.call(this, item)),
			recipients: readList.call(this, 'recipients', 'recipient', item, recipientFromRow),
			name: this.getNodeParameter('name', item),
			cc: readTwofold(more, 'cc', 'copy'),
			data: readTwofold(more, 'data', 'pair'),
			reminders: splitNumbers(more.reminders),
			eventsUrl: eventsUrl.call(this, item, 'signature'),
		});
		return deliveryItems(
			await write.call(this, writes.createSignature, {
				fields: await withTracking.call(this, item, 'signature', fields),
				files,
			}),
		);
	},
};

/** The files and templates to sign. The list that the panel does not show is left out. */
async function documents(
	this: IExecuteFunctions,
	item: number,
): Promise<Pick<SignatureInput, 'files' | 'templates'>> {
	const source = this.getNodeParameter('source', item);
	return {
		...(source !== 'templates' && { files: await filesWithPages.call(this, item) }),
		...(source !== 'files' && {
			templates: readList.call(this, 'templates', 'template', item, templateFromRow),
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
