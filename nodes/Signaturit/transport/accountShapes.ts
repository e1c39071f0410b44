import { z } from 'zod';

const optionalText = z.string().optional().catch(undefined);

/** A branding, as lists show it (docs/service.md#brandings). */
export const brandingSchema = z.object({
	id: z.string().min(1),
	name: optionalText,
	created_at: optionalText,
});
