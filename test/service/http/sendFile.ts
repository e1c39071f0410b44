// Sends a file as a download under its name, or a PDF that browsers show.

import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** Sends a file for download. The name is given in ASCII and in UTF-8, for all clients. */
export function sendFile(
	reply: FastifyReply,
	type: string,
	name: string,
	content: Uint8Array | { stream: Readable; length: number },
): FastifyReply {
	const ascii = name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^\x20-\x7e]|["\\/]/gu, '_');
	const full = encodeURIComponent(name).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16)}`,
	);
	reply
		.header('content-type', type)
		.header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${full}`);
	if (content instanceof Uint8Array) {
		return reply.send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
	}
	return reply.header('content-length', content.length).send(content.stream);
}

/** `contract.docx` → `contract`. */
export const stem = (name: string): string => name.replace(/\.[^.]*$/, '');

/** Sends a PDF that browsers show. */
export const sendInline = (reply: FastifyReply, pdf: Uint8Array): FastifyReply =>
	reply
		.header('content-type', 'application/pdf')
		.header('content-disposition', 'inline')
		.send(Buffer.from(pdf));
