import type { INodeProperties } from 'n8n-workflow';
import { textField } from '../input/fields';
import { locatorValue } from '../input/locators';
import type { ExecuteCall } from '../transport/call';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { withId } from '../transport/expected';
import { downloadName, type ServiceFile } from '../transport/files/deliveryFiles';
import { downloadFile, type NameOf } from '../transport/files/download';
import { explained, isRefusedFile } from '../transport/files/missingFile';
import { read } from '../transport/request';
import { deliverySchema } from '../transport/shapes';
import { type Operation, type Texts } from './operation';
import { fieldValue } from '../input/values';
import { filledText } from '../input/doors';

const outputField = textField('Put Output File in Field', 'binaryPropertyName', {
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
});

/**
 * An operation that adds a file to the input item, and the IDs of its delivery and record. The file is named after its
 * document and signer if the service tells them; if it is refused, their status may say why.
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
		async run(call, item) {
			const id = locatorValue(call, delivery, item);
			const recordId = locatorValue(call, record, item);
			const field = fieldValue(call, outputField.name, item, filledText(outputField.displayName));
			const readRecord = async () => {
				const records = await recordsOf(call, resource, id);
				return records.find((one) => one.id.toLowerCase() === recordId.toLowerCase());
			};
			const path = endpoints[resource].download(id, recordId, file.name);
			const nameOf: NameOf = (given, type) => given ?? downloadName({ id: recordId }, file, type);
			const download = downloadFile(call, path, file.format, nameOf);
			const stored = await download.catch(async (error: unknown) => {
				if (!isRefusedFile(error)) throw error;
				const refused = await readRecord();
				throw refused ? explained(call.node, error, resource, file.name, refused).error : error;
			});
			const named = await readRecord();
			const fileName = named ? downloadName(named, file, stored.mimeType) : stored.fileName;
			// As all items call them.
			const recordField = resource === 'signature' ? 'documentId' : 'certificateId';
			const ids = { [`${resource}Id`]: id, [recordField]: recordId };
			const binary = { [field]: { ...stored, fileName } };
			return [{ json: ids, binary, onInput: true }];
		},
	};
}

/** The documents or certificates of a delivery, read once in a run; an empty list if they cannot be read. */
async function recordsOf(call: ExecuteCall, resource: DeliveryKind, id: string) {
	const path = endpoints[resource].one(id);
	const reading = { expected: withId('a request', id), repeatable: false };
	return await call.once(path, async () => {
		const answer = await read(call, path, reading).catch(() => undefined);
		return deliverySchema.safeParse(answer).data?.records ?? [];
	});
}
