// A file as a client has sent it: name, media type and bytes.

/** A file that a client has sent. */
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
