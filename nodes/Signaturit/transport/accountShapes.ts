import { z } from 'zod';

/** Text that may be missing. */
const laxText = z.string().optional().catch(undefined);

/** A branding, as lists show it (docs/service.md#brandings). */
export const brandingSchema = z.object({
	id: z.string().min(1),
	name: laxText,
	created_at: laxText,
});

/** A person that the account keeps (docs/service.md#stored-contacts). */
export const contactSchema = z.object({ id: z.string().min(1), email: laxText, name: laxText });

export type Contact = z.infer<typeof contactSchema>;

/** A seat of the team. An inactive one is nobody's (docs/service.md#team-users-and-seats). */
export const seatSchema = z.object({
	id: z.string().min(1),
	email: laxText,
	name: laxText,
	role: laxText,
	status: laxText,
});

export type Seat = z.infer<typeof seatSchema>;

/** A group of the team, as the reference describes it: without an id (docs/service.md#team-groups). */
export const groupSchema = z.object({ name: z.string() });
