import type { Stage } from './jobs';
import type { Message } from './outbox';

/** How the rules of a flow reach the time, the outbox and the events' receivers. */
export interface FlowEffects<Subject> {
	now(): Date;
	/** Posts an event that has just been appended to the subject's history. */
	post(subject: Subject, type: string, extra: Record<string, unknown>): void;
	send(message: Message): void;
	/** Runs work after the answer has gone out; a test can hold its stage back. */
	later(stage: Stage, run: () => void): void;
}
