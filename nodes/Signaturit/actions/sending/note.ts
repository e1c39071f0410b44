// The note about what is sent for one item, and what each of its states means.

import type { IDataObject } from 'n8n-workflow';
import type { ExecuteCall } from '../../transport/call';
import type { Problem } from '../../transport/errors/refusal';
import type { RequestContent } from '../../transport/exchange';
import type { OutputItem } from '../itemResult';
import type { KeptNotes, NoteContent, NoteState, Sender } from './kept';

/** The place of an item, as text. */
export const keyOf = ({ kind, tool, run, item }: Omit<Sender, 'account' | 'execution'>): string =>
	[kind, tool ?? `${run} ${item}`].join(' ');

/** The ID of the creation; `undefined` if it is not known to exist. */
export const idOf = (note: NoteContent | undefined): string | undefined =>
	note?.state === 'done' ? note.id : undefined;

/** Whether its verdict is unknown. */
export const isUnknown = ({ state }: NoteContent): boolean => state !== 'done';

/**
 * A note that concerns an item, and why. It has the place of the item, or the same Reference. Or the item comes back to
 * *Send and Wait*: it names the request that it waits for, or n8n has linked it to that.
 */
export interface Earlier {
	note: NoteContent;
	by: 'place' | 'Reference' | 'waitingFor' | 'link';
}

/** The rules for a tool call that sends. */
export interface ToolCallRules {
	/** The same for equal requests (`toolCallHash`); `undefined` if a request may be sent again. */
	identify: (request: RequestContent) => string | undefined;
	/**
	 * To be called before the request is sent.
	 *
	 * @returns a function to call when the request was refused
	 * @throws UserError when the builder has not allowed it
	 */
	admit: (request: RequestContent) => () => void;
}

/** The facts about an item before it is sent. */
interface ItemFacts {
	earlier?: Earlier;
	/**
	 * Whether to ask for its reference, also if no earlier note counts. Its place may have a note of another account. Or
	 * this is a Retry, and another Retry of the execution may have sent it.
	 */
	isToAsk: boolean;
	/** The value of custom data by which it is found: the same in every try. */
	reference: string;
	/** The limits of a tool. */
	rules?: ToolCallRules;
	/** The service's time, in milliseconds since 1970. */
	now: () => number;
}

/**
 * The note about what is sent for one item. It is written before anything is sent, and answers later tries:
 *
 * | state | left by | Retry On Fail | n8n's Retry | where |
 * |---|---|---|---|---|
 * | none | an item that was not begun, or was refused | is sent | is asked for once (`isToAsk`). If it is surely absent, it is sent; if nobody can tell, it fails as `refused` | `findOrReserve` |
 * | begun | a lost answer, a stop | is asked for once. If it is not found, it fails as `unknown` | is asked for until it had to be there. If it is surely absent, it is sent; if nobody can tell, or its values cannot be read now, it fails as `unknown` | `findOrReserve` |
 * | done, with the output | this run of the same operation | gives out the output, whatever its values are now | the same | `runOnce` |
 * | done, with the ID | an earlier run, the other operation, a row with the same Reference | is read. If it cannot be read, it fails as `unknown`. By a link with other contents, or by a Reference and over, it goes on as none | the same | `readNoted` |
 * | lost | a write that is no creation | fails as `unknown` | is done again | `runOnce` |
 *
 * - Only creations can be asked for: another write without a note is made again by n8n's Retry.
 * - What is found is given out, or fails if the contents differ (`checkFound`).
 * - A Reference is asked for besides before anything is sent.
 * - n8n keeps nothing of an execution that failed before this node, or in which n8n broke down: a Retry then asks for
 *   the Reference alone, and sends (docs/failures.md#never-a-second-contract).
 * - Another token that can read what was sent is of the same account (`openNotes`). If it cannot, what was done is
 *   asked for in its account, as in a Retry.
 * - A tool asks for an equal tool call of the last hour instead of what was done.
 * - *Send and Wait* without a limit fails in a Retry before it sends anything, while a request that another execution has
 *   sent for one of its items is open (`checkSleep`).
 */
export class Note {
	/** The answer that has confirmed it in this try. */
	answer?: IDataObject;

	constructor(
		private readonly keptNotes: KeptNotes,
		readonly sender: Sender,
		readonly facts: ItemFacts,
	) {}

	/** The note of an earlier try whose verdict is unknown. */
	get unknownTry(): NoteContent | undefined {
		const { note } = this.facts.earlier ?? {};
		return note && isUnknown(note) ? note : undefined;
	}

	/** Whether somebody tries again on purpose: n8n's Retry is another execution, a token is replaced by hand. */
	get isTriedOnPurpose(): boolean {
		const { execution, account } = this.facts.earlier?.note ?? {};
		return execution !== this.sender.execution || account !== this.sender.account;
	}

	/** Whether another execution has sent it, so that its events are posted there. */
	get isOfOtherExecution(): boolean {
		return (this.current ?? this.facts.earlier?.note)?.execution !== this.sender.execution;
	}

	/** The output of an earlier try of this run for this item. *Send and Wait* has another output than *Create*. */
	get output(): IDataObject[] | undefined {
		const { note, by } = this.facts.earlier ?? {};
		const isSame = by !== 'Reference' && note?.isOfSendAndWait === this.sender.isOfSendAndWait;
		return isSame && note?.state === 'done' ? note.output : undefined;
	}

	/** The ID of the creation for the item, if it is known by now. */
	get id(): string | undefined {
		return idOf(this.current);
	}

	/** To be called before it is sent, and again when its answer was lost. */
	begin(): void {
		this.write({ state: 'begun', reference: this.facts.reference });
	}

	/** To be called when the verdict is unknown, and it cannot be looked for. */
	lost(problem: Problem): void {
		this.write({ state: 'lost', problem });
	}

	/** @param output the output for a later try of the run; missing until it is made */
	done(output?: IDataObject[], id = this.id): void {
		const { execution = '' } = this.current ?? this.facts.earlier?.note ?? {};
		this.write({ state: 'done', id, output }, execution);
	}

	/** To be called when it was refused. Nothing is left that may have been sent: an earlier try was looked for, too. */
	forget(): void {
		Reflect.deleteProperty(this.keptNotes, keyOf(this.sender));
	}

	/** To be called when all items of the run are done: no later try needs the output. */
	end(): void {
		const { userReference, isOfSendAndWait } = this.sender;
		forgetOutput(
			this.keptNotes,
			this.sender,
			isOfSendAndWait === true || userReference !== undefined,
		);
	}

	private get current(): NoteContent | undefined {
		return this.keptNotes[keyOf(this.sender)];
	}

	private write(state: NoteState, execution = this.sender.execution): void {
		this.keptNotes[keyOf(this.sender)] = {
			...this.sender,
			execution,
			at: this.facts.now(),
			...state,
		};
	}
}

/** Carries an operation out for an item. The note tells of earlier tries for it. */
export type Carry = (note: Note) => Promise<OutputItem[]>;

/** Opens the note of an item; called with its call. */
export type NoteOf = (ofItem: ExecuteCall, item: number) => Promise<Note>;

/** Keeps only the ID of a note that is done, or deletes it: the execution's data must not hold the output twice. */
export function forgetOutput(keptNotes: KeptNotes, sender: Sender, keepsId: boolean): void {
	const key = keyOf(sender);
	const note = keptNotes[key];
	if (note?.state !== 'done') return;
	if (keepsId && note.id !== undefined) Reflect.deleteProperty(note, 'output');
	else Reflect.deleteProperty(keptNotes, key);
}
