// The files of a document or certificate: which are expected, their names, and their download.

import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecutionCall } from '../transport/call';
import { mapBounded } from '../transport/concurrency';
import { delays } from '../transport/deadline';
import { thrownWords } from '../transport/errors/errors';
import {
	type DeliveryKind,
	type DownloadName,
	endpoints,
	type ServicePath,
} from '../transport/endpoints';
import { fileNameWithoutFolders } from '../transport/form';
import { repeated } from '../transport/request';
import { plainTitle } from '../transport/same';
import type { Delivery, TrackedRecord } from '../transport/shapes';
import { downloadFile } from '../transport/files/download';
import { type FileFormat, pdf, uploaded, zip } from '../transport/files/fileFormat';
import { nameOfParts } from '../transport/files/fileName';
import {
	explained,
	hasAttachments,
	hasHappened,
	madeWith,
	type FailedDownload,
	type RecordState,
} from './missingFile';

/** A file that the service keeps of a document or certificate. */
export interface ServiceFile {
	name: DownloadName;
	format: FileFormat;
	/** The last part of its file name (`downloadName`). */
	title: string;
}

/** The files of a document; certificates have an audit trail only. */
export const serviceFiles = {
	signed: { name: 'signed', format: pdf, title: 'signed' },
	sent: { name: 'sent', format: pdf, title: 'sent' },
	uploaded: { name: 'uploaded', format: uploaded, title: 'uploaded' },
	auditTrail: { name: 'audit_trail', format: pdf, title: 'audit trail' },
	attachments: { name: 'attachments', format: zip, title: 'attachments' },
} as const satisfies Record<string, ServiceFile>;

/** The record that a file is named after. */
type Named = Pick<TrackedRecord, 'id'> & Partial<TrackedRecord>;

/** The extension of a file for signature. Text behind another dot, as in `Contract No. 5`, is a part of the name. */
const EXTENSION = /(?<=.)\.(?:pdf|docx?)$/i;

/** The file's name, as `nameOfParts` makes it. Where several formats are possible, the media type tells which. */
export function downloadName(
	{ id, name, email, phone, file }: Named,
	{ title, format }: ServiceFile,
	mimeType?: string,
): string {
	const stem = (file?.name ?? id).replace(EXTENSION, '');
	const found = format.among?.find((one) => one.mimeType === mimeType) ?? format;
	const [what, who] = [stem, name || email || phone || ''].map(fileNameWithoutFolders);
	return nameOfParts(what ?? '', who ?? '', title, `.${found.name.toLowerCase()}`);
}

/** Gives names back, each with a number if a disk may take it for one before it: in another case, or composed otherwise. */
export function numbersNames() {
	const taken = new Set<string>();
	return (name: string): string => {
		for (let copy = 1; ; copy++) {
			const candidate = copy === 1 ? name : name.replace(/(\.[a-z]{3,4})?$/i, ` (${copy})$1`);
			const same = plainTitle(candidate);
			if (taken.has(same)) continue;
			taken.add(same);
			return candidate;
		}
	};
}

/** The kinds of files that come with an item, by the names of their fields. */
export const fileKinds = ['signed', 'auditTrail', 'attachments'] as const;

export type FileKind = (typeof fileKinds)[number];

/** The kinds that the panel's fields *Attach Files* offer, as the node has kept them. */
export const attachedKinds = z.array(z.enum(fileKinds)).catch([]);

/** A file of a document or certificate, and the binary field it goes to. */
export interface DeliveryFile {
	resource: DeliveryKind;
	kind: FileKind;
	/** The kind, with the record's number from 1 on where an item has files of several. */
	field: string;
	/** As `downloadName`, each once in an item. */
	fileName: string;
	path: ServicePath;
	delivery: Delivery;
	record: TrackedRecord;
}

/** Whether there will be such a file: attachments only where a signer has attached something. */
export const isExpected = (kind: FileKind, record: RecordState) =>
	kind !== 'attachments' || hasAttachments(record);

/** Whether the service has made a file of this document or certificate. */
export function isMade(resource: DeliveryKind, kind: FileKind, record: RecordState): boolean {
	if (kind === 'attachments') return resource === 'signature' && hasAttachments(record);
	return hasHappened(madeWith[resource][serviceFiles[kind].name], record);
}

/** The wanted files of a delivery, record by record. `isNumbered`: whether the item has files of several records. */
export function deliveryFiles(
	resource: DeliveryKind,
	delivery: Delivery,
	kindsOf: (record: TrackedRecord) => readonly FileKind[],
	isNumbered = true,
	records: readonly TrackedRecord[] = delivery.records,
): DeliveryFile[] {
	const numbered = numbersNames();
	return records.flatMap((record, index) =>
		kindsOf(record).map((kind) => ({
			resource,
			kind,
			field: isNumbered ? `${kind}_${index + 1}` : kind,
			fileName: numbered(downloadName(record, serviceFiles[kind])),
			path: endpoints[resource].download(delivery.id, record.id, serviceFiles[kind].name),
			delivery,
			record,
		})),
	);
}

type Download = { file: DeliveryFile } & ({ binary: IBinaryData } | { reason: string });

export interface Downloads {
	binary: IBinaryKeyData;
	present: DeliveryFile[];
	missing: Array<{ file: DeliveryFile; reason: string }>;
}

interface How {
	/** How many files at a time. Five hide the service's delays, and do not burden it. */
	width?: number;
	/** How long a file that is not available is tried again, in milliseconds. */
	patience?: number;
	/** Called for a file that could not be downloaded. If it throws, the download of all ends. */
	onFailed?: (file: DeliveryFile, failed: FailedDownload) => void;
}

/** Downloads files and stores them. Throws only what `onFailed` throws. */
export async function downloadFiles(
	call: ExecutionCall,
	files: readonly DeliveryFile[],
	{ width = 5, patience = -Infinity, onFailed }: How = {},
): Promise<Downloads> {
	const end = performance.now() + patience;
	const pauseAfter = ({ status }: PromiseSettledResult<unknown>, tries: number) => {
		const next = delays.files[Math.min(tries, delays.files.length) - 1] ?? 0;
		return status === 'rejected' && performance.now() + next <= end ? next : undefined;
	};
	const results = await mapBounded(files.length, width, async (index): Promise<Download> => {
		const file = files[index] as DeliveryFile;
		const { name, format } = serviceFiles[file.kind];
		const attempt = async () => await downloadFile(call, file.path, format, () => file.fileName);
		try {
			return { file, binary: await repeated(attempt, pauseAfter, call.pause) };
		} catch (thrown) {
			const failed = explained(call, thrown, { ...file, file: name });
			onFailed?.(file, failed);
			return { file, reason: thrownWords(failed.error) };
		}
	});
	const present = results.filter((result) => 'binary' in result);
	return {
		binary: Object.fromEntries(present.map(({ file, binary }) => [file.field, binary])),
		present: present.map(({ file }) => file),
		missing: results.filter((result) => 'reason' in result),
	};
}

/** A file as items list it. */
export function fileEntry({ resource, kind, field, fileName, record }: DeliveryFile): IDataObject {
	const { id, email = '', name = '', phone } = record;
	const idField = resource === 'signature' ? 'documentId' : 'certificateId';
	return { kind, field, fileName, [idField]: id, email, name, ...(phone && { phone }) };
}

/** Files that are not available, as items list them in `filesMissing`, which is left out without any. */
export function missingEntries(missing: Downloads['missing']): IDataObject[] | undefined {
	return missing.length > 0
		? missing.map(({ file, reason }) => ({ ...fileEntry(file), reason }))
		: undefined;
}
