import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { downloadFile } from '../../transport/files/download';
import { pdf } from '../../transport/files/fileFormat';
import { segment, type ServicePath } from '../../transport/serviceUrl';
import { retried } from '../../transport/attempts';
import type { EventResource } from '../../events/catalogue';
import { folders } from '../lookup/delivery';
import type { EventRecord } from '../../transport/shapes';

/** The files that can be attached, by the parameter's values. */
export type FileKind = 'signedPdf' | 'auditTrail';

/** A file to attach, and the binary field it goes to. */
export interface WantedFile {
	kind: FileKind;
	recordId: string;
	field: string;
	path: ServicePath;
	fallbackName: string;
}

/** A file that could not be had, for the item. */
export interface MissingFile {
	field: string;
	kind: FileKind;
	/** The document or certificate. */
	id: string;
	reason: string;
}

/** Pauses between attempts in milliseconds; the last one is repeated. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];

const parts = {
	signedPdf: { field: 'signed', path: 'signed', suffix: 'signed' },
	auditTrail: { field: 'auditTrail', path: 'audit_trail', suffix: 'audit-trail' },
} as const;

/** The event after which a file is there, or soon will be (specification, Events). */
const readyWith: Record<EventResource, Record<FileKind, string[]>> = {
	signature: {
		signedPdf: ['document_completed'],
		auditTrail: ['document_completed', 'audit_trail_completed'],
	},
	certifiedEmail: { signedPdf: [], auditTrail: ['certification_completed'] },
	certifiedSms: { signedPdf: [], auditTrail: ['certification_completed'] },
};

/**
 * Which files to fetch of these records: those of the chosen kinds that exist by what has happened.
 * Fields are called `signed` and `auditTrail`, with `_1`, `_2` … when there may be several of a kind.
 */
export function wantedFiles(
	resource: EventResource,
	parentId: string,
	records: readonly EventRecord[],
	kinds: readonly FileKind[],
	areNumbered: boolean,
): WantedFile[] {
	return records.flatMap(({ id, status, events }, index) => {
		const past = [
			...events.map(({ type }) => type),
			...(status === 'completed' ? ['document_completed'] : []),
		];
		return kinds
			.filter((kind) => readyWith[resource][kind].some((type) => past.includes(type)))
			.map((kind) => ({
				kind,
				recordId: id,
				field: parts[kind].field + (areNumbered ? `_${index + 1}` : ''),
				path: pathOf(resource, parentId, id, kind),
				fallbackName: `${id}-${parts[kind].suffix}.pdf`,
			}));
	});
}

/**
 * Fetches files, one after the other. The service makes the audit trail some time after the signed PDF:
 * what is not there yet is tried again until the time is over.
 *
 * @param wait seconds for all of them together
 * @returns what could be had, and what could not
 */
export async function fetchFiles(
	this: IExecuteFunctions,
	wanted: readonly WantedFile[],
	wait: number,
): Promise<{ binary: IBinaryKeyData; missing: MissingFile[] }> {
	const deadline = Date.now() + wait * 1_000;
	const pauseAfter = (tries: number) => {
		const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
		return Date.now() + pause <= deadline ? pause : undefined;
	};
	const signal = this.getExecutionCancelSignal();
	const binary: IBinaryKeyData = {};
	const missing: MissingFile[] = [];
	for (const { field, kind, recordId, path, fallbackName } of wanted) {
		const download = async () =>
			await downloadFile.call(this, path, pdf, (given) => given ?? fallbackName);
		try {
			binary[field] = await retried(download, pauseAfter, signal);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			missing.push({ field, kind, id: recordId, reason });
		}
	}
	return { binary, missing };
}

function pathOf(
	resource: EventResource,
	parentId: string,
	id: string,
	kind: FileKind,
): ServicePath {
	const records = resource === 'signature' ? 'documents' : 'certificates';
	return `/v3/${folders[resource]}/${segment(parentId)}/${records}/${segment(id)}/download/${parts[kind].path}`;
}
