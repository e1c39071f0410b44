// What a gate is, and what is known of an event at each stage at which gates are asked.

import type { ExecuteCall, WebhookCall } from '../transport/call';
import type { Delivery } from '../transport/shapes';
import type { PostAnswer } from './answer';
import type { Finding } from './confirm';
import type { DatedHappening, Happening, PostedOnly } from './history';
import type { PollState } from './pollState';
import type { ProcessState } from './processState';
import type { Settings } from './settings';

/** Before Signaturit is asked. */
export const NOT_ASKED: Finding = { kind: 'failed', error: undefined };

interface Posted {
	settings: Settings;
	post: PostedOnly;
	/** What Signaturit says of it. */
	finding: Finding;
	happenings: readonly Happening[];
}

/** A gate is asked at one or more of these stages, of what is known there. */
export interface Stages {
	/** Before the post is answered. */
	webhook: Posted & {
		call: WebhookCall;
		state: ProcessState;
		/** Takes back what was claimed for it, if n8n cannot record its execution. */
		undo: () => void;
	};
	/** In the execution of a post that the webhook could not confirm, or need not. */
	execution: Posted & { call: ExecuteCall; warnings?: string[]; says?: string };
	/** After a poll has read deliveries. */
	poll: {
		settings: Settings;
		state: ProcessState;
		polls: PollState;
		deliveries: readonly Delivery[];
		happenings: readonly DatedHappening[];
	};
	/** Last of all, in every execution that gives something out: its item is ready. */
	end: { call: ExecuteCall; key: string; handoverId: string };
}

/** Whether all passes, or what is known now of what passes. `later`: no other gate is asked here, only in the execution. */
type Ruling<Known> = boolean | (Partial<Known> & { later?: true });

/** The question of a gate at each stage at which it is asked. */
export type Questions = {
	[Stage in keyof Stages]?: (
		known: Stages[Stage],
	) => Ruling<Stages[Stage]> | Promise<Ruling<Stages[Stage]>>;
};

export interface Gate extends Questions {
	name: string;
	/** When an event passes. */
	passes: string;
	/** What a post gets that does not pass: by default 200, "Event received". */
	answer?: PostAnswer;
}
