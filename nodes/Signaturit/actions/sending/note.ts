import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Fault } from '../../transport/fault';

const faultSchema = z.object({
	message: z.string(),
	description: z.string().optional(),
	httpCode: z.string().optional(),
});

const contentSchema = z.object({
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
	/** Of *Send and Wait*, while its outcome was not given out; `unanswered` when its run has ended without it. */
	waits: z.enum(['open', 'unanswered']).optional(),
});

/** What a note says. */
export type NoteContent = Readonly<z.infer<typeof contentSchema>>;

/** The notes that n8n keeps for a node, by what was sent and by the account that has sent it. */
export type Kept = Record<string, Record<string, unknown>>;

/** Where a note stands. */
export interface Key {
	/** The operation and the Reference; or the operation, the run and the item. */
	what: string;
	/** Address and token, hashed. */
	account: string;
}

/** What the keys with a Reference begin with. */
const REFERENCE = 'Reference ';

/** The key of what has a Reference of the user's. */
export function keyOfReference(operation: string, reference: string, account: string): Key {
	return { what: `${REFERENCE}${operation} ${reference}`, account };
}

export function hasReference({ what }: Key): boolean {
	return what.startsWith(REFERENCE);
}

/** A note as it was written; `undefined` if there is none. */
export function readNote(kept: Kept, { what, account }: Key): NoteContent | undefined {
	return contentSchema.safeParse(kept[what]?.[account]).data;
}

export function writeNote(kept: Kept, { what, account }: Key, content: NoteContent): void {
	(kept[what] ??= {})[account] = content;
}

export function dropNote(kept: Kept, { what, account }: Key): void {
	const accounts = kept[what] ?? {};
	Reflect.deleteProperty(accounts, account);
	if (Object.keys(accounts).length === 0) Reflect.deleteProperty(kept, what);
}

/** Whether it is unknown what became of what was sent. */
export function isInDoubt({ id, output }: NoteContent): boolean {
	return id === undefined && !output;
}

/** For whom a note is written and read. */
interface Place extends Pick<NoteContent, 'execution' | 'run' | 'item' | 'content' | 'waits'> {
	key: Key;
	/** Where `left` stands: at `key`, unless another token has sent it and nobody knows what became of it. */
	from: Key;
}

/** The note about what is sent for one item. It is written before anything is sent, and answers later tries. */
export class Note {
	private readonly before: NoteContent | undefined;
	private hasBegun = false;

	/** @param left what an earlier try has written; `undefined` if nothing was sent */
	constructor(
		private readonly kept: Kept,
		private readonly place: Place,
		readonly left: NoteContent | undefined,
	) {
		this.before = readNote(kept, place.key);
	}

	/** Whether `left` is a request of *Send and Wait* that goes on, however it stands. */
	get isAwaited(): boolean {
		return this.left?.waits !== undefined;
	}

	/** Whether it is unknown what became of `left`. */
	get isInDoubt(): boolean {
		return this.left !== undefined && isInDoubt(this.left);
	}

	/** Whether somebody has decided to try again: n8n's Retry is another execution, a token is replaced by hand. */
	get isDecided(): boolean {
		const { execution, from, key } = this.place;
		return this.left?.execution !== execution || from.account !== key.account;
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
		const { key, from } = this.place;
		const execution = this.hasBegun ? this.place.execution : (this.left?.execution ?? '');
		const { reference } = readNote(this.kept, key) ?? this.left ?? {};
		if (!this.hasBegun) dropNote(this.kept, from);
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
		if (this.before && isInDoubt(this.before)) writeNote(this.kept, this.place.key, this.before);
		else dropNote(this.kept, this.place.key);
	}

	private write(content: Partial<NoteContent>): void {
		const { key, from: _, ...place } = this.place;
		writeNote(this.kept, key, { ...place, at: Date.now(), ...content });
	}
}

/** A note for what is not sent, which nothing keeps. */
export function unkeptNote(): Note {
	const key = { what: '', account: '' };
	return new Note({}, { execution: '', run: 0, item: 0, content: '', key, from: key }, undefined);
}
