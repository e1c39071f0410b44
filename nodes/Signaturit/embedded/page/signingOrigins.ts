import { signingPageOrigins, type SignaturitCredential } from '../../transport/serviceUrl';

/** What the frame may show, and whose messages count. */
export interface SigningOrigins {
	/** Origins in the notation of a Content-Security-Policy. */
	frame: string[];
	/** The one origin whose messages are read. */
	messages: string;
}

/**
 * The origins of the signing page for an environment. The service may pass through other hosts of its
 * own before it arrives there, and ends at the request's callback URL.
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
