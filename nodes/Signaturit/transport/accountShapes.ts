import { z } from 'zod';

const laxText = z.string().optional().catch(undefined);

/** A seat of the team. An inactive one is nobody's (docs/service.md#team-users-and-seats). */
export const seatSchema = z.object({
	id: z.string().min(1),
	email: laxText,
	name: laxText,
	role: laxText,
	status: laxText,
});

/** A group of the team, as the reference describes it: without an id (docs/service.md#team-groups). */
export const groupSchema = z.object({ name: z.string() });
