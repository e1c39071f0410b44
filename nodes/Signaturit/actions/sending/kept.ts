// Reads what n8n has kept of the sendings of a node.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { nodeContext } from '../../n8n/nodeContext';
import type { ExecuteCall } from '../../transport/call';
import { isProblem, type Problem } from '../../transport/errors/refusal';
import { isPlainObject } from '../../transport/shapes';
import { unknownN8n } from '../unknownN8n';

const senderSchema = z.object({
	/** The resource that is created, e.g. `signature`; the operation if it creates nothing. */
	kind: z.string(),
	/** As `runIndexOf`. */
	run: z.number(),
	item: z.number(),
	/** In a tool of an agent, it replaces run and item: n8n counts each try of a tool as another run. */
	tool: z.string().optional(),
	/** As `accountOf`. */
	account: z.string(),
	/** The execution that sends it, to which its events are posted; empty if it is not known. */
	execution: z.string(),
	userReference: z.string().optional(),
	/** Whether *Send and Wait* sends it. */
	isOfSendAndWait: z.boolean().optional(),
});

/** The place of an item, and who sends for it. */
export type Sender = z.infer<typeof senderSchema>;

/**
 * How far it has come. `begun`: it may have been sent, with this reference in its custom data. `lost`: it may have been
 * done, and cannot be looked for. `done`: it was done; a creation has an ID, and a later try of the run gives out
 * the output.
 */
const stateSchema = z.discriminatedUnion('state', [
	z.object({ state: z.literal('begun'), reference: z.string() }),
	z.object({ state: z.literal('lost'), problem: z.custom<Problem>(isProblem) }),
	z.object({
		state: z.literal('done'),
		id: z.string().optional(),
		output: z.array(z.custom<IDataObject>(isPlainObject)).optional(),
	}),
]);
export type NoteState = z.infer<typeof stateSchema>;

/** `at`: by the service's clock, in milliseconds since 1970. */
const noteSchema = senderSchema.extend({ at: z.number() }).and(stateSchema);

/** A note about something that was sent, as n8n keeps it with the execution. */
export type NoteContent = z.infer<typeof noteSchema>;

const keptSchema = z.object({
	/** The ID of the execution that has drawn it in its first run, and a random value. */
	root: z.string().optional(),
	/** All notes that n8n keeps for a node, by `keyOf`. */
	sent: z.record(z.string(), noteSchema).optional(),
	/** How often a tool has sent. */
	sendings: z.number().optional(),
});

/** The data in the node's context. n8n's Retries of an execution share it, other executions have another one. */
export type Kept = z.infer<typeof keptSchema>;
export type KeptNotes = NonNullable<Kept['sent']>;

/** What was read once: only this file's types are written into it afterwards, and it may hold many notes. */
const readBefore = new WeakSet<object>();

/** What n8n has kept. `none`: it keeps nothing of the node. `unreadable`: it has kept something else. */
export function readKept({ n8n }: ExecuteCall): Kept | 'none' | 'unreadable' {
	const context = nodeContext(n8n);
	if (!context) return 'none';
	if (!readBefore.has(context) && !keptSchema.safeParse(context).success) return 'unreadable';
	readBefore.add(context);
	return context;
}

/** As `readKept`. @throws UserError when n8n keeps nothing of the node, or it cannot be read */
export function keptOf(call: ExecuteCall): Kept {
	const kept = readKept(call);
	if (kept === 'none') {
		const lacking = 'n8n does not keep what this node has sent';
		throw unknownN8n(call, lacking, 'a later try would send it again');
	}
	if (kept === 'unreadable') {
		const lacking = 'What n8n has kept of an earlier try of this node cannot be read';
		throw unknownN8n(call, lacking, 'it could be sent twice');
	}
	return kept;
}
