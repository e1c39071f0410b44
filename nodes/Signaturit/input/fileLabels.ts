import type { IBinaryData } from 'n8n-workflow';
import { isOle, isPdf, isZip } from './files';
import { isBlank } from './schemas';

/** Media types by file extension. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
	['csv', 'text/csv'],
	['doc', 'application/msword'],
	['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	['eml', 'message/rfc822'],
	['gif', 'image/gif'],
	['htm', 'text/html'],
	['html', 'text/html'],
	['jpeg', 'image/jpeg'],
	['jpg', 'image/jpeg'],
	['json', 'application/json'],
	['odt', 'application/vnd.oasis.opendocument.text'],
	['pdf', 'application/pdf'],
	['png', 'image/png'],
	['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	['tif', 'image/tiff'],
	['tiff', 'image/tiff'],
	['txt', 'text/plain'],
	['xls', 'application/vnd.ms-excel'],
	['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	['xml', 'application/xml'],
	['zip', 'application/zip'],
]);

/**
 * The file name and the media type to send for a binary field. What is missing is made from the name of
 * the field, the file extension and the content.
 *
 * @param content of the file; empty if only its name is to be looked at
 */
export function fileLabels(
	{ fileName, fileExtension, mimeType }: Partial<IBinaryData>,
	field: string,
	content: Buffer = Buffer.alloc(0),
): { fileName: string; mimeType: string } {
	const format = formatOf(content);
	const ending = isBlank(fileExtension) ? format : fileExtension;
	const name = isBlank(fileName) ? [field, ending].filter(Boolean).join('.') : String(fileName);
	const [, extension = ''] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
	// A PDF is known by its content; a ZIP container may be anything that its name says.
	const formats = format === 'pdf' ? [format] : [extension.toLowerCase(), format ?? ''];
	const [found = 'application/octet-stream'] = formats.flatMap((one) => mediaTypes.get(one) ?? []);
	return { fileName: name, mimeType: isBlank(mimeType) ? found : String(mimeType) };
}

/** The file extension of the formats that the service takes for signature, and of ZIP files. */
function formatOf(content: Buffer): string | undefined {
	if (isPdf(content)) return 'pdf';
	if (isOle(content)) return content.includes('WordDocument', 0, 'utf16le') ? 'doc' : undefined;
	if (!isZip(content)) return undefined;
	return content.includes('word/document.xml') ? 'docx' : 'zip';
}
