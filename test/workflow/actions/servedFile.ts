// Downloads a document's file straight from the local service, to compare with the node's.

import axios from 'axios';
import type { LocalService } from '../engine/localService';

/** The file that the service itself gives for a document. */
export async function servedFile(
	{ service }: Pick<LocalService, 'service'>,
	signatureId: unknown,
	documentId: unknown,
	file: string,
): Promise<Buffer> {
	const path = `/v3/signatures/${signatureId}/documents/${documentId}/download/${file}`;
	const { data } = await axios.get<ArrayBuffer>(service.url + path, {
		responseType: 'arraybuffer',
		headers: { Authorization: `Bearer ${service.token}` },
	});
	return Buffer.from(data);
}
