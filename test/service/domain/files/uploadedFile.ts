/** A file that a client has sent, whole. */
export class UploadedFile {
	constructor(
		readonly name: string,
		readonly mimeType: string,
		readonly bytes: Buffer,
	) {}

	get size(): number {
		return this.bytes.length;
	}
}
