// What an operation and a resource are.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ExecuteCall } from '../transport/call';
import type { DeliveryKind } from '../transport/endpoints';
import type { Reason } from '../transport/errors/refusal';
import type { Delivery, TrackedRecord } from '../transport/shapes';
import type { ItemResult, OutputItem } from './itemResult';
import type { EntryLine } from './line';
import type { Creation } from './sending/creation';
import type { Carry, Note, NoteOf } from './sending/note';

/** Everything about one operation: how it is called, its fields, and what it does with one item. */
export type Operation = ReadOperation | WriteOperation;

/** An operation that changes nothing at the service, so several items may run at once. */
export interface ReadOperation extends Declared {
	reads: true;
	run(call: ExecuteCall, item: number): Promise<OutputItem[]>;
	/** Called once with the results of all items. */
	conclude?(call: ExecuteCall, results: readonly ItemResult[]): void;
	prepare?: undefined;
	sleep?: undefined;
}

/** An operation that changes something at the service. */
export interface WriteOperation extends Declared {
	reads?: undefined;
	run?: undefined;
	/**
	 * Reads and checks the values of one item, without asking the service. All items are prepared before the first one is
	 * carried out, so that nobody is sent anything while another row is wrong.
	 */
	prepare(call: ExecuteCall, item: number): Promise<Carry>;
	/** As `prepare`, of an operation that creates. Then reads files and contacts, and gives what is to be sent. */
	describe?(call: ExecuteCall, item: number): Promise<() => Promise<Creation>>;
	/** Called once before the first item is carried out. Its error is that of all items. */
	beforeSending?(call: ExecuteCall, noteOf: NoteOf): Promise<void>;
	/** Called once with the results of all items, if they are waited for. Its results are given out instead. */
	sleep?(
		call: ExecuteCall,
		results: ItemResult[],
		notes: ReadonlyMap<number, Note>,
	): Promise<ItemResult[]>;
}

/** All that reading and writing operations say of themselves. */
export interface Declared {
	/** Title Case, as in the dropdown. */
	name: string;
	/** Sentence case, as in the node picker. */
	action: string;
	description: string;
	/** The text under the node, if the name is too long for that. */
	short?: string;
	/** The endpoint, if it is a plain one. Its ids are the names of their fields: `GET /v3/files/{fileId}.json`. */
	endpoint?: string;
	/** Whether it creates something, which takes the service longer than other work. */
	isSlow?: boolean;
	/** Whether it creates something that can be looked for, by its reference (`createOnce`). */
	creates?: boolean;
	/** Whether people are sent something that cannot be looked for. */
	sends?: boolean;
	/** What has been done then, e.g. `the reminder was sent`. */
	deed?: string;
	fields: INodeProperties[];
	/** What it asks of a delivery that exists: how that stands may say why it is refused. */
	asked?: Asked;
	/** Entries of its Options, besides those that all operations have. */
	options?: INodeProperties[];
	/** What a model is told of an entry of the output, for every operation that lists. */
	line?(json: IDataObject): EntryLine;
}

/** What an operation asks of a delivery that exists. */
export interface Asked {
	resource: DeliveryKind;
	/** Begins the message if it is refused, e.g. `Nothing to remind`. */
	lack: string;
	/** The reason in how the delivery stands, or its record; `undefined` if it does not explain a refusal. */
	reasonIn(delivery: Delivery, zone: string, record?: TrackedRecord): Reason | undefined;
}

/**
 * A resource and its operations in the order of their use, whose keys are the operations' values. No two resources
 * have the same key: n8n's AI workflow builder takes the text of the first operation that has it.
 */
export interface Resource {
	name: string;
	value: string;
	operations: Readonly<Record<string, Operation>>;
}

export type Texts = Pick<Operation, 'name' | 'action' | 'description'>;
