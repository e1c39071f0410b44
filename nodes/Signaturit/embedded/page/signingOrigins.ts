import { signingPageOrigins, type SignaturitCredential } from '../../transport/serviceUrl';

/** The origins that the frame may show, and the one whose messages are read. */
export interface SigningOrigins {
	/** Origins in the notation of a Content-Security-Policy. */
	frame: string[];
	/** The one origin whose messages are read. */
	messages: string;
}

/**
 * The origins of the signing page for an environment. The service may redirect through other hosts of its
 * own before the signing page, and to the request's callback URL afterwards.
 */
export function signingOrigins(
	{ environment }: Pick<SignaturitCredential, 'environment'>,
	signingUrl: URL,
	callbackUrl?: URL,
): SigningOrigins {
	const own =
		environment === 'custom'
			? { frame: [], messages: signingUrl.origin }
			: { frame: ['https://*.signaturit.com'], messages: signingPageOrigins[environment] };
	const frame = [signingUrl.origin, own.messages, ...own.frame, callbackUrl?.origin ?? []].flat();
	return { frame: [...new Set(frame)], messages: own.messages };
}
