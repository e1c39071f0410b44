import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { timestamp } from '../domain/clock';
import { certify, type CertifiedFile, type ChunkReceipt } from '../domain/files/certifiedFile';
import { file, filledText, integer } from '../validation/primitives';
import { idOf, type RouteContext } from './context';

const wholeFile = z.object({ file }).strict();
const chunkOfFile = z
	.object({
		file,
		chunk: integer(1),
		chunks: integer(1),
		upload_key: filledText().optional(),
	})
	.strict()
	.superRefine(({ chunk, chunks }, context) => {
		if (chunk > chunks) {
			context.addIssue({ code: 'custom', path: ['chunk'], message: `must be 1 to ${chunks}` });
		}
	});

const present = (item: CertifiedFile) => ({
	id: item.id,
	created_at: timestamp(item.createdAt),
	md5: item.md5,
	name: item.name,
	size: item.size,
});

/** Dates of chunks are in RFC 2822 style (docs/service.md#chunks). */
const rfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000');

/** The answer to a chunk. The answer to the last one also shows the certified file. */
const presentChunk = (receipt: ChunkReceipt) => ({
	id: receipt.id,
	created_at: rfc2822(receipt.createdAt),
	name: receipt.name,
	chunk: receipt.chunk,
	total_chunks: receipt.chunks,
	upload_key: receipt.uploadKey,
	completed: receipt.completed !== undefined,
	...(receipt.completed && present(receipt.completed)),
});

/** Certified files (docs/service.md#certified-files). */
export function fileRoutes(app: FastifyInstance, { world, readBody }: RouteContext): void {
	app.get('/v3/files/:id.json', (request) => present(world.files.get(idOf(request))));

	app.post('/v3/files.json', (request, reply) => {
		reply.code(201);
		const body = (request.body ?? {}) as Record<string, unknown>;
		if (['chunk', 'chunks', 'upload_key'].every((name) => body[name] === undefined)) {
			const input = readBody(wholeFile, request);
			return present(world.files.add(certify(input.file, world.clock.now())));
		}
		const { upload_key: uploadKey, ...chunk } = readBody(chunkOfFile, request);
		const receipt = world.uploads.add({ ...chunk, uploadKey }, world.clock.now());
		if (receipt.completed) world.files.add(receipt.completed);
		return presentChunk(receipt);
	});
}
