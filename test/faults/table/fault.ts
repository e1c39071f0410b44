// What a fault is: its kind, its right verdict, its moments, and how it is given.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Verdict } from '../../../nodes/Signaturit/transport/errors/refusal';

/** What is true of a write: the service has done it, will not do it, or nobody can know. */
export type WriteVerdict = 'done' | Verdict;

/** Whether a write that meets a fault was not passed on to the service, or was carried out by it. */
export type Moment = 'before' | 'after';

/** A complete answer. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

/** One request that meets a fault. */
export interface Exchange {
	request: IncomingMessage;
	response: ServerResponse;
	/** The success that the fault spoils: the service's answer, or one like it if the service was not asked. */
	success: Answer;
	/** Base URL of another host, which answers as the service would. */
	elsewhere: string;
}

/** Gives the fault instead of an answer. */
export type Give = (exchange: Exchange) => void;

/** Content of a 2xx that an endpoint without a documented answer cannot tell from its success. */
export type Likeness = 'empty' | 'empty object' | 'empty list' | 'other JSON' | 'another id';

/** A part of a run in the small size has one fault of each kind. */
export type Kind =
	| 'refusal'
	| 'conflict'
	| 'server error'
	| 'too many requests'
	| 'redirect'
	| 'hardly any content'
	| 'other content'
	| 'cut'
	| 'broken connection'
	| 'compression'
	| 'silence'
	| 'address'
	| 'file';

/** One way in which a request can fail: the rows of the fault table. */
export interface Fault {
	name: string;
	kind: Kind;
	/** What the node must say of a write. `done` also means that a read must succeed. */
	verdict: WriteVerdict;
	/** When a write can meet it. */
	moments: readonly Moment[];
	give: Give;
	/** How many requests in a row meet it, when that is not one. */
	times?: number;
	/** Met before the request has arrived completely. */
	early?: boolean;
	/** The address that the node is given instead of the proxy's, for faults without an answer. */
	address?: 'closed port' | 'https';
	/** Ends by the option Timeout only. */
	isSilent?: boolean;
	/** What its content may pass for. */
	looksLike?: Likeness;
	/** The bytes that are right for a download that meets it, from those of the service. */
	file?: (bytes: Buffer) => Buffer;
	/** Met by these downloads only, e.g. `attachments`. */
	only?: RegExp;
}

export const bothMoments: readonly Moment[] = ['before', 'after'];
