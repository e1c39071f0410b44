import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ExecuteCall } from '../../transport/call';
import type { Problem } from '../../transport/errors/problem';

/** The item for which something is sent. */
export interface Sender {
	/** As `accountOf`. */
	account: string;
	/** The operation, and the user's Reference or the item. */
	subject: string;
	userReference?: string;
	/** The execution that sends it, to which its events are posted; empty if it is not known. */
	execution: string;
	run: number;
	item: number;
	/** A hash of the input item. */
	content: string;
	/** Whether *Send and Wait* sends it, and its outcome is not known to be given out. */
	isAwaited: boolean;
}

/** What is known of something that was sent, as n8n keeps it with the execution. */
export interface NoteContent extends Sender {
	/** When it was begun, or its answer was lost; milliseconds since 1970. */
	at: number;
	/** The value of custom data by which it is found. */
	reference?: string;
	/** The ID of what was created. While it is missing, the verdict is unknown. */
	id?: string;
	output?: IDataObject[];
	/** Why the verdict is unknown, for what cannot be looked for. */
	problem?: Problem;
}

/** All notes that n8n keeps for a node, by `keyOf`. */
export type Kept = Record<string, NoteContent>;

export const keyOf = ({ account, subject }: Sender): string => `${account} ${subject}`;

/** Which run of the node in this execution it is, from 0. */
export function runIndexOf(call: ExecuteCall): number {
	return Number(call.n8n.getWorkflowDataProxy(0).$runIndex);
}

/** What each input item consists of, as a hash, and how many equal ones stand before it. */
export function contentsOf(call: ExecuteCall): Array<{ content: string; nth: number }> {
	const seen = new Map<string, number>();
	// An outcome of an earlier node is taken off an item that waits (`sleep.ts`).
	return call.n8n.getInputData().map(({ json }) => {
		const text = JSON.stringify({ ...json, outcome: undefined });
		const content = createHash('sha256').update(text).digest('base64url');
		const nth = seen.get(content) ?? 0;
		seen.set(content, nth + 1);
		return { content, nth };
	});
}

/** Whether the verdict of what was sent is unknown. */
export function isUnknown({ id, output }: NoteContent): boolean {
	return id === undefined && !output;
}

/** The note about what is sent for one item. It is written before anything is sent, and answers later tries. */
export class Note {
	/** @param earlier what an earlier try has written, with another account if its verdict is unknown */
	constructor(
		private readonly kept: Kept,
		readonly sender: Sender,
		readonly earlier: NoteContent | undefined,
	) {}

	/** `earlier`, if its verdict is unknown. */
	get unknownTry(): NoteContent | undefined {
		return this.earlier && isUnknown(this.earlier) ? this.earlier : undefined;
	}

	/** Whether somebody has decided to try again: n8n's Retry is another execution, a token is replaced by hand. */
	get isDecided(): boolean {
		const { execution, account } = this.sender;
		return this.earlier?.execution !== execution || this.earlier.account !== account;
	}

	/** Whether another execution has sent it, so that its events are posted there. */
	get isOfOtherExecution(): boolean {
		return this.current?.execution !== this.sender.execution;
	}

	/** The output that an earlier try of this run has had for this very item. */
	get output(): IDataObject[] | undefined {
		const { run, item, content } = this.sender;
		const { earlier } = this;
		const isSame = earlier?.run === run && earlier.item === item && earlier.content === content;
		return isSame ? earlier.output : undefined;
	}

	/** To be called before it is sent, and again when its answer was lost. */
	begin(reference: string): void {
		this.write({ reference });
	}

	sent(id: string): void {
		const { current, earlier } = this;
		const { execution = '', reference } = current ?? earlier ?? {};
		// Another account has sent it, with an unknown verdict.
		if (!current && earlier) this.drop(earlier);
		this.write({ execution, reference, id });
	}

	done(output: IDataObject[]): void {
		this.write({ ...this.current, output });
	}

	/** To be called when the verdict is unknown, and it cannot be looked for. */
	endUnknown(problem: Problem): void {
		this.write({ problem });
	}

	/** To be called when it was refused. What an earlier try has sent may still appear. */
	refused(): void {
		if (this.unknownTry?.account === this.sender.account) this.write(this.unknownTry);
		else this.drop(this.sender);
	}

	/** To be called when all items of the run are done: no later try needs the output. */
	end(): void {
		const { current, sender } = this;
		const isKnown = sender.userReference !== undefined || sender.isAwaited;
		if (isKnown) this.write({ ...current, output: undefined });
		else this.drop(sender);
	}

	private get current(): NoteContent | undefined {
		return this.kept[keyOf(this.sender)];
	}

	private write(content: Partial<NoteContent>): void {
		this.kept[keyOf(this.sender)] = { ...this.sender, at: Date.now(), ...content };
	}

	private drop(note: Sender): void {
		Reflect.deleteProperty(this.kept, keyOf(note));
	}
}
