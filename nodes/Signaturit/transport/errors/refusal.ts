// A refusal of input, and what an error says beside what is wrong: remedy and advice.

import { UserError } from 'n8n-workflow';

/**
 * Who can mend a problem: `model` is whoever fills in the fields, be it a model; `builder` is whoever has made the
 * workflow, its credential, files, templates and limits, or runs n8n; `later`: the same may succeed then.
 */
export type Remedy = 'model' | 'builder' | 'later' | 'nobody';

/** What an error says beside what is wrong. Only people at the node's panel read it (`actions/agent/answer.ts`). */
export interface Said {
	remedy?: Remedy;
	/** What to do, as it stands in the message or the description. */
	advice?: string | readonly string[];
	/** Whether the description says that nothing was sent. */
	unsent?: true;
	/** Each problem with its advice, if the error is about several. */
	problems?: readonly string[];
	/** What the item lacks, e.g. `file`: rows that lack it are told together (`errorOfRows`). */
	lacks?: string;
	/** Whether the message is in the service's words. */
	quotes?: true;
	/** Whether the reason is not the state of what was asked: the words say so, or they are not the service's. */
	elsewhere?: true;
	/** Whether it tells how that stands, with names and reasons that are of strangers. */
	tellsState?: true;
}

/** Stands in descriptions where nothing was sent. */
export const UNSENT = 'Nothing was sent.';

/** The description of an error: its facts, and what else it says unless they or the message do. */
export function described(facts = '', { advice = [], unsent }: Said, message = ''): string {
	const said = [advice].flat().filter((text) => !message.includes(text) && !facts.includes(text));
	const lines = unsent ? [[UNSENT, ...said].join(' '), facts] : [facts, ...said];
	return lines.filter(Boolean).join('\n');
}

/** A text of an error without what it says beside what is wrong. */
export function factsIn(text: string, { advice = [], unsent }: Said): string {
	const said = [...[advice].flat(), ...(unsent ? [UNSENT] : [])];
	return said.reduce((rest, each) => rest.replace(each, ''), text).trim();
}

/** An error of what the node checks itself: what was entered, or what it has read. */
export class Refusal extends UserError {
	readonly said: Said;

	/** @param facts lines for the description */
	constructor(
		message: string,
		remedy: Remedy,
		{ facts, ...said }: { facts?: string } & Omit<Said, 'remedy'> = {},
	) {
		super(message, { description: described(facts, said, message) || undefined });
		this.said = { remedy, ...said };
	}
}
