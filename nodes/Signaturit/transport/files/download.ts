import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { ServicePath } from '../endpoints';
import { apiError } from '../errors';
import { headerSchema, mediaType } from '../exchange';
import { faultOfContent } from '../fault';
import { dispositionFileName } from '../fileName';
import { readStream } from '../request';
import { isWholeFile, type FileFormat } from './fileFormat';
import { storedBytes } from './storedBytes';

/**
 * Streams a file of the service into n8n's binary store and checks that it was stored whole. A refusal is
 * JSON (docs/service.md#downloads); its message is kept.
 *
 * @param path the endpoint
 * @param format the expected format
 * @param fileName gives the name to store the file under, from the name that the service gives, if any
 * @throws NodeApiError when the service refuses, answers with something else, or the connection breaks: an
 * incomplete file is never returned
 */
export async function downloadFile(
	this: IExecuteFunctions,
	path: ServicePath,
	format: FileFormat,
	fileName: (given: string | undefined) => string,
): Promise<IBinaryData> {
	return await readStream(this, path, async ({ headers, body }) => {
		if (!format.answeredAs.includes(mediaType(headers))) {
			throw apiError(this.getNode(), faultOfContent(`a ${format.name} file`));
		}
		const given = dispositionFileName(headerSchema.parse(headers['content-disposition']));
		const file = await this.helpers.prepareBinaryData(body, fileName(given), format.mimeType);
		if (await isWholeFile(format, await storedBytes.call(this, file))) return file;
		throw apiError(this.getNode(), {
			message: `The file that arrived is not a whole ${format.name}`,
			description: 'It was not kept. Try again.',
		});
	});
}
