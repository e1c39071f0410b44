import type { IExecuteFunctions, INode, INodeProperties, NodeApiError } from 'n8n-workflow';
import { eventTypes } from '../events/catalogue';
import { statusWords } from '../events/state';
import { textField } from '../input/fields';
import { locatorValue } from '../input/locators';
import { endpoints, type DeliveryKind, type DownloadName } from '../transport/endpoints';
import { apiError, problemOf, httpStatusOf } from '../transport/errors/errors';
import { withId } from '../transport/expected';
import {
	downloadName,
	hasHappened,
	madeWith,
	type Progress,
	type ServiceFile,
} from '../transport/files/deliveryFiles';
import { downloadFile, type NameOf } from '../transport/files/download';
import { read } from '../transport/request';
import { deliverySchema } from '../transport/shapes';
import { onceInRun } from './context';
import { type Operation, type Texts } from './operation';

const outputField = textField('Put Output File in Field', 'binaryPropertyName', {
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
});

/**
 * An operation that adds a file to the input item, and the IDs of what it belongs to. The file is named after its
 * document and signer if the service tells them; if it is refused, their status may say why.
 */
export function fileDownload(
	kind: DeliveryKind,
	[delivery, record]: readonly [delivery: INodeProperties, record: INodeProperties],
	file: ServiceFile,
	texts: Texts,
): Operation {
	return {
		...texts,
		reads: true,
		fields: [delivery, record, outputField],
		async run(item) {
			const id = locatorValue.call(this, delivery, item);
			const recordId = locatorValue.call(this, record, item);
			const field = this.getNodeParameter('binaryPropertyName', item) as string;
			const readRecord = async () => {
				const records = await recordsOf.call(this, kind, id);
				return records.find((one) => one.id.toLowerCase() === recordId.toLowerCase());
			};
			const path = endpoints[kind].download(id, recordId, file.name);
			const nameOf: NameOf = (given, type) => given ?? downloadName({ id: recordId }, file, type);
			const download = downloadFile(this, path, file.format, nameOf);
			const stored = await download.catch(async (error: unknown) => {
				if (!isRefusedFile(error)) throw error;
				const refused = await readRecord();
				const why = refused && whyMissing(kind, file.name, refused);
				throw why ? missingFileError(this.getNode(), error, why) : error;
			});
			const named = await readRecord();
			const fileName = named ? downloadName(named, file, stored.mimeType) : stored.fileName;
			const { json, binary } = this.getInputData()[item] ?? {};
			// As all items call them.
			const recordField = kind === 'signature' ? 'documentId' : 'certificateId';
			const ids = { [`${kind}Id`]: id, [recordField]: recordId };
			const files = { ...binary, [field]: { ...stored, fileName } };
			return [{ json: { ...json, ...ids }, binary: files }];
		},
	};
}

/** The documents or certificates of a delivery, read once in a run; none if they cannot be had. */
async function recordsOf(this: IExecuteFunctions, kind: DeliveryKind, id: string) {
	const path = endpoints[kind].one(id);
	const reading = { expected: withId('a request', id), repeatable: false };
	return await onceInRun(this, path, async () => {
		const answer = await read(this, path, reading).catch(() => undefined);
		return deliverySchema.safeParse(answer).data?.records ?? [];
	});
}

/** Whether the service refused to give a file, perhaps because there is none (docs/service.md#downloads). */
export const isRefusedFile = (error: unknown): error is NodeApiError =>
	[204, 400, 403, 404, 409].includes(httpStatusOf(error) ?? NaN);

/** Whether the service answered that there is no such file, or answered nothing. */
export const isAbsentFile = (error: NodeApiError) =>
	[204, 404].includes(httpStatusOf(error) ?? NaN);

/** What follows from the status of a document for a file that is missing (docs/service.md#document-statuses). */
const consequences: Record<string, string> = {
	in_queue: 'so nobody has signed it yet',
	ready: 'so nobody has signed it yet',
	signing: 'so the signature is still being applied',
	canceled: 'so it was not signed',
	declined: 'so it was not signed',
	expired: 'so it was not signed',
	error: 'so it was not signed',
	completed: 'and its audit trail is still being made',
};
const inProgress = new Set(['in_queue', 'ready', 'signing']);
/** Their audit trails are generated on request only (docs/service.md#audit-trails). */
const ended = new Set(['canceled', 'declined', 'expired']);

/** Events by which a signer's document gets attachments (docs/service.md#event-types). */
const attaching = new Set(['file_added', 'photo_added', 'photo_id_added', 'voice_added']);

/** Whether the signer of a document has attached something. */
export const hasAttachments = ({ events }: Pick<Progress, 'events'>) =>
	events.some(({ type }) => attaching.has(type));

/** Why a file is missing, and when it will be there; `undefined` if the record does not explain it. */
export function whyMissing(kind: DeliveryKind, file: DownloadName, record: Progress) {
	const { status } = record;
	if (status === undefined) return undefined;
	const what = kind === 'signature' ? 'document' : 'certificate';
	const absence = (subject: string, consequence: string, description: string) => ({
		message: `The ${subject} not available: the ${what} is "${statusWords(status)}", ${consequence}`,
		description,
	});
	if (file === 'attachments' && !hasAttachments(record)) {
		const rule =
			'A document has attachments only if its signer attached a file, a photo or a recording.';
		return absence('attachments are', 'and its signer has attached nothing', rule);
	}
	const event = madeWith[kind][file];
	if (event === undefined || hasHappened(event, record)) return undefined;
	const name = eventTypes.find(({ resource, type }) => resource === kind && type === event)?.name;
	const after = `It can be downloaded after the event ${event} (${name}).`;
	if (kind !== 'signature') {
		const consequence =
			status === 'error' ? 'so the message could not be sent' : 'so it is not certified yet';
		return absence('audit trail is', consequence, after);
	}
	const consequence = consequences[status];
	if (consequence === undefined) return undefined;
	if (file === 'signed') {
		const advice = inProgress.has(status) ? after : 'Only a completed document has a signed PDF.';
		return absence('signed PDF is', consequence, advice);
	}
	const generate = ended.has(status) ? 'The operation Generate Audit Trail makes one. ' : '';
	return absence('audit trail is', consequence, generate + after);
}

/** The error of a download that says why there is no file, and what the service said. */
export function missingFileError(
	node: INode,
	error: NodeApiError,
	{ message, description }: NonNullable<ReturnType<typeof whyMissing>>,
): NodeApiError {
	const said = problemOf(error);
	const lines = [description, `Signaturit answered: ${said.message}`, said.description];
	return apiError(node, { ...said, message, description: lines.filter(Boolean).join('\n') });
}
