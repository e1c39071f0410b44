import { sleepWithAbort, type IBinaryKeyData, type IExecuteFunctions } from 'n8n-workflow';
import type { EventResource } from '../../events/catalogue';
import { delays } from '../../transport/delays';
import { endpoints, type ServicePath } from '../../transport/endpoints';
import { downloadFile } from '../../transport/files/download';
import { serviceFiles, type ServiceFile } from '../../transport/files/serviceFiles';
import { repeated } from '../../transport/retry';
import type { TrackedRecord } from '../../transport/shapes';
import type { FileKind } from '../panel/settings';

/** A file to attach, and the binary field it goes to. */
export interface SelectedFile {
	kind: FileKind;
	recordId: string;
	field: string;
	path: ServicePath;
	fallbackName: string;
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
	return records.flatMap(({ id, status, events }, index) => {
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
					path: endpoints[resource].download(deliveryId, id, file.name),
					fallbackName: `${id}-${file.suffix}`,
				};
			});
	});
}

/**
 * Fetches files, one after the other. The service makes the audit trail some time after the signed PDF,
 * so a file that is not available yet is tried again until the time is over.
 *
 * @param wait seconds for all files together
 * @returns the files as binary fields, and those that are not available
 */
export async function fetchFiles(
	this: IExecuteFunctions,
	files: readonly SelectedFile[],
	wait: number,
): Promise<{ binary: IBinaryKeyData; missing: MissingFile[] }> {
	const deadline = Date.now() + wait * 1_000;
	const signal = this.getExecutionCancelSignal();
	const pauseAfter = ({ status }: PromiseSettledResult<unknown>, tries: number) => {
		if (status === 'fulfilled' || signal?.aborted) return undefined;
		const pause = delays.files[Math.min(tries, delays.files.length) - 1] ?? 0;
		return Date.now() + pause <= deadline ? pause : undefined;
	};
	const pause = async (milliseconds: number) => await sleepWithAbort(milliseconds, signal);
	const binary: IBinaryKeyData = {};
	const missing: MissingFile[] = [];
	for (const { field, kind, recordId, path, fallbackName } of files) {
		const download = async () =>
			await downloadFile.call(
				this,
				path,
				kindsOfFiles[kind].file.format,
				(given) => given ?? fallbackName,
			);
		try {
			binary[field] = await repeated(download, pauseAfter, pause);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			missing.push({ field, kind, id: recordId, reason });
		}
	}
	return { binary, missing };
}
