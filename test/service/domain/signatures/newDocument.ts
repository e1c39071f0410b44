import type { SourceFile } from '../files/sourceFile';
import { newId } from '../ids';
import type { SignDocument, Signer } from './model';

/** One document per signer and file (docs/service.md#documents). */
export function newDocument(
	signer: Signer,
	file: SourceFile,
	fileNumber: number,
	now: Date,
): SignDocument {
	return {
		id: newId(),
		createdAt: now,
		signerId: signer.id,
		fileNumber,
		file,
		status: 'in_queue',
		events: [],
		values: {},
		images: {},
		drawings: {},
		attachments: [],
	};
}
