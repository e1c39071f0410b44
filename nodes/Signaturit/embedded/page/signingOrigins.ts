import { signingPageOrigins, type SignaturitCredential } from '../../transport/serviceUrl';

/** The origins that the frame may show, and the one whose messages are read. */
export interface SigningOrigins {
	/** Origins in the notation of a Content-Security-Policy. */
	frame: string[];
	/** The one origin whose messages are read. */
	messages: string;
}

/** The service's real hosts. */
const REAL_HOSTS = '.signaturit.com';

/**
 * The origins of the signing page for an environment. The service may redirect through other hosts of its
 * own before the signing page, and to the request's callback URL afterwards. The environment Custom may be
 * a proxy in front of the real service: then the signing URL leads to the real pages, and tells which ones.
 */
export function signingOrigins(
	{ environment }: Pick<SignaturitCredential, 'environment'>,
	signingUrl: URL,
	callbackUrl?: URL,
): SigningOrigins {
	const real = environment === 'custom' ? environmentOf(signingUrl) : environment;
	const own =
		real === undefined
			? { frame: [], messages: signingUrl.origin }
			: { frame: [`https://*${REAL_HOSTS}`], messages: signingPageOrigins[real] };
	const frame = [signingUrl.origin, own.messages, ...own.frame, callbackUrl?.origin ?? []].flat();
	return { frame: [...new Set(frame)], messages: own.messages };
}

/** The environment of the real service that an address belongs to; `undefined` for any other address. */
function environmentOf({ protocol, hostname }: URL): keyof typeof signingPageOrigins | undefined {
	if (protocol !== 'https:' || !hostname.endsWith(REAL_HOSTS)) return undefined;
	return hostname.endsWith(`.sandbox${REAL_HOSTS}`) ? 'sandbox' : 'production';
}
