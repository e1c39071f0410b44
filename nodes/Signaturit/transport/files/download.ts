import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { textOfRefusal } from '../answer';
import type { ServicePath } from '../endpoints';
import { apiError } from '../errors';
import { headerSchema, mediaType } from '../exchange';
import { faultOfContent, type Fault } from '../fault';
import { dispositionFileName } from '../fileName';
import { faultOfText } from './faultOfText';
import type { FileFormat } from './fileFormat';
import { watchFile } from './fileWatch';
import { readStream, type StreamReply } from './readStream';

/** The contexts of n8n that can store files. */
export type FileContext = IExecuteFunctions | IWebhookFunctions;

/** A file to download: where it is, its format, and the name to store it under. */
interface Wanted {
	path: ServicePath;
	format: FileFormat;
	fileName: (given: string | undefined) => string;
}

/** How often a file is downloaded whose end is not certain, until two downloads are the same. */
const MAX_DOWNLOADS = 3;

/**
 * Streams a file of the service into n8n's binary store and looks at its bytes as they pass: only a
 * complete file is returned. What the service calls the type of a file does not matter
 * (docs/service.md#downloads). A refusal is JSON; its message is kept.
 *
 * @param path the endpoint
 * @param format the expected format
 * @param fileName gives the name to store the file under, from the name that the service gives, if any
 * @throws NodeApiError when the service refuses, answers with something else, or the connection breaks.
 * Its `httpCode` is 204 when the answer is empty
 */
export async function downloadFile(
	this: FileContext,
	path: ServicePath,
	format: FileFormat,
	fileName: (given: string | undefined) => string,
): Promise<IBinaryData> {
	const wanted = { path, format, fileName };
	let earlier: string | undefined;
	for (let downloads = 1; downloads <= MAX_DOWNLOADS; downloads++) {
		const { file, digest } = await readStream(
			this,
			path,
			async (reply) => await receive.call(this, reply, wanted, earlier === undefined),
		);
		if (file && (digest === undefined || digest === earlier)) return file;
		earlier = digest;
	}
	throw apiError(this.getNode(), {
		message: `It cannot be proven that the whole ${format.name} arrived`,
		description:
			'The answer did not say how long it is, and no two downloads were the same. None was kept. Try again. If it happens again, look at the proxies between n8n and Signaturit.',
	});
}

/** A file that has arrived. */
interface Arrival {
	/** Absent when it was only looked at. */
	file?: IBinaryData;
	/** The same for the same bytes. Only for an answer that did not say where it ends. */
	digest?: string;
}

/** Receives an answer. The first that does not say where it ends is not stored: a second must equal it. */
async function receive(
	this: FileContext,
	reply: StreamReply,
	{ path, format, fileName }: Wanted,
	isFirst: boolean,
): Promise<Arrival> {
	const { headers, body, isForeign, deadline } = reply;
	const fail = (fault: Fault) => apiError(this.getNode(), fault);
	const faultOf = (text: string) =>
		// Another host does not speak for the service.
		isForeign ? faultOfContent(`a ${format.name} file`) : faultOfText(path, text, format);
	const empty = emptyFault(format, isForeign);
	if (reply.statusCode === 204) throw fail(empty);
	if (reply.statusCode === 206) throw fail(partFault(format));
	if (isHtml(headers)) throw fail(faultOf(''));
	if (isJson(headers)) throw fail(faultOf(await textOfRefusal(body)));

	const watch = watchFile(format);
	const hash = saysItsEnd(headers) ? undefined : createHash('sha256');
	// A node cannot import streams, but every stream has this method. It reads no faster than n8n stores.
	const pieces = body.map((piece: Uint8Array) => {
		deadline.extend(piece.length);
		watch.take(piece);
		hash?.update(piece);
		if (watch.isOther()) throw fail(faultOf(watch.head().toString()));
		return piece;
	});
	const name = fileName(dispositionFileName(headerSchema.parse(headers['content-disposition'])));
	const file =
		hash && isFirst
			? await pieces.forEach(() => undefined)
			: await this.helpers.prepareBinaryData(pieces, name, format.mimeType);
	if (watch.size() === 0) throw fail(empty);
	if (!watch.isWhole()) throw fail(partFault(format));
	return { ...(file && { file }), digest: hash?.digest('hex') };
}

/** Only the service itself can say that there is no file (204). */
function emptyFault({ name }: FileFormat, isForeign: boolean): Fault {
	return {
		message: `Signaturit answered without a ${name} file`,
		description: 'The answer is empty.',
		...(!isForeign && { httpCode: '204' }),
	};
}

function partFault({ name }: FileFormat): Fault {
	return {
		message: `The file that arrived is not a whole ${name}`,
		description: 'It was not kept. Try again.',
	};
}

type Headers = Record<string, unknown>;

function isHtml(headers: Headers): boolean {
	return /html/.test(mediaType(headers));
}

function isJson(headers: Headers): boolean {
	return /[/+]json$/.test(mediaType(headers));
}

/** Whether an answer says where it ends. Otherwise a connection that breaks off looks like its end. */
function saysItsEnd(headers: Headers): boolean {
	const encoding = headerSchema.parse(headers['transfer-encoding']);
	return headers['content-length'] !== undefined || /chunked/i.test(encoding);
}
