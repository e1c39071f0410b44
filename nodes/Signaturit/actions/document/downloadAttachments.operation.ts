import { serviceFiles } from '../../transport/files/serviceFiles';
import { documentDownload } from './documentDownload';

/** GET /v3/signatures/{id}/documents/{id}/download/attachments; a ZIP file with a folder for each kind of attachment. */
export const downloadAttachments = documentDownload(
	{
		name: 'Download Attachments',
		action: 'Download the attachments of a document',
		description:
			'Download a ZIP file with what the signer attached, such as photos and identity documents',
	},
	serviceFiles.attachments,
);
