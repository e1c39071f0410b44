import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { downloadFile } from '../../transport/files/download';
import { pause } from '../../transport/pause';
import { repeated } from '../../transport/retry';
import type { FileKind } from '../panel/settings';
import type { SelectedFile } from './selectFiles';

/** A file that is not available, as the item lists it. */
export interface MissingFile {
	field: string;
	kind: FileKind;
	/** The document or certificate. */
	id: string;
	reason: string;
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
		if (status === 'fulfilled') return undefined;
		const next = delays.files[Math.min(tries, delays.files.length) - 1] ?? 0;
		return Date.now() + next <= deadline ? next : undefined;
	};
	const paused = async (milliseconds: number) => await pause(milliseconds, signal);
	const binary: IBinaryKeyData = {};
	const missing: MissingFile[] = [];
	for (const { field, kind, recordId, path, format, fileName } of files) {
		const download = async () => await downloadFile.call(this, path, format, () => fileName);
		try {
			binary[field] = await repeated(download, pauseAfter, paused);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			missing.push({ field, kind, id: recordId, reason });
		}
	}
	return { binary, missing };
}
