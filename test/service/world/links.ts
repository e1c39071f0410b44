import type { CertificateItem } from '../domain/certified/model';
import { itemsOfSigner } from '../domain/signatures/documents';
import type { SignatureRequest, Signer } from '../domain/signatures/model';
import type { World } from './world';

/** Who opens a signing page. A request with delivery type `url` has one address for all signers. */
export interface Addressee {
	request: SignatureRequest;
	/** The signers who can act at this address now; empty when nobody can. */
	signers: Signer[];
}

const canAct = (request: SignatureRequest, signer: Signer): boolean =>
	itemsOfSigner(request, signer).some(({ document }) => document.status === 'ready');

/** Finds the request that a signing page's address belongs to. */
export function addresseeOf(world: World, link: string): Addressee | undefined {
	for (const request of world.signatures.newestFirst()) {
		const addressee = request.signers.find((signer) => signer.link === link);
		if (addressee) return { request, signers: [addressee] };
		if (request.link === link) {
			const open = request.signers.filter((signer) => canAct(request, signer));
			const last = request.signers.filter((signer) => signer.sentAt).slice(-1);
			return { request, signers: open.length > 0 ? open : last };
		}
	}
	return undefined;
}

/** Whether every signer has signed; sealing may still go on. */
export const everybodySigned = (request: SignatureRequest): boolean =>
	request.documents.every(({ status }) => status === 'signing' || status === 'completed');

/** Finds the certificate that a page's address belongs to. */
export function certificateOfLink(world: World, link: string): CertificateItem | undefined {
	for (const certified of world.certified.newestFirst()) {
		const certificate = certified.certificates.find((item) => item.link === link);
		if (certificate) return { certified, certificate };
	}
	return undefined;
}
