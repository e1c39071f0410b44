import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { ServicePath } from '../endpoints';
import { apiError } from '../errors';
import {
	connectionCode,
	faultOfAnswer,
	faultOfConnection,
	faultOfContent,
	isBrokenConnection,
	type Fault,
} from '../fault';
import { dispositionFileName } from '../fileName';
import { headerSchema, mediaType, send } from '../request';
import { isWholeFile, type FileFormat } from './fileFormat';
import { storedBytes } from './storedBytes';

type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

const streamSchema = z.custom<ByteStream>(
	(value) => typeof value === 'object' && value !== null && 'pipe' in value,
);

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
	const { statusCode, headers, body } = await send.call(
		this,
		'GET',
		path,
		{ repeatable: true },
		'stream',
	);
	const stream = streamSchema.parse(body);
	const type = mediaType(headers);
	const fail = (fault: Fault) => apiError(this.getNode(), fault);
	try {
		if (statusCode >= 300) {
			throw fail(faultOfAnswer(statusCode, await this.helpers.binaryToString(stream)));
		}
		if (!format.answeredAs.includes(type)) {
			stream.destroy();
			throw fail(faultOfContent(`a ${format.name} file`));
		}
		const given = dispositionFileName(headerSchema.parse(headers['content-disposition']));
		const file = await this.helpers.prepareBinaryData(stream, fileName(given), format.mimeType);
		if (await isWholeFile(format, await storedBytes.call(this, file))) return file;
	} catch (error) {
		const code = connectionCode(error);
		throw isBrokenConnection(code) ? fail(faultOfConnection(code, false)) : error;
	}
	throw fail({
		message: `The file that arrived is not a whole ${format.name}`,
		description: 'It was not kept. Try again.',
	});
}
