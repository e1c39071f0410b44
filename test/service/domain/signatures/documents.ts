import { hasEvent } from '../history';
import { conflict, forbidden, notFound } from '../refusal';
import type { DocumentStatus, SignatureRequest, SignDocument, Signer } from './model';

/** A document with the request and the signer it belongs to. */
export interface Subject {
	request: SignatureRequest;
	document: SignDocument;
	signer: Signer;
}

/** A document of a request by signer. */
export function documentsOf(request: SignatureRequest, signer: Signer): Subject[] {
	return request.documents
		.filter((document) => document.signerId === signer.id)
		.map((document) => ({ request, document, signer }));
}

/** A document with its signer. */
export function subjectOf(request: SignatureRequest, document: SignDocument): Subject {
	const signer = request.signers.find((item) => item.id === document.signerId);
	if (!signer) throw new Error('a document without a signer');
	return { request, document, signer };
}

/** Every document of a request with its signer. */
export function subjects(request: SignatureRequest): Subject[] {
	return request.signers.flatMap((signer) => documentsOf(request, signer));
}

/** Those that can be signed right now. */
export const readyOf = (items: Subject[]): Subject[] =>
	items.filter(({ document }) => document.status === 'ready');

/** Statuses that nothing leads out of. */
const ENDED: readonly DocumentStatus[] = ['completed', 'expired', 'canceled', 'declined', 'error'];

export const hasEnded = (document: SignDocument): boolean => ENDED.includes(document.status);

/** Whether its signer has not signed yet and still may: what is being sealed is signed. */
export const isOpen = ({ status }: SignDocument): boolean =>
	status === 'in_queue' || status === 'ready';

/** Whether anybody may still have to act. */
export const inProgress = (request: SignatureRequest): boolean =>
	request.documents.some((document) => !hasEnded(document));

export const isCompleted = (request: SignatureRequest): boolean =>
	request.documents.every((document) => document.status === 'completed');

/** A document whose mail could not be delivered: its signer can be changed. */
const isUndelivered = (document: SignDocument): boolean =>
	document.status === 'error' && hasEvent(document, 'email_bounced');

/** Whether a cancel ends the document: what was signed stays signed. */
export const canBeCanceled = (document: SignDocument): boolean =>
	isOpen(document) || isUndelivered(document);

/**
 * @throws Refusal forbidden unless one of the request's documents can be signed right now, or could if
 * its mail had been delivered (docs/service.md#known-refusals).
 */
export function assertCancelable(request: SignatureRequest): void {
	const open = request.documents.some(
		(document) => document.status === 'ready' || isUndelivered(document),
	);
	if (!open) throw forbidden('You cannot cancel a non-ready request');
}

/** @throws Refusal forbidden unless somebody can be reminded (docs/service.md#known-refusals). */
export function assertRemindable(request: SignatureRequest): void {
	if (!inProgress(request)) throw forbidden('Documents already signed');
	if (!request.documents.some((document) => document.status === 'ready')) {
		throw forbidden('You cannot remind a non-ready request');
	}
}

/** @throws Refusal forbidden while the request is in progress (docs/service.md#cancel-delete-and-rename). */
export function assertDeletable(request: SignatureRequest): void {
	if (inProgress(request)) throw forbidden('You cannot delete an in-progress request');
}

/**
 * @throws Refusal forbidden unless the document's mail could not be delivered and nobody has ended the
 * request since.
 */
export function assertReplaceable(request: SignatureRequest, document: SignDocument): void {
	const over = request.documents.some(({ status }) =>
		['canceled', 'declined', 'expired'].includes(status),
	);
	if (over || !isUndelivered(document)) {
		throw forbidden('The signer can only be changed for requests with an email delivery error');
	}
}

/** @throws Refusal conflict unless all of these documents can be signed or declined right now. */
export function assertReady(items: Subject[]): void {
	if (items.length === 0) throw notFound('Document');
	const blocked = items.find(({ document }) => document.status !== 'ready');
	if (blocked) {
		throw conflict(`The document is ${blocked.document.status}, not ready`);
	}
}
