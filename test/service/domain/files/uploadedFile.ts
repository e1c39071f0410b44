import { createHash } from 'node:crypto';

/** A file part of a multipart body, whole. */
export class UploadedFile {
	constructor(
		readonly name: string,
		readonly mimeType: string,
		readonly bytes: Buffer,
	) {}

	get size(): number {
		return this.bytes.length;
	}

	/** What the request log keeps of a file. */
	describe(): { name: string; size: number; type: string; sha256: string } {
		return {
			name: this.name,
			size: this.size,
			type: this.mimeType,
			sha256: createHash('sha256').update(this.bytes).digest('hex'),
		};
	}
}
