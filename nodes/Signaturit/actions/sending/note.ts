import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Fault } from '../../transport/fault';

const faultSchema = z.object({
	message: z.string(),
	description: z.string().optional(),
	httpCode: z.string().optional(),
});

const contentSchema = z.object({
	/** Who has sent it: address and token, hashed. */
	account: z.string(),
	/** The execution that has sent it, to which its events are posted; empty if it is not known. */
	execution: z.string(),
	/** The run of the node that works on it, the index of its input item, and what the item consists of. */
	run: z.number(),
	item: z.number(),
	content: z.string(),
	/** When it was begun, or its answer was lost; milliseconds since 1970. */
	at: z.number(),
	/** The value of custom data by which it is found. */
	reference: z.string().optional(),
	/** The ID of what was created. While it is missing, it is unknown what became of it. */
	id: z.string().optional(),
	/** The output of the item. */
	output: z.array(z.custom<IDataObject>()).optional(),
	/** Why it is unknown what became of it, for what cannot be looked for. */
	fault: faultSchema.optional(),
	/** Whether a run of *Send and Wait* is known to have ended without its outcome. */
	isUnanswered: z.boolean().optional(),
});

/** What a note says. */
export type NoteContent = Readonly<z.infer<typeof contentSchema>>;

/** What n8n keeps for a node as long as its execution, and hands on to its Retry. */
export interface Kept {
	/** The notes by their keys. */
	notes: Record<string, unknown>;
	/** The keys of requests whose outcome *Send and Wait* has not given out. */
	awaited: Record<string, true>;
	/** The accounts that have notes. */
	accounts: Record<string, true>;
}

/** A note as it was written; `undefined` if there is none. */
export function readNote({ notes }: Kept, key: string): NoteContent | undefined {
	return contentSchema.safeParse(notes[key]).data;
}

/** Where a note stands, and for whom it is read. */
interface Place extends Pick<NoteContent, 'account' | 'execution' | 'run' | 'item' | 'content'> {
	key: string;
	/** The key under which an earlier run or another account has written it. */
	found: string;
	/** Whether it is of *Send and Wait*. */
	waits: boolean;
}

/** The note about what is sent for one item. It is written before anything is sent, and answers later tries. */
export class Note {
	/** What was written before; `undefined` if nothing was sent. */
	left: NoteContent | undefined;
	/** Whether `left` is a request of *Send and Wait* that goes on, however it stands. */
	readonly isAwaited: boolean;
	private hasBegun = false;

	constructor(
		private readonly kept: Kept,
		private readonly place: Place,
	) {
		this.left = readNote(kept, place.found);
		this.isAwaited = place.found in kept.awaited;
		// So the next try of this run finds by its own key what an earlier run has sent.
		if (this.isAwaited && !this.isForeign) this.own();
	}

	/** Whether it is unknown what became of what was sent. */
	get isInDoubt(): boolean {
		return this.left !== undefined && this.left.id === undefined && !this.left.output;
	}

	/** Whether `left` was sent by another execution: by that which n8n has retried. */
	get isOfOtherExecution(): boolean {
		return this.left !== undefined && this.left.execution !== this.place.execution;
	}

	/** Whether `left` has another address or token. It counts if this account can read what was sent. */
	get isForeign(): boolean {
		return this.left !== undefined && this.left.account !== this.place.account;
	}

	/** The output that an earlier try of this run has had for this very item. */
	get output(): IDataObject[] | undefined {
		const { run, item, content } = this.place;
		const { left } = this;
		const isSame = left?.run === run && left.item === item && left.content === content;
		return isSame ? left.output : undefined;
	}

	/** To be called before it is sent, and again when its answer was lost. */
	begin(reference: string): void {
		this.hasBegun = true;
		this.write({ reference });
	}

	/** To be called when it is known to exist. */
	sent(id: string): void {
		const execution = this.hasBegun ? this.place.execution : (this.left?.execution ?? '');
		const { reference } = readNote(this.kept, this.place.key) ?? this.left ?? {};
		this.write({ id, execution, reference });
	}

	/** To be called with the output of the item. */
	done(output: IDataObject[]): void {
		this.write({ ...readNote(this.kept, this.place.key), output });
	}

	/** To be called when nobody can tell what became of it, and it cannot be looked for. */
	unknown(fault: Fault): void {
		this.write({ fault });
	}

	/** To be called when it was refused. What an earlier try has sent may still appear. */
	refused(): void {
		if (this.isInDoubt && !this.isForeign) this.kept.notes[this.place.key] = this.left;
		else this.drop();
	}

	/** To be called when `left` says nothing about this account. */
	forget(): void {
		this.left = undefined;
	}

	private drop(): void {
		Reflect.deleteProperty(this.kept.notes, this.place.key);
		Reflect.deleteProperty(this.kept.awaited, this.place.key);
	}

	/** Takes `left` over for this run and item. */
	private own(): void {
		const { key, found, run, item, content } = this.place;
		if (found !== key) {
			Reflect.deleteProperty(this.kept.notes, found);
			Reflect.deleteProperty(this.kept.awaited, found);
		}
		const { output: _, isUnanswered: __, ...left } = this.left ?? {};
		this.write(found === key ? { ...this.left } : { ...left, run, item, content });
	}

	private write(content: Partial<NoteContent>): void {
		const { key, account, execution, run, item, content: consists, waits } = this.place;
		const now = { account, execution, run, item, content: consists, at: Date.now() };
		this.kept.notes[key] = { ...now, ...content } satisfies NoteContent;
		this.kept.accounts[account] = true;
		if (waits) this.kept.awaited[key] = true;
	}
}

/** A note for what is not sent, which nothing keeps. */
export function unkeptNote(): Note {
	const nobody = { account: '', execution: '', run: 0, item: 0, content: '' };
	return new Note(
		{ notes: {}, awaited: {}, accounts: {} },
		{ ...nobody, key: '', found: '', waits: false },
	);
}
