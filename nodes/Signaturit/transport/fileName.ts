import { sanitizeFilename } from 'n8n-workflow';

/**
 * Replaces slashes in a file name by dashes. Otherwise a receiver may take what is before the slash for a
 * folder and drop it: "Offer 12/2026.pdf" would become "2026.pdf".
 */
export function fileNameWithoutFolders(name: string): string {
	return name.replace(/[/\\]/g, '-');
}

/**
 * The file name in a `Content-Disposition` header: `filename*=UTF-8''…` first, then `filename=`, quoted or
 * not (RFC 6266; docs/service.md#downloads). Of a path, only the last part counts; other slashes become
 * dashes.
 *
 * @returns `undefined` if the header has no usable file name
 */
export function dispositionFileName(header: string): string | undefined {
	const name = extendedName(header) ?? plainName(header);
	const base = name && fileNameWithoutFolders(isPath(name) ? lastPart(name) : name).trim();
	return base ? sanitizeFilename(base) : undefined;
}

function isPath(name: string): boolean {
	return /^([a-z]:|\.{0,2})[/\\]/i.test(name);
}

function lastPart(path: string): string {
	return path.replace(/.*[/\\]/s, '');
}

function extendedName(header: string): string | undefined {
	const encoded = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
	if (encoded === undefined) return undefined;
	try {
		return decodeURIComponent(encoded);
	} catch {
		return undefined;
	}
}

function plainName(header: string): string | undefined {
	const match = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header);
	const raw = match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
	return raw === undefined ? undefined : asUtf8(raw);
}

/** Node decodes header bytes as Latin-1. This decodes names again that were sent as UTF-8. */
function asUtf8(latin1: string): string {
	const bytes = Buffer.from(latin1, 'latin1');
	const decoded = bytes.toString('utf8');
	return decoded.includes('\uFFFD') || bytes.toString('latin1') !== latin1 ? latin1 : decoded;
}
