/** Readers accept the header within the first, and the end mark within the last kilobyte (ISO 32000, Annex H). */
const MARGIN = 1024;

/**
 * Whether the bytes are a PDF from its header to its end mark. A connection that is closed early by
 * something between n8n and the service can leave half a file without any error.
 *
 * @param chunks the stored bytes, in order; never more than one chunk is held
 */
export async function isWholePdf(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
	let head = Buffer.alloc(0);
	let tail = Buffer.alloc(0);
	for await (const chunk of chunks) {
		if (head.length < MARGIN) head = Buffer.concat([head, chunk.subarray(0, MARGIN)]);
		tail = Buffer.concat([tail, chunk.subarray(-MARGIN)]).subarray(-MARGIN);
	}
	return head.includes('%PDF-') && tail.includes('%%EOF');
}
