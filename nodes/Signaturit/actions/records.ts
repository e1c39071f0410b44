// The operations that download one file of a document or certificate, or read its SMS status.

// Operations about one document or certificate.
import type { INodeProperties } from 'n8n-workflow';
import { textField } from '../input/fields';
import { fieldValue } from '../input/values';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { smsStatusSchema } from '../transport/shapes';
import { jsonItems } from './itemResult';
import { entryItem, isSimplified, outputFields } from './output';
import type { Operation, Texts } from './operation';
import { plainRead } from './plain';
import { locatorValue } from '../input/locators';
import { withShape } from '../transport/expected';
import { downloadName, type ServiceFile } from '../events/deliveryFiles';
import { downloadFile, type NameOf } from '../transport/files/download';
import { asksForFile, readDelivery } from './refused';
import { filledText } from '../input/doors';

const outputField = textField('Put Output File in Field', 'binaryPropertyName', {
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
});

/**
 * An operation that adds a file to the input item, and the IDs of its delivery and record. The file is named after its
 * document and signer if the service tells them.
 */
export function fileDownload(
	resource: DeliveryKind,
	[delivery, record]: readonly [delivery: INodeProperties, record: INodeProperties],
	file: ServiceFile,
	texts: Texts,
): Operation {
	return {
		...texts,
		reads: true,
		fields: [delivery, record, outputField],
		asked: asksForFile(resource, file.name),
		async run(call, item) {
			const id = locatorValue(call, delivery, item);
			const recordId = locatorValue(call, record, item);
			const field = fieldValue(call, outputField.name, item, filledText(outputField.displayName));
			const path = endpoints[resource].download(id, recordId, file.name);
			const nameOf: NameOf = (given, type) => given ?? downloadName({ id: recordId }, file, type);
			const stored = await downloadFile(call, path, file.format, nameOf);
			const found = await readDelivery(call, resource, id, true);
			const named =
				found === 'gone'
					? undefined
					: found?.records.find((one) => one.id.toLowerCase() === recordId.toLowerCase());
			const fileName = named ? downloadName(named, file, stored.mimeType) : stored.fileName;
			// As all items call them.
			const ids = { [`${resource}Id`]: id, [recordIdName(resource)]: recordId };
			const binary = { [field]: { ...stored, fileName } };
			return [{ json: ids, binary, onInput: true }];
		},
	};
}

/** The field of items with the ID of a document or certificate. */
const recordIdName = (resource: DeliveryKind) =>
	resource === 'signature' ? 'documentId' : 'certificateId';

/** *Get SMS Status* of a document or certificate; answers `{sms_status, phone_number}` (docs/service.md#sms-status). */
export function smsStatusRead(
	resource: 'signature' | 'certifiedSms',
	locators: readonly [delivery: INodeProperties, record: INodeProperties],
	texts: Texts,
): Operation {
	const name = recordIdName(resource);
	const statusItem = entryItem(name, { sms_status: ['smsStatus'], phone_number: ['phone'] });
	return plainRead(endpoints[resource].smsStatus, locators, {
		...texts,
		fields: outputFields([name, 'smsStatus', 'phone', 'other']),
		expected: () => withShape('the status of an SMS', smsStatusSchema),
		give({ call, item, answer, ids: [id, recordId] }) {
			if (!isSimplified(call, item, 'field')) return jsonItems(answer);
			const ids = { [`${resource}Id`]: id, [name]: recordId };
			return [answer].flat().map((one) => ({ json: { ...ids, ...statusItem(one) } }));
		},
	});
}
