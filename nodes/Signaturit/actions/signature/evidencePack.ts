import type { IDataObject } from 'n8n-workflow';
import { fileNameWithoutFolders } from '../../transport/fileName';
import { serviceFiles } from '../../transport/files/serviceFiles';
import type { TrackedRecord } from '../../transport/shapes';
import { hasAttachments, whyMissing, type Absence } from '../missingFile';

/** The kinds of files that a pack may have of each document. */
export const packKinds = ['signed', 'auditTrail', 'attachments'] as const;
export type PackKind = (typeof packKinds)[number];

/** The last part of the names of a pack's files. */
const endings = {
	signed: 'signed',
	auditTrail: 'audit trail',
	attachments: 'attachments',
} as const satisfies Record<PackKind, string>;

/** One file of a pack. */
export interface PackFile {
	kind: PackKind;
	/** Binary field: the kind and the document's number, from 1. */
	field: string;
	/** `<file> – <signer> – <kind>.<extension>`, each once in a pack. */
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
	const names = new Set<string>();
	return documents.flatMap((document, index) => {
		const { id, email, name, file } = document;
		return kinds.map((kind) => ({
			kind,
			field: `${kind}_${index + 1}`,
			fileName: unusedName(
				[stem(file?.name ?? id), name || email, endings[kind]].filter(Boolean).join(' – '),
				serviceFiles[kind].format.name.toLowerCase(),
				names,
			),
			documentId: id,
			email: email ?? '',
			name: name ?? '',
			expected: kind !== 'attachments' || hasAttachments(document),
			absence: whyMissing('signature', serviceFiles[kind].name, document),
		}));
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

/** The name, with a number if it is taken (upper and lower case are the same). Marks it as taken. */
function unusedName(base: string, extension: string, taken: Set<string>): string {
	for (let copy = 1; ; copy++) {
		const name = fileNameWithoutFolders(`${base}${copy === 1 ? '' : ` (${copy})`}.${extension}`);
		if (taken.has(name.toLowerCase())) continue;
		taken.add(name.toLowerCase());
		return name;
	}
}

/** "contract.docx" → "contract" */
function stem(fileName: string): string {
	return fileName.replace(/(?<=.)\.[^.]*$/, '');
}
