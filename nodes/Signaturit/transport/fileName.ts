import { sanitizeFilename } from 'n8n-workflow';

/**
 * The name of a file without what could be taken for a folder. Whoever reads "Offer 12/2026.pdf" may
 * drop what is before the slash, and with it half of the name.
 */
export function plainFileName(name: string): string {
	return name.replace(/[/\\]/g, '-');
}

/**
 * The file name in a `Content-Disposition` header: `filename*=UTF-8''…` first, then `filename=`,
 * quoted or not (RFC 6266; the service sends both forms). Of a path, the last part; slashes in a name
 * become dashes. `undefined` when the header names no usable file.
 */
export function dispositionFileName(header: string): string | undefined {
	const name = extendedName(header) ?? plainName(header);
	const base = name && plainFileName(isPath(name) ? lastPart(name) : name).trim();
	return base ? sanitizeFilename(base) : undefined;
}

function isPath(name: string): boolean {
	return /^([a-z]:|\.{0,2})[/\\]/i.test(name);
}

function lastPart(path: string): string {
	return path.split(/[/\\]/).pop() ?? '';
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
	const [, quoted, token] =
		/(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header) ?? [];
	const raw = quoted?.replace(/\\(.)/g, '$1') ?? token?.trim();
	return raw === undefined ? undefined : asUtf8(raw);
}

/** Node reads header bytes as Latin-1; a name that was sent as UTF-8 is put right here. */
function asUtf8(latin1: string): string {
	const bytes = Buffer.from(latin1, 'latin1');
	const decoded = bytes.toString('utf8');
	return decoded.includes('\uFFFD') || bytes.toString('latin1') !== latin1 ? latin1 : decoded;
}
