import { z } from 'zod';

const statusSchema = z.object({ status_code: z.number().int().min(100).max(599) });

/** The status inside the body of an answer. */
export function innerStatus(body: unknown): number | undefined {
	return statusSchema.safeParse(body).data?.status_code;
}

/** Whether the body of an answer tells of an error. */
export function hasError(body: unknown): boolean {
	return z.object({ error: z.unknown().refine(Boolean) }).safeParse(body).success;
}
