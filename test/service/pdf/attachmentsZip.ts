// Packs a signer's attachments into a ZIP, with a folder for each kind.

import { zipSync, type Zippable } from 'fflate';

import type { Attachment } from '../domain/signatures/model';

const FOLDERS: Record<Attachment['kind'], string> = {
	photo: 'photos',
	photo_id: 'photo_ids',
	file: 'files',
};

/** A ZIP of attachments with a folder per kind; equal names get a number. */
export function attachmentsZip(attachments: Attachment[], date: Date): Uint8Array {
	const entries: Zippable = {};
	for (const { kind, name, bytes } of attachments) {
		const safe = name.replace(/[\\/]/g, '_') || 'file';
		let path = `${FOLDERS[kind]}/${safe}`;
		for (let number = 2; path in entries; number += 1) {
			path = `${FOLDERS[kind]}/${number}-${safe}`;
		}
		entries[path] = [bytes, { mtime: date, level: 6 }];
	}
	return zipSync(entries);
}
