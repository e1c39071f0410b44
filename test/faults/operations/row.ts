// What a row is: an operation, one of its requests, and what its runs need.

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Place } from '../rig/proxy';
import type { Evidence, Truth } from '../rig/truth';
import type { Likeness } from '../table/fault';

/** An operation of the action node, and one of its requests. */
interface Row {
	/** Resource and operation, e.g. `signature:cancel`. */
	operation: string;
	/** Which of several requests it is; empty for operations that make one. */
	which?: string;
	place: Place;
	/** Contents that are a success of this endpoint as documented: not a fault here, and left out. */
	convincing?: readonly Likeness[];
}

/** What one run of a write is about. */
export interface Subject {
	/** An id or a text that nothing else at the service has. */
	key: string;
	/** The signature request that it is about, if there is one. */
	signatureId?: string;
	parameters: INodeParameters;
	item?: INodeExecutionData;
}

export interface WriteRow extends Row {
	/** How many requests one item makes at this place in an undisturbed run. */
	requestsPerItem?: number;
	/** Whether this request carries the operation out; a chunk before the last one does not. */
	isStep?: boolean;
	/** Contents that nothing can tell from a success of this endpoint: the node may then say that it is done. */
	passesFor?: readonly Likeness[];
	/** Whether this request carries much content, for which it has minutes before it times out. */
	isLarge?: boolean;
	/** Runs at once, when the usual number would need too much memory. */
	width?: number;
	subjects(truth: Truth, count: number): Promise<Subject[]>;
	/** How many times the service has done it, by each trace that shows it. */
	timesDone(evidence: Evidence, subject: Subject): number[];
}

/** What a read must give out. */
export interface ExpectedRead {
	/** May hold Jest's matchers. */
	json: unknown[];
	/** The files of the first item, by field, as the service gives them. */
	files?: Record<string, Buffer>;
}

export interface ReadRow extends Row {
	/** The output field of the file that the request brings, if it brings one. */
	field?: string;
	/** Prepares what is read, and says what must come out. */
	prepare(truth: Truth): Promise<{ parameters: INodeParameters; expected: ExpectedRead }>;
}

export function nameOf({ operation, which }: Pick<Row, 'operation' | 'which'>): string {
	return which ? `${operation} (${which})` : operation;
}

/** The requests of an endpoint, whatever its ids. */
export function placeOf(endpoint: string): Place {
	const [method = '', template = ''] = endpoint.split(' ');
	const path = template.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+');
	return { method, url: new RegExp(`${path}$`) };
}
