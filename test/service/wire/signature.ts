// How answers and event posts show a signature request and its documents.

import { timestamp } from '../domain/clock';
import type { SourceFile } from '../domain/files/sourceFile';
import type { ServiceEvent } from '../domain/history';
import { signingItem, type SigningItem } from '../domain/signatures/documents';
import type { SignatureRequest } from '../domain/signatures/model';

/** A JSON object as it goes over the wire. */
export type Wire = Record<string, unknown>;

export const presentEvents = (events: ServiceEvent[]): Wire[] =>
	events.map(({ type, at, reasons }) => ({ created_at: timestamp(at), type, ...reasons }));

/** @param file of which the number of pages may be unknown. */
export const presentFile = (
	file: Pick<SourceFile, 'name' | 'pages' | 'size'>,
	withPages: boolean,
): Wire => ({
	name: file.name,
	...(withPages && file.pages !== undefined && { pages: file.pages }),
	size: file.size,
});

/** A document item (docs/service.md#documents). */
function presentDocument({ document, signer }: SigningItem, withPages = true): Wire {
	return {
		id: document.id,
		created_at: timestamp(document.createdAt),
		email: signer.email,
		events: presentEvents(document.events),
		file: presentFile(document.file, withPages),
		name: signer.name,
		status: document.status,
		...(document.declineReason !== undefined && { decline_reason: document.declineReason }),
	};
}

/** Custom data as a list (docs/service.md#signature-object). */
export const pairList = (data: Record<string, string>): Wire[] =>
	Object.entries(data).map(([key, value]) => ({ key, value }));

/** A signature request (docs/service.md#signature-object). */
export function presentSignature(request: SignatureRequest, withPages = true): Wire {
	return {
		id: request.id,
		created_at: timestamp(request.createdAt),
		data: pairList(request.data),
		documents: request.documents.map((document) =>
			presentDocument(signingItem(request, document), withPages),
		),
		...(request.declinerEmail && { decliner_email: request.declinerEmail }),
	};
}

/** The answer to a creation: without page counts, and with the address for delivery type `url`. */
export function presentCreated(request: SignatureRequest, url: string | undefined): Wire {
	return { ...presentSignature(request, false), ...(url && { url }) };
}

/**
 * The body of an event post (docs/service.md#event-posts).
 *
 * @param withSignatureId whether `document.signature.id` is there.
 */
export function presentDocumentEvent(
	item: SigningItem,
	{ type, at, reasons: { decline_reason: _, ...topLevel } = {} }: ServiceEvent,
	withSignatureId: boolean,
): Wire {
	return {
		created_at: timestamp(at),
		type,
		document: {
			...presentDocument(item),
			...(withSignatureId && { signature: { id: item.request.id } }),
		},
		...topLevel,
	};
}
