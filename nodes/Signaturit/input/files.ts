import type { IBinaryData } from 'n8n-workflow';
import { z } from 'zod';
import type { FormFile } from '../transport/form';

/** Largest file that the service takes, in bytes (docs/service.md#file-sizes). */
export const MAX_FILE_BYTES = 15 * 1024 * 1024;

/** A file to send. Messages begin with the panel's field that names it. */
export const fileSchema = (field: string) =>
	z.custom<Omit<FormFile, 'field'>>().refine(
		({ content }) => content.length <= MAX_FILE_BYTES,
		({ fileName }) => ({ message: `${field}: "${fileName}" is larger than 15 MB` }),
	);

/** Looks at the first bytes only: names and media types of binary fields may be wrong. */
export function isPdf(content: Buffer): boolean {
	return content.subarray(0, 1024).includes('%PDF-');
}

/** The file name to send for a binary field. */
export function nameOfFile({ fileName, fileExtension }: IBinaryData, field: string): string {
	return fileName ?? [field, fileExtension].filter(Boolean).join('.');
}
