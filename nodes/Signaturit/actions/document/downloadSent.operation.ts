import { serviceFiles } from '../../transport/files/serviceFiles';
import { documentDownload } from './documentDownload';

/** GET /v3/signatures/{id}/documents/{id}/download/sent; of a DOC or DOCX file, the PDF that was made from it. */
export const downloadSent = documentDownload(
	{
		name: 'Download Sent',
		action: 'Download a document as it was sent',
		description: 'Download the PDF as it was sent to the signer',
	},
	serviceFiles.sent,
);
