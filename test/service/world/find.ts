// Finds a request by its page's address, a document by its id, or a certificate.

import type { Certificate, CertificateItem } from '../domain/certified/model';
import { notFound } from '../domain/refusal';
import {
	itemsOfSigner,
	readyOf,
	signingItem,
	type SigningItem,
} from '../domain/signatures/documents';
import type { SignatureRequest, Signer } from '../domain/signatures/model';
import type { World } from './world';

/** Who opens a signing page. A request with delivery type `url` has one address for all signers. */
export interface Addressee {
	request: SignatureRequest;
	/** The signers who can act at this address now; empty when nobody can. */
	signers: Signer[];
}

/** Finds the request that a signing page's address belongs to. */
export function addresseeOf(world: World, link: string): Addressee | undefined {
	for (const request of world.signatures.newestFirst()) {
		const addressee = request.signers.find((signer) => signer.link === link);
		if (addressee) return { request, signers: [addressee] };
		if (request.link === link) {
			const open = request.signers.filter(
				(signer) => readyOf(itemsOfSigner(request, signer)).length > 0,
			);
			const last = request.signers.filter((signer) => signer.sentAt).slice(-1);
			return { request, signers: open.length > 0 ? open : last };
		}
	}
	return undefined;
}

/** @throws Refusal not_found. */
export function documentWith(world: World, id: string): SigningItem {
	for (const request of world.signatures.newestFirst()) {
		const document = request.documents.find((item) => item.id === id);
		if (document) return signingItem(request, document);
	}
	throw notFound('Document');
}

/** The certificate of an email or an SMS of which this is true; undefined when there is none. */
export function certificateWith(
	world: World,
	isSought: (certificate: Certificate) => boolean,
): CertificateItem | undefined {
	for (const certified of world.certified.newestFirst()) {
		const certificate = certified.certificates.find(isSought);
		if (certificate) return { certified, certificate };
	}
	return undefined;
}
