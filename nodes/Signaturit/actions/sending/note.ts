import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Fault } from '../../transport/fault';

/** The item for which something is sent. */
export interface Sender {
	/** The account that sends it (`accountOf`). */
	account: string;
	/** What it is about: the operation, and the user's Reference or the item. */
	subject: string;
	hasReference: boolean;
	/** The execution that sends it, to which its events are posted; empty if it is not known. */
	execution: string;
	/** The run of the node that works on it, the index of its input item, and what the item consists of. */
	run: number;
	item: number;
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
	/** The ID of what was created. While it is missing, it is unknown what became of it. */
	id?: string;
	/** The output of the item. */
	output?: IDataObject[];
	/** Why it is unknown what became of it, for what cannot be looked for. */
	fault?: Fault;
}

/** All notes that n8n keeps for a node, by `keyOf`. */
export type Kept = Record<string, NoteContent>;

export const keyOf = ({ account, subject }: Sender): string => `${account} ${subject}`;

/** Which run of the node in this execution it is, from 0. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** Whether it is unknown what became of what was sent. */
export function isInDoubt({ id, output }: NoteContent): boolean {
	return id === undefined && !output;
}

/** The note about what is sent for one item. It is written before anything is sent, and answers later tries. */
export class Note {
	/**
	 * @param earlier the note that answers, as an earlier try has written it: another account's if nobody knows what
	 * became of what it has sent; `undefined` if nothing was sent
	 */
	constructor(
		private readonly kept: Kept,
		readonly sender: Sender,
		readonly earlier: NoteContent | undefined,
	) {}

	/** `earlier`, if it is unknown what became of it. */
	get doubt(): NoteContent | undefined {
		return this.earlier && isInDoubt(this.earlier) ? this.earlier : undefined;
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

	/** To be called when it is known to exist. */
	sent(id: string): void {
		const { current, earlier } = this;
		const { execution = '', reference } = current ?? earlier ?? {};
		// It is what another account had in doubt.
		if (!current && earlier) this.drop(earlier);
		this.write({ execution, reference, id });
	}

	/** To be called with the output of the item. */
	done(output: IDataObject[]): void {
		this.write({ ...this.current, output });
	}

	/** To be called when nobody can tell what became of it, and it cannot be looked for. */
	unknown(fault: Fault): void {
		this.write({ fault });
	}

	/** To be called when it was refused. What an earlier try has sent may still appear. */
	refused(): void {
		if (this.doubt?.account === this.sender.account) this.write(this.doubt);
		else this.drop(this.sender);
	}

	/** To be called when all items of the run are done: no later try needs the output. */
	end(): void {
		const { current, sender } = this;
		if (sender.hasReference || sender.isAwaited) this.write({ ...current, output: undefined });
		else this.drop(sender);
	}

	/** What is kept of it now. */
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
