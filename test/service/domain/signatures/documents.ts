// A document with its request and signer, and what its status allows.

import type { SourceFile } from '../files/sourceFile';
import { hasEvent, type FlowEffects } from '../history';
import { newId } from '../ids';
import { conflict, forbidden, notFound } from '../refusal';
import type { DocumentStatus, SignatureRequest, SignDocument, Signer } from './model';

/** A document with its request and its signer. */
export interface SigningItem {
	request: SignatureRequest;
	document: SignDocument;
	signer: Signer;
}

export type SigningEffects = FlowEffects<SigningItem>;

/** One document per signer and file (docs/service.md#documents). */
export const newDocument = (
	signer: Signer,
	file: SourceFile,
	fileNumber: number,
	now: Date,
): SignDocument => ({
	id: newId(),
	createdAt: now,
	signerId: signer.id,
	fileNumber,
	file,
	status: 'in_queue',
	events: [],
	values: {},
	images: {},
	drawings: {},
	attachments: [],
});

/** What people know a request by: its name, or that of its first file. */
export const titleOf = (request: SignatureRequest): string =>
	request.name || request.documents[0]?.file.name || 'your documents';

/** The documents of one signer in a request. */
export function itemsOfSigner(request: SignatureRequest, signer: Signer): SigningItem[] {
	return request.documents
		.filter((document) => document.signerId === signer.id)
		.map((document) => ({ request, document, signer }));
}

/** A document with its signer. */
export function signingItem(request: SignatureRequest, document: SignDocument): SigningItem {
	const signer = request.signers.find((item) => item.id === document.signerId);
	if (!signer) throw new Error('a document without a signer');
	return { request, document, signer };
}

/** The document of a request with this id. @throws Refusal not_found. */
export function documentIn(request: SignatureRequest, id: string): SigningItem {
	const document = request.documents.find((item) => item.id === id);
	if (!document) throw notFound('Document');
	return signingItem(request, document);
}

/** Every document of a request with its signer. */
export function itemsOf(request: SignatureRequest): SigningItem[] {
	return request.signers.flatMap((signer) => itemsOfSigner(request, signer));
}

/** Those that can be signed now. */
export const readyOf = (items: SigningItem[]): SigningItem[] =>
	items.filter(({ document }) => document.status === 'ready');

/** Statuses that are final. */
const ENDED: readonly DocumentStatus[] = ['completed', 'expired', 'canceled', 'declined', 'error'];

export const hasEnded = (document: SignDocument): boolean => ENDED.includes(document.status);

/** Whether its signer has not signed and still can. A document that is being sealed is signed. */
export const isOpen = ({ status }: SignDocument): boolean =>
	status === 'in_queue' || status === 'ready';

/** Whether a document of the request has no final status. */
export const inProgress = (request: SignatureRequest): boolean =>
	request.documents.some((document) => !hasEnded(document));

export const isCompleted = (request: SignatureRequest): boolean =>
	request.documents.every((document) => document.status === 'completed');

/** Whether the mail could not be delivered, so that the signer can be changed. */
const isUndelivered = (document: SignDocument): boolean =>
	document.status === 'error' && hasEvent(document, 'email_bounced');

/** Whether canceling ends the document; signed documents stay as they are. */
export const canBeCanceled = (document: SignDocument): boolean =>
	isOpen(document) || isUndelivered(document);

/**
 * @throws Refusal forbidden unless a document can be signed now, or could if its mail had been
 * delivered (docs/service.md#known-refusals).
 */
export function assertCancelable(request: SignatureRequest): void {
	const open = request.documents.some(
		(document) => document.status === 'ready' || isUndelivered(document),
	);
	if (!open) throw forbidden('You cannot cancel a non-ready request');
}

/** @throws Refusal forbidden unless somebody can be reminded (docs/service.md#known-refusals). */
export function assertRemindable(request: SignatureRequest): void {
	const isCanceled = request.documents.some(({ status }) => status === 'canceled');
	if (isCompleted(request) || isCanceled) throw forbidden('Documents already signed');
	if (!request.documents.some((document) => document.status === 'ready')) {
		throw forbidden('You cannot remind a non-ready request');
	}
}

/** @throws Refusal forbidden while in progress (docs/service.md#cancel-delete-and-rename). */
export function assertDeletable(request: SignatureRequest): void {
	if (inProgress(request)) throw forbidden('You cannot delete an in-progress request');
}

/**
 * @throws Refusal forbidden if the mail was delivered or the request has ended since
 * (docs/service.md#change-of-signer).
 */
export function assertReplaceable(request: SignatureRequest, document: SignDocument): void {
	const over = request.documents.some(({ status }) =>
		['canceled', 'declined', 'expired'].includes(status),
	);
	if (over || !isUndelivered(document)) {
		throw forbidden('The signer can only be changed for requests with an email delivery error');
	}
}

/** @throws Refusal conflict unless all documents can be signed now, not_found if there are none. */
export function assertReady(items: SigningItem[]): void {
	if (items.length === 0) throw notFound('Document');
	const blocked = items.find(({ document }) => document.status !== 'ready');
	if (blocked) {
		throw conflict(`The document is ${blocked.document.status}, not ready`);
	}
}

/** Records once per document that the signer has opened the signing page. */
export function recordOpened(effects: SigningEffects, items: SigningItem[]): void {
	for (const item of readyOf(items)) {
		if (!hasEvent(item.document, 'document_opened')) effects.record(item, 'document_opened');
	}
}
