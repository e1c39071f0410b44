// The API routes for certified files, sent whole or in chunks.

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { timestamp } from '../domain/clock';
import { certify, type CertifiedFile, type ChunkReceipt } from '../domain/files/certifiedFile';
import { file, filledText, integer, refuserIn } from '../validation/primitives';
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
		if (chunk > chunks) refuserIn(context)(['chunk'], `must be 1 to ${chunks}`);
	});

const present = ({ id, createdAt, md5, name, size }: CertifiedFile) => ({
	id,
	created_at: timestamp(createdAt),
	md5,
	name,
	size,
});

/**
 * The answer to a chunk. The answer to the last one also shows the certified file. Dates of chunks are in
 * RFC 2822 style (docs/service.md#chunks).
 */
const presentChunk = ({
	id,
	createdAt,
	name,
	chunk,
	chunks,
	uploadKey,
	completed,
}: ChunkReceipt) => ({
	id,
	created_at: createdAt.toUTCString().replace('GMT', '+0000'),
	name,
	chunk,
	total_chunks: chunks,
	upload_key: uploadKey,
	completed: completed !== undefined,
	...(completed && present(completed)),
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
