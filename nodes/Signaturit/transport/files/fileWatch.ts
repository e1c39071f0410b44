import { HEAD_BYTES, type FileFormat } from './fileFormat';

/** Looks at the bytes of a file as they pass, and keeps only its beginning and its end. */
export interface FileWatch {
	/** To be called with each piece, in order. */
	take(piece: Uint8Array): void;
	/** How many bytes have passed. */
	size(): number;
	/** The beginning, at most `HEAD_BYTES` of it. */
	head(): Buffer;
	/** Whether the beginning is that of another format. */
	isOther(): boolean;
	/**
	 * Whether the bytes so far are a complete file. A proxy that closes the connection early can leave
	 * half a file without any error.
	 */
	isWhole(): boolean;
}

/** Starts to look at a file that should be of this format. */
export function watchFile({ tailBytes, mayBegin, isWhole }: FileFormat): FileWatch {
	let head = Buffer.alloc(0);
	let tail = Buffer.alloc(0);
	let size = 0;
	return {
		take: (piece) => {
			if (head.length < HEAD_BYTES) {
				head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
			}
			tail = Buffer.concat([tail, piece.subarray(-tailBytes)]).subarray(-tailBytes);
			size += piece.length;
		},
		size: () => size,
		head: () => head,
		isOther: () => !mayBegin(head),
		isWhole: () => mayBegin(head) && isWhole({ head, tail, size }),
	};
}
