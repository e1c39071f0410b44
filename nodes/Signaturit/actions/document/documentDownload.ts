import { fileDownload } from '../fileDownload';
import { documentLocator, signatureLocator } from '../../input/locators';
import type { Operation } from '../operation';
import { filePath, type DocumentFile } from './documentPath';

/** An operation that downloads one of a document's files. */
export function documentDownload(
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
	file: DocumentFile,
): Operation {
	return fileDownload(texts, {
		locators: [signatureLocator, documentLocator],
		path: (signatureId, documentId) => filePath(signatureId, documentId, file),
		format: file.format,
		suffix: file.suffix,
	});
}
