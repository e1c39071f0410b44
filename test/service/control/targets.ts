import type { CertificateItem } from '../domain/certified/model';
import { notFound } from '../domain/refusal';
import { itemsOfSigner, signingItem, type SigningItem } from '../domain/signatures/documents';
import { requestOf } from '../world/acting';
import type { World } from '../world/world';
import type { Target } from './schemas';

/** The documents that a command is about. @throws Refusal not_found. */
export function documentsOfTarget(world: World, target: Target): SigningItem[] {
	if ('documentId' in target) return [documentById(world, target.documentId)];
	const request = requestOf(world, target.signatureId);
	const signer = request.signers.find((item) => item.email === target.email);
	if (!signer) throw notFound('Signer');
	return itemsOfSigner(request, signer);
}

/** @throws Refusal not_found. */
export function documentById(world: World, id: string): SigningItem {
	for (const request of world.signatures.newestFirst()) {
		const document = request.documents.find((item) => item.id === id);
		if (document) return signingItem(request, document);
	}
	throw notFound('Document');
}

/** @throws Refusal not_found. */
export function certificateById(world: World, id: string): CertificateItem {
	for (const certified of world.certified.newestFirst()) {
		const certificate = certified.certificates.find((item) => item.id === id);
		if (certificate) return { certified, certificate };
	}
	throw notFound('Certificate');
}
