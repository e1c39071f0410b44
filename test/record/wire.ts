// Readers of the service's answers, limited to what the questions depend on.

import { z } from 'zod';

import type { Answer } from './client';
import { described, faultOf } from './question';
import { OtherAnswer, StillOpen } from './tape';

const event = z.object({
	created_at: z.string(),
	type: z.string(),
	decline_reason: z.unknown(),
});
const file = z.object({
	name: z.unknown(),
	pages: z.unknown(),
	size: z.unknown(),
});

const document = z.object({
	id: z.string(),
	email: z.string().optional(),
	name: z.string().optional(),
	status: z.string(),
	events: z.array(event).catch([]),
	decline_reason: z.unknown(),
	decliner_email: z.unknown(),
	file: file.optional(),
});
export type Document = z.infer<typeof document>;

const request = z
	.object({
		id: z.string(),
		created_at: z.string(),
		data: z.array(z.object({ key: z.string(), value: z.string() })).catch([]),
		documents: z.array(document),
		decliner_email: z.unknown(),
		url: z.unknown(),
	})
	.passthrough();
export type SignatureRequest = z.infer<typeof request>;

const certificate = z
	.object({
		id: z.string(),
		status: z.string(),
		events: z.array(event).catch([]),
		file: file.optional(),
		attachments: z.array(file).catch([]),
	})
	.passthrough();
const certified = z
	.object({
		id: z.string(),
		created_at: z.string(),
		data: z.array(z.object({ key: z.string(), value: z.string() })).catch([]),
		certificates: z.array(certificate),
	})
	.passthrough();

const widget = z.object({
	key: z.string(),
	name: z.string().optional(),
	type: z.string(),
	page: z.number().optional(),
});
const template = z.object({ id: z.string(), name: z.string(), widgets: z.array(widget).catch([]) });

const hook = z.object({
	id: z.string(),
	created_at: z.string(),
	event_type: z.string(),
	status_code: z.number(),
	method: z.string(),
});
const hooks = z.object({ web_hooks: z.array(hook), total: z.number() });
const contact = z.object({ id: z.string(), email: z.string(), name: z.string() });
const subscription = z.object({ id: z.string(), created_at: z.unknown() });
const branding = z.object({ id: z.string(), created_at: z.string() }).passthrough();
const dated = z.object({ created_at: z.string() });
const identified = z.object({ id: z.string() });
const seat = z.object({ id: z.string() }).passthrough();

/** Reads each answer once: many questions look at the same lists. */
export function once<T>(read: (answer: Answer) => T): (answer: Answer) => T {
	const results = new WeakMap<Answer, { result: T }>();
	return (answer) => {
		const { result } = results.get(answer) ?? { result: read(answer) };
		results.set(answer, { result });
		return result;
	};
}

function reader<T extends z.ZodTypeAny>(schema: T): (answer: Answer) => z.output<T> {
	const parse = once((answer) => schema.safeParse(answer.body));
	return (answer) => {
		const result = parse(answer);
		if (answer.status < 300 && result.success) return result.data as z.output<T>;
		throw new OtherAnswer(
			answer.status < 300 && result.error ? faultOf(result.error) : described(answer),
		);
	};
}

/** Readers of answers, which say only what questions depend on. They throw OtherAnswer for other answers. */
export const requestIn = reader(request);
export const requestsIn = reader(z.array(request));
export const certifiedIn = reader(certified);
export const certifiedListIn = reader(z.array(certified));
export const templatesIn = reader(z.array(template));
export const hooksIn = reader(hooks);
export const contactsIn = reader(z.array(contact));
export const subscriptionsIn = reader(z.array(subscription));
export const brandingsIn = reader(z.array(branding));
export const datedIn = reader(z.array(dated));
export const identifiedIn = reader(z.array(identified));
export const seatsIn = reader(z.array(seat));
/** The entries of a list of any kind. */
export const entriesIn = reader(
	z.union([
		z.array(z.unknown()),
		z.object({ web_hooks: z.array(z.unknown()) }).transform((hooks) => hooks.web_hooks),
	]),
);
const count = reader(z.object({ count: z.number() }));
export const countIn = (answer: Answer): number => count(answer).count;

/** The id at the top of an answer, if there is one. */
export const idOf = ({ body }: Answer): string | undefined =>
	z.object({ id: z.string() }).safeParse(body).data?.id;

/** What a reader finds, or `undefined`: for calls that are only made when there is something. */
export function ifAny<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof OtherAnswer || error instanceof StillOpen) return undefined;
		throw error;
	}
}

/** The newest day of creation, as `YYYY-MM-DD`, in whatever order the entries come; `undefined` if no date has this form. */
export const newestDay = (entries: { created_at: string }[]): string | undefined =>
	entries
		.map(({ created_at: at }) => at.slice(0, 10))
		.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day))
		.sort()
		.at(-1);
