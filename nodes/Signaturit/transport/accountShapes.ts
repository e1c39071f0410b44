import { z } from 'zod';

/** Text that may be missing. */
const laxText = z.string().optional().catch(undefined);

/** A person that the account keeps (docs/service.md#stored-contacts). */
export const contactSchema = z.object({ id: z.string().min(1), email: laxText, name: laxText });

export type Contact = z.infer<typeof contactSchema>;
