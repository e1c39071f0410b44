import { fileNameWithoutFolders } from '../fileName';
import type { TrackedRecord } from '../shapes';
import type { ServiceFile } from './serviceFiles';

/** What a file of a document or certificate is named after. */
type Named = Pick<TrackedRecord, 'id'> & Partial<Pick<TrackedRecord, 'name' | 'email' | 'file'>>;

/** `<file> – <signer> – <kind>.<extension>`, e.g. `contract – Ada Lovelace – signed.pdf`. */
export function downloadName(
	{ id, name, email, file }: Named,
	{ title, format }: ServiceFile,
): string {
	const parts = [stem(file?.name ?? id), name || email, title].filter(Boolean);
	return fileNameWithoutFolders(`${parts.join(' – ')}.${format.name.toLowerCase()}`);
}

/** The names, each with a number if it was there before (upper and lower case are the same). */
export function eachOnce(names: readonly string[]): string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		for (let copy = 1; ; copy++) {
			const own = copy === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${copy})$1`);
			if (taken.has(own.toLowerCase())) continue;
			taken.add(own.toLowerCase());
			return own;
		}
	});
}

/** "contract.docx" → "contract" */
function stem(fileName: string): string {
	return fileName.replace(/(?<=.)\.[^.]*$/, '');
}
