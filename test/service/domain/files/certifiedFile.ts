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
	/** Answer to the last chunk and digest before it; both serve to recognise a repeated chunk. */
	last?: { receipt: ChunkReceipt; before: Hash };
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
	add({ file, chunk, chunks, uploadKey }: Chunk, now: Date): ChunkReceipt {
		const key = uploadKey ?? newLink();
		const upload = this.uploadOf(key, chunk, chunks, uploadKey === undefined, file.name);
		if (upload.last && chunk === upload.received && isRepeated(upload, file)) {
			return upload.last.receipt;
		}
		if (chunk !== upload.received + 1) {
			throw refuse('chunk', `chunk ${upload.received + 1} of ${upload.chunks} is expected`);
		}
		const before = upload.md5.copy();
		upload.md5.update(file.bytes);
		upload.received = chunk;
		upload.size += file.size;
		const receipt: ChunkReceipt = {
			id: newId(),
			createdAt: now,
			name: upload.name,
			chunk,
			chunks,
			uploadKey: key,
			...(chunk === chunks && {
				completed: {
					id: newId(),
					createdAt: now,
					md5: upload.md5.copy().digest('hex'),
					name: upload.name,
					size: upload.size,
				},
			}),
		};
		upload.last = { receipt, before };
		return receipt;
	}

	private uploadOf(
		key: string,
		chunk: number,
		chunks: number,
		keyless: boolean,
		name: string,
	): Upload {
		if (keyless && chunk > 1) throw refuse('upload_key', 'is required after the first chunk');
		const known = this.uploads.get(key);
		if (!known) {
			if (chunk > 1) throw refuse('upload_key', 'is unknown');
			const upload: Upload = {
				name,
				chunks,
				received: 0,
				size: 0,
				md5: createHash('md5'),
			};
			this.uploads.set(key, upload);
			return upload;
		}
		if (known.chunks !== chunks) throw refuse('chunks', `was ${known.chunks} before`);
		return known;
	}
}

const isRepeated = ({ md5, last }: Upload, file: UploadedFile): boolean =>
	last?.before.copy().update(file.bytes).digest('hex') === md5.copy().digest('hex');

const refuse = (field: string, message: string): Refusal =>
	invalid(`Invalid ${field}`, [`${field}: ${message}`]);
