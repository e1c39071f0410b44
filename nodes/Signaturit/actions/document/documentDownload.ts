import { documentLocator, signatureLocator } from '../../input/locators';
import type { ServiceFile } from '../../transport/files/serviceFiles';
import { fileDownload } from '../fileDownload';
import type { Operation } from '../operation';

/** An operation that downloads one of a document's files. */
export function documentDownload(
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
	file: ServiceFile,
): Operation {
	return fileDownload(texts, {
		kind: 'signature',
		locators: [signatureLocator, documentLocator],
		file,
	});
}
