import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { inTurn } from './turns';

/** Announcements that n8n's database keeps for a node. Only those that a crash has left matter. */
const OPTIONS = { mode: 'entries', maxEntries: 1_000 } as const;

/**
 * Notes in n8n's database that something is about to be sent. If the note is there already, n8n broke down
 * while the same was being sent, and the service may still be creating it.
 *
 * Where the database cannot be used, e.g. in a workflow that was never saved, there are no notes.
 *
 * @returns whether it was there
 */
export async function announce(this: IExecuteFunctions, reference: string): Promise<boolean> {
	const entry = entryOf(reference);
	const recorded = await quietly(
		this,
		async () => await this.helpers.checkProcessedAndRecord([entry], 'node', OPTIONS),
	);
	return recorded !== undefined && recorded.processed.length > 0;
}

/** Removes the note: it is known what became of it. */
export async function withdraw(this: IExecuteFunctions, reference: string): Promise<void> {
	await quietly(
		this,
		async () => await this.helpers.removeProcessed([entryOf(reference)], 'node', OPTIONS),
	);
}

/** n8n reads and writes the notes of a node in two steps, so this process does it one after the other. */
async function quietly<Result>(
	context: IExecuteFunctions,
	task: () => Promise<Result>,
): Promise<Result | undefined> {
	const { id = '' } = context.getWorkflow();
	try {
		return await inTurn(`announcements ${id} ${context.getNode().id}`, task);
	} catch {
		return undefined;
	}
}

function entryOf(reference: string): string {
	return `sending ${createHash('sha256').update(reference).digest('base64url')}`;
}
