import { createHmac, timingSafeEqual } from 'node:crypto';

/** Makes tokens for another purpose with the same secret invalid here. */
const PURPOSE = 'embedded-signing';

/**
 * The token that a page sends with each report. It proves that this workflow made the page for this
 * request, and it expires.
 *
 * @param expires seconds since 1970
 */
export function reportToken(secret: string, signatureId: string, expires: number): string {
	return `${expires}.${mark(secret, signatureId, expires).toString('base64url')}`;
}

/**
 * Whether the token was made with the secret for this request and has not expired.
 *
 * @param now seconds since 1970
 */
export function isValidToken(
	token: string,
	{ secret, signatureId, now }: { secret: string; signatureId: string; now: number },
): boolean {
	const [, digits = '', shown = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
	const expires = Number(digits);
	const isOurs = isEqual(Buffer.from(shown, 'base64url'), mark(secret, signatureId, expires));
	return isOurs && now < expires;
}

function mark(secret: string, signatureId: string, expires: number): Buffer {
	const content = JSON.stringify([PURPOSE, signatureId, expires]);
	return createHmac('sha256', secret).update(content).digest();
}

function isEqual(shown: Buffer, wanted: Buffer): boolean {
	return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}
