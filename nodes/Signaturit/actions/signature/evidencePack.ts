import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { mapBounded } from '../../transport/concurrency';
import { endpoints } from '../../transport/endpoints';
import { downloadFile, type FileContext } from '../../transport/files/download';
import { downloadName, eachOnce } from '../../transport/files/downloadName';
import { serviceFiles } from '../../transport/files/serviceFiles';
import type { TrackedRecord } from '../../transport/shapes';
import { hasAttachments, whyMissing, type Absence } from '../missingFile';

/** The kinds of files that a pack may have of each document. */
export const packKinds = ['signed', 'auditTrail', 'attachments'] as const;
export type PackKind = (typeof packKinds)[number];

/** One file of a pack. */
export interface PackFile {
	kind: PackKind;
	/** Binary field: the kind and the document's number, from 1. */
	field: string;
	/** As `downloadName`, each once in a pack. */
	fileName: string;
	documentId: string;
	email: string;
	name: string;
	/** Whether the service has it sooner or later. Attachments exist only if something was attached. */
	expected: boolean;
	/** Why it is missing if the service refuses it; `undefined` if it should be there. */
	absence: Absence | undefined;
}

/**
 * The files that belong to the documents of a signature request, document by document. Each file name
 * occurs once in the pack.
 */
export function packFiles(
	documents: readonly TrackedRecord[],
	kinds: readonly PackKind[],
): PackFile[] {
	const wanted = documents.flatMap((document, index) =>
		kinds.map((kind) => ({ document, kind, field: `${kind}_${index + 1}` })),
	);
	const names = eachOnce(
		wanted.map(({ document, kind }) => downloadName(document, serviceFiles[kind])),
	);
	return wanted.map(({ document, kind, field }, index) => ({
		kind,
		field,
		fileName: names[index] ?? '',
		documentId: document.id,
		email: document.email ?? '',
		name: document.name ?? '',
		expected: kind !== 'attachments' || hasAttachments(document),
		absence: whyMissing('signature', serviceFiles[kind].name, document),
	}));
}

/** Enough to hide the service's delays, few enough not to burden it. */
const DOWNLOADS_AT_ONCE = 5;

/**
 * Downloads files of a signature request, and stores them.
 *
 * @param reasonOf why a file is missing, from the error; what it throws ends the download
 */
export async function downloadPack(
	this: FileContext,
	signatureId: string,
	files: readonly PackFile[],
	reasonOf: (file: PackFile, error: unknown) => string,
): Promise<Array<{ file: PackFile; binary: IBinaryData } | { file: PackFile; reason: string }>> {
	return await mapBounded(files.length, DOWNLOADS_AT_ONCE, async (index) => {
		const file = files[index] as PackFile;
		const { name, format } = serviceFiles[file.kind];
		const path = endpoints.signature.download(signatureId, file.documentId, name);
		const [result] = await Promise.allSettled([
			downloadFile.call(this, path, format, () => file.fileName),
		]);
		return result.status === 'fulfilled'
			? { file, binary: result.value }
			: { file, reason: reasonOf(file, result.reason) };
	});
}

/** A file as the output lists it. */
export function packEntry({ expected: _, absence: __, ...entry }: PackFile): IDataObject {
	return entry;
}

/** A file that is not available, as the output lists it. */
export function missingEntry(file: PackFile, reason: string): IDataObject {
	return { ...packEntry(file), reason };
}
