import { UploadedFile } from '../domain/files/uploadedFile';

/** One request to the API as tests see it. */
export interface LoggedRequest {
	method: string;
	path: string;
	query: unknown;
	/** 0 until the request has been answered, and when the connection broke before. */
	status: number;
	/** All but Authorization. */
	headers: Record<string, unknown>;
	/** Decoded; files stand as `{name, size, type, sha256}`. */
	body: unknown;
}

const LIMIT = 20_000;

/** The requests that the API has received, oldest first, with an end. */
export class RequestLog {
	private entries: LoggedRequest[] = [];

	add(entry: LoggedRequest): void {
		this.entries.push(entry);
		if (this.entries.length > LIMIT) this.entries.shift();
	}

	all(): LoggedRequest[] {
		return this.entries;
	}

	clear(): void {
		this.entries = [];
	}
}

/** A decoded body without the bytes of its files. */
export function describeBody(value: unknown): unknown {
	if (value instanceof UploadedFile) return value.describe();
	if (Array.isArray(value)) return value.map(describeBody);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [key, describeBody(item)]),
		);
	}
	return value;
}
