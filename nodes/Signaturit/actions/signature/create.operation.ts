import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { customDataPairs } from '../../input/customData';
import { readFiles } from '../../input/readFiles';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { deliveryItems } from '../deliveryItems';
import { eventsFields, eventsUrl, withTrackingReference } from '../eventsUrl';
import type { Operation } from '../operation';
import { additionalFields, documentFields } from './create/create.fields';
import { recipientsFields } from './create/recipientFields';
import {
	listFromJson,
	recipientFromRow,
	splitNumbers,
	type RecipientRow,
} from './create/recipientRows';
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
		const { cc, data, reminders, ...more } = this.getNodeParameter(
			'additionalFields',
			item,
		) as IDataObject;
		const { fields, files } = signatureForm({
			...more,
			...(await documents.call(this, item)),
			recipients: recipients.call(this, item),
			name: this.getNodeParameter('name', item),
			cc: (cc as IDataObject | undefined)?.copy,
			data: customDataPairs(data),
			reminders: splitNumbers(reminders),
			eventsUrl: eventsUrl.call(this, item),
		});
		return deliveryItems(
			await write.call(this, writes.createSignature, {
				fields: await withTrackingReference.call(this, item, fields),
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
	const source = this.getNodeParameter('source', item) as string;
	const names = this.getNodeParameter('binaryPropertyNames', item, '') as string;
	const rows = this.getNodeParameter('templates.template', item, []) as IDataObject[];
	return {
		...(source !== 'templates' && { files: await readFiles.call(this, names, item) }),
		...(source !== 'files' && { templates: rows.map(({ id }) => (id as IDataObject).value) }),
	};
}

function recipients(this: IExecuteFunctions, item: number): unknown {
	if (this.getNodeParameter('defineRecipients', item) === 'json') {
		return listFromJson(this.getNodeParameter('recipientsJson', item));
	}
	const rows = this.getNodeParameter('recipients.recipient', item, []) as RecipientRow[];
	return rows.map(recipientFromRow);
}
