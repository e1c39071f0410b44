import type { EventResource } from '../../events/catalogue';
import { endpoints, type ServicePath } from '../../transport/endpoints';
import { downloadName, eachOnce } from '../../transport/files/downloadName';
import type { FileFormat } from '../../transport/files/fileFormat';
import { serviceFiles, type ServiceFile } from '../../transport/files/serviceFiles';
import type { TrackedRecord } from '../../transport/shapes';
import type { FileKind } from '../panel/settings';

/** A file to attach, and the binary field it goes to. */
export interface SelectedFile {
	kind: FileKind;
	recordId: string;
	field: string;
	path: ServicePath;
	format: FileFormat;
	/** As `downloadName`, each once in an item. */
	fileName: string;
}

/** A file that is not available, as the item lists it. */
export interface MissingFile {
	field: string;
	kind: FileKind;
	/** The document or certificate. */
	id: string;
	reason: string;
}

/** How each kind of file is called in the items, and which of the service's files it is. */
const kindsOfFiles: Record<FileKind, { field: string; file: ServiceFile }> = {
	signedPdf: { field: 'signed', file: serviceFiles.signed },
	auditTrail: { field: 'auditTrail', file: serviceFiles.auditTrail },
};

/** The events after which a file is available, or soon will be (docs/service.md#order-of-events). */
const readyWith: Record<EventResource, Record<FileKind, string[]>> = {
	signature: {
		signedPdf: ['document_completed'],
		auditTrail: ['document_completed', 'audit_trail_completed'],
	},
	certifiedEmail: { signedPdf: [], auditTrail: ['certification_completed'] },
	certifiedSms: { signedPdf: [], auditTrail: ['certification_completed'] },
};

/**
 * Selects the files to fetch for these records: those of the wanted kinds that exist by what has
 * happened. Fields are called `signed` and `auditTrail`, with `_1`, `_2` … when there may be several of
 * a kind.
 */
export function selectFiles(
	resource: EventResource,
	deliveryId: string,
	records: readonly TrackedRecord[],
	kinds: readonly FileKind[],
	areNumbered: boolean,
): SelectedFile[] {
	const files = records.flatMap((record, index) => {
		const { id, status, events } = record;
		const past = [
			...events.map(({ type }) => type),
			...(status === 'completed' ? ['document_completed'] : []),
		];
		return kinds
			.filter((kind) => readyWith[resource][kind].some((type) => past.includes(type)))
			.map((kind) => {
				const { field, file } = kindsOfFiles[kind];
				return {
					kind,
					recordId: id,
					field: field + (areNumbered ? `_${index + 1}` : ''),
					format: file.format,
					path: endpoints[resource].download(deliveryId, id, file.name),
					fileName: downloadName(record, file),
				};
			});
	});
	const names = eachOnce(files.map(({ fileName }) => fileName));
	return files.map((file, index) => ({ ...file, fileName: names[index] ?? file.fileName }));
}
