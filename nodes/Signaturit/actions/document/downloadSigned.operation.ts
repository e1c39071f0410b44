import { serviceFiles } from '../../transport/files/serviceFiles';
import { documentDownload } from './documentDownload';

/** GET /v3/signatures/{id}/documents/{id}/download/signed; available from `document_completed` on. */
export const downloadSigned = documentDownload(
	{
		name: 'Download Signed',
		action: 'Download a signed document',
		description: 'Download the signed PDF of a completed document',
	},
	serviceFiles.signed,
);
