// Certified files with their hashes, also those that arrive in chunks.

import { createHash, type Hash } from 'node:crypto';

import { newId, newLink } from '../ids';
import { invalid, type Refusal } from '../refusal';
import type { UploadedFile } from './uploadedFile';

/** A certified file. Its bytes are not kept. */
export interface CertifiedFile {
	id: string;
	createdAt: Date;
	md5: string;
	name: string;
	size: number;
}

export interface Chunk {
	file: UploadedFile;
	/** 1 to `chunks`. */
	chunk: number;
	chunks: number;
	uploadKey?: string;
}

export interface ChunkReceipt {
	id: string;
	createdAt: Date;
	name: string;
	chunk: number;
	chunks: number;
	uploadKey: string;
	/** Set with the last chunk. */
	completed?: CertifiedFile;
}

interface Upload {
	name: string;
	chunks: number;
	received: number;
	size: number;
	md5: Hash;
	/** The last chunk and the answer to it, to recognise one that is repeated. */
	last?: { md5: string; receipt: ChunkReceipt };
}

const digest = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

export function certify(file: UploadedFile, now: Date): CertifiedFile {
	const { name, size, bytes } = file;
	return { id: newId(), createdAt: now, md5: digest(bytes), name, size };
}

/** Files sent in chunks. Chunks are hashed when they arrive and not kept. */
export class ChunkedUploads {
	private readonly uploads = new Map<string, Upload>();

	/**
	 * Takes the next chunk of a file. The chunk before may come again, from a client that did not get
	 * the answer.
	 *
	 * @throws Refusal invalid for an unknown key, another number of chunks or a chunk out of order.
	 */
	add(given: Chunk, now: Date): ChunkReceipt {
		const { file, chunk, chunks, uploadKey = newLink() } = given;
		const upload = this.uploads.get(uploadKey) ?? this.begin(uploadKey, given);
		const { name, received, last } = upload;
		const md5 = digest(file.bytes);
		if (upload.chunks !== chunks) throw refuse('chunks', `was ${upload.chunks} before`);
		if (last && chunk === received && md5 === last.md5) return last.receipt;
		if (chunk !== received + 1) {
			throw refuse('chunk', `chunk ${received + 1} of ${chunks} is expected`);
		}
		upload.md5.update(file.bytes);
		upload.received = chunk;
		upload.size += file.size;
		const receipt: ChunkReceipt = {
			id: newId(),
			createdAt: now,
			name,
			chunk,
			chunks,
			uploadKey,
			...(chunk === chunks && {
				completed: {
					id: newId(),
					createdAt: now,
					md5: upload.md5.copy().digest('hex'),
					name,
					size: upload.size,
				},
			}),
		};
		upload.last = { md5, receipt };
		return receipt;
	}

	private begin(key: string, { file, chunk, chunks, uploadKey }: Chunk): Upload {
		if (chunk > 1) {
			const isMissing = uploadKey === undefined;
			throw refuse('upload_key', isMissing ? 'is required after the first chunk' : 'is unknown');
		}
		const upload = { name: file.name, chunks, received: 0, size: 0, md5: createHash('md5') };
		this.uploads.set(key, upload);
		return upload;
	}
}

const refuse = (field: string, message: string): Refusal =>
	invalid(`Invalid ${field}`, [`${field}: ${message}`]);
