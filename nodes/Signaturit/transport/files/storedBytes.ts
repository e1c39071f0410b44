import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** Bytes in pieces, in order. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The bytes of a stored file, from the item itself or from n8n's binary store. */
export async function storedBytes(
	this: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<Bytes> {
	return id ? await this.helpers.getBinaryStream(id) : [Buffer.from(data, 'base64')];
}

/** The size of a stored file, in bytes. */
export async function storedSize(
	this: IExecuteFunctions,
	{ id, data }: IBinaryData,
): Promise<number> {
	if (!id) return Buffer.byteLength(data, 'base64');
	const { fileSize } = await this.helpers.getBinaryMetadata(id);
	return fileSize;
}
